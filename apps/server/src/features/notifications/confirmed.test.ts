import { updateMaintenanceEvent } from '@aviary/contract/maintenance/endpoints'
import {
  createNotification,
  previewNotification,
  updateNotification,
} from '@aviary/contract/notifications/endpoints'
import type { Notification } from '@aviary/contract/notifications/schemas'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openTestApp, type Person, type TestApp } from '../../../testing/app.ts'
import { planEvent, subscribeToMaintenance } from '../../../testing/maintenance.ts'
import { listEventNotifications } from './public.ts'

const NOW = new Date('2026-08-20T12:00:00Z')

let server: TestApp
let operator: Person
let eventId: number
beforeAll(async () => {
  server = await openTestApp({ now: NOW })
  operator = await server.signInAs('operator')
  await subscribeToMaintenance(server, 'a@customer.example')
  await subscribeToMaintenance(server, 'b@customer.example')
  await subscribeToMaintenance(server, 'c@acme.example')
  await subscribeToMaintenance(server, 'd@customer.example', { dataCenters: ['eu'] })
})
beforeEach(async () => {
  server.setNow(NOW)
  eventId = await planEvent(server, { isInternal: true })
})
afterAll(async () => {
  expect(server.errors).toEqual([])
  await server.close()
})

const draft = (changes: object = {}) => ({
  mwin_id: eventId,
  n_type: 'Maintenance Announcement' as const,
  title: 'Storage upgrade',
  body: '<p>Some calls are slow.</p>',
  broadcast: 'Y' as const,
  subject: 'Storage upgrade',
  send_time: '2026-08-20T08:00:00-0700',
  is_test: 'N' as const,
  comm_src: 'Aviary',
  created_by: operator.email,
  ...changes,
})
const create = (changes: object = {}) => operator.call(createNotification, { body: draft(changes) as never })
const countStored = async () => (await listEventNotifications(server.db, [eventId])).get(eventId)?.length
const preview = async () => (await operator.call(previewNotification, { body: draft() as never })).body
const confirm = async () => {
  const { audience, event_version } = await preview()
  return { audience, event_version }
}
const update = (notification: Notification, changes: object) =>
  operator.call(updateNotification, {
    body: {
      notification_id: notification.id,
      mwin_id: notification.mwin_id,
      n_type: notification.n_type,
      title: notification.title,
      body: notification.body,
      subject: notification.subject,
      send_time: notification.send_time,
      broadcast: notification.broadcast,
      version: notification.version,
      ...changes,
    } as never,
  })
const changeEvent = async (changes: object) => {
  const answer = await operator.call(updateMaintenanceEvent, {
    body: {
      id: eventId,
      title: 'Storage upgrade',
      start_date: '2026-08-21T05:00:00-0700',
      end_date: '2026-08-21T08:00:00-0700',
      data_centers: ['us2'],
      is_internal: 'Y',
      ...changes,
    } as never,
  })
  expect(answer.status, JSON.stringify(answer.problem)).toBe(200)
}

test('a notification that is as it was confirmed is stored', async () => {
  const confirmed = await confirm()
  expect(confirmed).toEqual({ audience: 'INTERNAL', event_version: 1 })
  const created = await create({ confirmed })
  expect(created.status).toBe(200)
  const updated = await update(created.body.notification, { title: 'Another', confirmed })
  expect(updated.body.notification).toMatchObject({ title: 'Another', version: 2 })
})

test.each([
  ['audience', { is_internal: 'N' }, { audience: 'EXTERNAL', total: 3 }],
  ['data centers', { data_centers: ['us2', 'eu'] }, { audience: 'INTERNAL', total: 1 }],
  ['times', { end_date: '2026-08-21T09:00:00-0700' }, { audience: 'INTERNAL', total: 1 }],
])('an event whose %s change meanwhile refuses what was confirmed before', async (_, changes, reached) => {
  const reach = `${reached.total === 1 ? '1 person' : '3 people'}, ${reached.audience}`
  const confirmed = await confirm()
  const stored = (await create({ confirmed })).body.notification
  await changeEvent(changes)

  const created = await create({ confirmed })
  expect([created.status, created.problem.detail]).toEqual([
    409,
    `${operator.email} changed the maintenance event after this was confirmed: it would now go to ${reach}. Nothing has been stored or sent; look at it again`,
  ])
  expect(created.problem.current).toMatchObject({ event_version: 2, ...reached })
  const updated = await update(stored, { title: 'Another', confirmed })
  expect([updated.status, updated.problem.detail]).toEqual([409, created.problem.detail])
  expect(await countStored()).toBe(1)
  const again = await confirm()
  expect(again.event_version).toBe(2)
  expect((await create({ confirmed: again })).status).toBe(200)
  expect((await update(stored, { title: 'Another', confirmed: again })).status).toBe(200)
})

test('another audience than the confirmed one is refused, whatever made it so', async () => {
  const created = await create({ confirmed: { audience: 'EXTERNAL', event_version: 1 } })
  expect([created.status, created.problem.detail]).toEqual([
    409,
    'It would go to 1 person, INTERNAL, not EXTERNAL as was confirmed. Nothing has been stored or sent; look at it again',
  ])
})

test('calls that name nothing confirmed work as before', async () => {
  await changeEvent({ is_internal: 'N' })
  const created = await create()
  expect(created.status).toBe(200)
  expect((await update(created.body.notification, { title: 'Another' })).status).toBe(200)
})

test('what was confirmed is refused without a broadcast', async () => {
  const confirmed = await confirm()
  const created = await create({ broadcast: 'N', confirmed })
  expect([created.status, created.problem.detail]).toEqual([400, 'body.confirmed: is for broadcast Y'])
  const stored = (await create()).body.notification
  const updated = await update(stored, { broadcast: 'N', confirmed })
  expect([updated.status, updated.problem.detail]).toEqual([400, 'body.confirmed: is for broadcast Y'])
})

test('an edit that was confirmed for its mail is refused once the mail has gone out without it', async () => {
  const stored = (await create({ send_time: '2026-08-20T05:10:00-0700' })).body.notification
  const confirmed = await confirm()
  server.setNow(new Date('2026-08-20T12:10:00Z'))
  await server.sendDue()
  const updated = await update(stored, { body: '<p>All calls are slow.</p>', confirmed })
  expect([updated.status, updated.problem.detail]).toEqual([
    409,
    'The e-mails of this notification have been sent off without this change. Nothing has been stored',
  ])
  expect(updated.problem.current).toMatchObject({ id: stored.id, mail_queued: 'Y' })
})

test('the number of subscribers may change after the confirmation', async () => {
  const confirmed = await confirm()
  await subscribeToMaintenance(server, `${crypto.randomUUID()}@acme.example`)
  expect((await create({ confirmed })).status).toBe(200)
})
