import {
  createMaintenanceEvent,
  getMaintenanceEvent,
  listMaintenanceFlags,
  updateMaintenanceEvent,
} from '@aviary/contract/maintenance/endpoints'
import {
  createNotification,
  previewNotification,
  updateNotification,
} from '@aviary/contract/notifications/endpoints'
import type { Scope } from '@aviary/contract/scopes'
import { desc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openTestApp, type Person, type TestApp } from '../../../testing/app.ts'
import { planEvent, subscribeToMaintenance } from '../../../testing/maintenance.ts'
import { openToken, type Token } from '../../../testing/tokens.ts'
import { auditLog } from '../../database/tables/audit.ts'
import { broadcasts } from '../../database/tables/mail.ts'
import { maintenanceEvents, notifications } from '../../database/tables/maintenance.ts'

// Maintenance that service tokens plan, and the notifications about it.

const NOW = new Date('2026-08-20T12:00:00Z')
const SENDER: Scope[] = ['write:maintenance', 'broadcast:external']

let server: TestApp
let operator: Person
let planner: Token
let sender: Token
beforeAll(async () => {
  server = await openTestApp({ now: NOW })
  operator = await server.signInAs('operator')
  planner = await openToken(server, 'planner', ['write:maintenance'])
  sender = await openToken(server, 'sender', SENDER)
  await subscribeToMaintenance(server, 'a@customer.example')
  await subscribeToMaintenance(server, 'b@acme.example')
})
beforeEach(() => server.setNow(NOW))
afterAll(async () => {
  expect(server.errors).toEqual([])
  await server.close()
})

const event = (changes: object = {}) => ({
  ...{ title: 'Storage upgrade', data_centers: ['us2'], is_internal: 'N' },
  ...{ start_date: '2026-08-21T05:00:00-0700', end_date: '2026-08-21T08:00:00-0700', ...changes },
})
const plan = (token: Token, changes: object = {}) =>
  token.call(createMaintenanceEvent, { body: event(changes) })
const change = (token: Token, id: number, changes: object = {}) =>
  token.call(updateMaintenanceEvent, { body: { id, ...event({ title: crypto.randomUUID(), ...changes }) } })
const draft = (eventId: number, changes: object = {}) => ({
  ...{ mwin_id: eventId, n_type: 'Maintenance Announcement', title: 'Storage upgrade', is_test: 'N' },
  ...{ body: '<p>Some calls are slow.</p>', broadcast: 'Y', subject: 'Storage upgrade', comm_src: 'Script' },
  ...{ send_time: '2026-08-20T08:00:00-0700', ...changes },
})
type Changes = Record<string, unknown>
const preview = (token: Token, eventId: number, changes: Changes = {}) =>
  token.call(previewNotification, { body: { ...draft(eventId, changes), translate: false } })
const notify = (token: Token, eventId: number, changes: Changes = {}) =>
  token.call(createNotification, { body: draft(eventId, changes) })
const confirm = async (token: Token, eventId: number, changes: Changes = {}) => {
  const { audience, event_version, total } = (await preview(token, eventId, changes)).body
  return { audience, event_version, recipients: total }
}
const said = (answer: { status: number; problem: { detail: string } }) => [
  answer.status,
  answer.problem.detail,
]
const SCOPE = [403, expect.stringContaining('lacks the scope broadcast:external')]
const NOT_PREVIEWED = [409, expect.stringContaining('has not previewed this notification')]

/** Says what a call is refused with, and that it changed nothing. */
async function refused(answer: () => Promise<{ status: number; problem: { detail: string } }>) {
  const read = async () => [
    await server.db.select().from(notifications),
    await server.db.select().from(maintenanceEvents),
  ]
  const before = await read()
  const result = said(await answer())
  expect(await read()).toEqual(before)
  return result
}

test('a token plans and changes maintenance under its name', async () => {
  const created = await plan(planner)
  expect(created.status).toBe(200)
  expect(created.body.maintenance_event).not.toHaveProperty('created_by')
  const { id } = created.body.maintenance_event
  expect((await change(planner, id, { title: 'Storage upgrade, part 2' })).status).toBe(200)
  const read = await operator.call(getMaintenanceEvent, { params: { id: String(id) } as never })
  expect(read.body.maintenance_event).toMatchObject({
    ...{ title: 'Storage upgrade, part 2', created_by: 'token:planner', updated_by: 'token:planner' },
  })
  const rows = await server.db.select().from(auditLog).orderBy(desc(auditLog.pkey)).limit(2)
  expect(rows.map(({ userEmail, actionName }) => [userEmail, actionName])).toEqual([
    ['token:planner', 'Update Maintenance Event'],
    ['token:planner', 'Create Maintenance Event'],
  ])
  expect((await planner.call(listMaintenanceFlags)).status).toBe(200)
})

test('only the scope lets a token plan, and in nobody’s name', async () => {
  const reader = await openToken(server, 'reader', ['read:maintenance', 'write:messages'])
  expect((await refused(() => plan(reader)))[0]).toBe(403)
  expect(await refused(() => plan(planner, { created_by: operator.email }))).toEqual([
    400,
    'body.created_by: this is written as token:planner: leave it out',
  ])
  const unsigned = { body: event() as never }
  expect((await refused(() => operator.call(createMaintenanceEvent, unsigned)))[0]).toBe(400)
})

test('an internal event, and its notifications, are not there for a token that sees nothing internal', async () => {
  const id = await planEvent(server, { isInternal: true })
  const missing = 99_999
  const gone = async (answer: Promise<{ status: number; problem: { detail: string } }>) =>
    String(said(await answer)).replaceAll(/\d{2,}|\b[1-9]\b/g, 'N')
  expect(await gone(change(planner, id))).toBe(await gone(change(planner, missing)))
  const inside = { is_internal: 'Y' }
  expect(await gone(notify(planner, id, inside))).toBe(await gone(notify(planner, missing, inside)))
  expect(await gone(preview(planner, id))).toBe(await gone(preview(planner, missing)))
  const insider = await openToken(server, 'insider', ['write:maintenance', 'read:internal'])
  const stored = (await notify(insider, id, inside)).body.notification
  const open = await planEvent(server)
  for (const eventId of [id, open]) {
    const update = (notification_id: number) =>
      planner.call(updateNotification, { body: { notification_id, ...draft(eventId, { title: 'Other' }) } })
    expect(await gone(update(stored.id))).toBe(await gone(update(missing)))
  }
  expect((await change(insider, id, { is_internal: 'Y' })).status).toBe(200)
})

test('a notification for staff needs the scope alone, and is mailed in the name of its token', async () => {
  const id = await planEvent(server)
  const { status, body } = await notify(planner, id, { is_internal: 'Y', title: 'For staff' })
  expect(status).toBe(200)
  server.setNow(new Date('2026-08-20T15:01:00Z'))
  await server.sendDue()
  const [broadcast] = await server.db.select().from(broadcasts).orderBy(desc(broadcasts.broadcastId)).limit(1)
  expect(broadcast).toMatchObject({
    ...{ audience: 'INTERNAL', createdBy: 'token:planner', notificationId: body.notification.id },
  })
})

test('a notification to people outside needs the scope, and a preview of the same fields by the same token', async () => {
  const id = await planEvent(server)
  const confirmed = await confirm(planner, id)
  expect(confirmed).toEqual({ audience: 'EXTERNAL', event_version: 1, recipients: 2 })
  expect(await refused(() => notify(planner, id, { confirmed }))).toEqual(SCOPE)
  expect(await refused(() => notify(sender, id))).toEqual([
    400,
    expect.stringContaining('confirmed.recipients'),
  ])
  expect(await refused(() => notify(sender, id, { confirmed }))).toEqual(NOT_PREVIEWED)
  await preview(await openToken(server, 'another', SENDER), id)
  expect(await refused(() => notify(sender, id, { confirmed }))).toEqual(NOT_PREVIEWED)
  await preview(sender, id)
  for (const changes of [{ title: 'Other' }, { body: 'Other' }, { send_time: '2026-08-20T09:00:00-0700' }])
    expect(await refused(() => notify(sender, id, { confirmed, ...changes }))).toEqual(NOT_PREVIEWED)
  server.setNow(new Date('2026-08-20T12:10:00Z'))
  expect(await refused(() => notify(sender, id, { confirmed }))).toEqual(NOT_PREVIEWED)
  await preview(sender, id)
  const { status, body } = await notify(sender, id, { confirmed })
  expect(status).toBe(200)
  expect(await refused(() => notify(sender, id, { confirmed }))).toEqual(NOT_PREVIEWED)

  server.setNow(new Date('2026-08-20T15:01:00Z'))
  await server.sendDue()
  const [broadcast] = await server.db
    .select()
    .from(broadcasts)
    .where(eq(broadcasts.notificationId, body.notification.id))
  expect(broadcast).toMatchObject({ audience: 'EXTERNAL', createdBy: 'token:sender' })
  expect(JSON.stringify([broadcast?.contents, broadcast?.headline])).not.toContain('token:')
})

test('a number of recipients that has changed is refused, for people too', async () => {
  const id = await planEvent(server)
  const confirmed = await confirm(sender, id)
  await subscribeToMaintenance(server, 'c@customer.example')
  const detail =
    'It would go to 3 people, EXTERNAL, not 2 as was confirmed. Nothing has been stored or sent; look at it again'
  expect(await refused(() => notify(sender, id, { confirmed }))).toEqual([409, detail])
  const byPerson = { ...draft(id, { confirmed }), created_by: operator.email }
  expect(await refused(() => operator.call(createNotification, { body: byPerson as never }))).toEqual([
    409,
    detail,
  ])
})

test('an edit that lets a notification reach people outside needs what its creation needs', async () => {
  const id = await planEvent(server)
  const stored = (await notify(planner, id, { is_internal: 'Y' })).body.notification
  const update = (token: Token, changes: Changes = {}) =>
    token.call(updateNotification, { body: { notification_id: stored.id, ...draft(id, changes) } })
  const open = { is_internal: 'N' }
  const insider = await openToken(server, 'editor', ['write:maintenance', 'read:internal'])
  const both = await openToken(server, 'sending editor', [...SENDER, 'read:internal'])
  expect(await refused(() => update(insider, open))).toEqual(SCOPE)
  const confirmed = await confirm(both, id, open)
  await preview(both, id, { ...open, title: 'Other' })
  expect(await refused(() => update(both, { ...open, title: 'Changed', confirmed }))).toEqual(NOT_PREVIEWED)
  expect((await update(both, { ...open, confirmed })).status).toBe(200)
  expect(await refused(() => update(insider, { ...open, title: 'Changed' }))).toEqual(SCOPE)
  expect(await refused(() => update(insider, { ...open, broadcast: 'N' }))).toEqual(SCOPE)
  expect((await update(both, { ...open, broadcast: 'N' })).status).toBe(200)
})

test('what no preview showed is not mailed: texts that are stored, and an event that has changed', async () => {
  const id = await planEvent(server)
  const hidden = { broadcast: 'N', body: { en: 'First', de: 'Nie gezeigt' } }
  const stored = (await notify(sender, id, hidden)).body.notification
  const update = async (changes: Changes) =>
    sender.call(updateNotification, {
      body: {
        ...{ notification_id: stored.id, ...draft(id, changes) },
        confirmed: await confirm(sender, id, changes),
      },
    })
  expect(await refused(() => update({ body: { en: 'Second' } }))).toEqual(NOT_PREVIEWED)
  expect((await update({ body: { en: 'Second', de: 'Gezeigt' } })).status).toBe(200)

  const confirmed = await confirm(sender, id)
  const translations = { de: 'Untergeschoben' }
  expect(await refused(() => notify(sender, id, { confirmed, translations }))).toEqual(NOT_PREVIEWED)
  const moved = { id, ...event({ start_date: '2026-08-21T04:00:00-0700' }) }
  expect((await operator.call(updateMaintenanceEvent, { body: moved as never })).status).toBe(200)
  const { event_version } = (await preview(planner, id)).body
  expect(await refused(() => notify(sender, id, { confirmed: { ...confirmed, event_version } }))).toEqual(
    NOT_PREVIEWED,
  )
})

test('no edit of an event changes what its waiting notifications say outside, or lets them reach others', async () => {
  const hidden = (await plan(planner, { is_test: 'Y' })).body.maintenance_event.id
  expect(await refused(() => notify(planner, hidden))).toEqual(SCOPE)
  expect((await notify(sender, hidden)).status).toBe(200)
  expect(await refused(() => change(planner, hidden, { is_test: 'N' }))).toEqual(SCOPE)
  expect(await refused(() => change(sender, hidden, { is_test: 'N' }))).toEqual([
    409,
    expect.stringContaining('Set its broadcast to N'),
  ])
  expect((await change(planner, hidden)).status).toBe(200)

  const open = await planEvent(server)
  expect((await notify(sender, open, { confirmed: await confirm(sender, open) })).status).toBe(200)
  expect(await refused(() => change(planner, open))).toEqual(SCOPE)
  for (const changes of [{ data_centers: ['us2', 'eu'] }, { end_date: '2026-08-21T09:00:00-0700' }])
    expect((await refused(() => change(sender, open, changes)))[0]).toBe(409)
  expect((await change(sender, open)).status).toBe(200)
})

test('an edit of maintenance that people outside know of needs the scope', async () => {
  const id = await planEvent(server)
  await notify(sender, id, { confirmed: await confirm(sender, id) })
  server.setNow(new Date('2026-08-20T15:01:00Z'))
  await server.sendDue()
  expect(await refused(() => change(planner, id))).toEqual(SCOPE)
  expect(await refused(() => change(planner, id, { is_internal: 'Y' }))).toEqual(SCOPE)
  expect((await change(sender, id, { data_centers: ['us2', 'eu'] })).status).toBe(200)
})

test('a refusal names nobody to a token', async () => {
  const id = await planEvent(server)
  const byHand = { id, ...event({ title: 'By hand' }) }
  expect((await operator.call(updateMaintenanceEvent, { body: byHand as never })).status).toBe(200)
  const stale = await change(planner, id, { version: 1 })
  expect([stale.status, stale.problem.detail.startsWith('Somebody changed'), stale.problem.current]).toEqual([
    409,
    true,
    undefined,
  ])
})
