import { requires } from '@aviary/contract/access'
import {
  createMaintenanceEvent,
  deleteMaintenanceEvent,
  getMaintenanceEvent,
  listMaintenanceEvents,
  listMaintenanceFlags,
  updateMaintenanceEvent,
} from '@aviary/contract/maintenance/endpoints'
import type { MaintenanceEvent } from '@aviary/contract/maintenance/schemas'
import { createNotification } from '@aviary/contract/notifications/endpoints'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openTestApp, type Person, type TestApp } from '../../../testing/app.ts'
import { startWorker } from '../../../testing/mailing.ts'
import { subscribeToMaintenance } from '../../../testing/maintenance.ts'
import { lastAudit, runOn, watchQueries } from '../../../testing/queries.ts'
import { startSmtp } from '../../../testing/smtp.ts'
import { waitFor } from '../../../testing/wait-for.ts'
import { auditLog } from '../../database/tables/audit.ts'
import { notifications } from '../../database/tables/maintenance.ts'

const NOW = new Date('2026-08-20T12:00:00Z')

let server: TestApp
let operator: Person
let administrator: Person
beforeAll(async () => {
  server = await openTestApp({ now: NOW })
  operator = await server.signInAs('operator')
  administrator = await server.signInAs('administrator')
})
beforeEach(() => server.setNow(NOW))
afterAll(async () => {
  expect(server.errors).toEqual([])
  await server.close()
})

const draft = (changes: object = {}) => ({
  title: 'Storage upgrade',
  start_date: '2026-09-01T22:00:00-0700',
  end_date: '2026-09-02T01:00:00-0700',
  data_centers: ['us2', 'eu'],
  is_internal: 'N' as const,
  flag: 'special',
  jira_id: 'A-1, B-2',
  created_by: operator.email,
  ...changes,
})
const post = (changes: object = {}, person = operator) =>
  person.call(createMaintenanceEvent, { body: draft(changes) })
async function createEvent(changes: object = {}): Promise<MaintenanceEvent> {
  const { status, body, problem } = await post(changes)
  expect(status, problem.detail).toBe(200)
  return body.maintenance_event
}
const edit = (event: { id: number }, changes: object = {}, person = operator) =>
  person.call(updateMaintenanceEvent, { body: { ...draft(), id: event.id, ...changes } })
const remove = (id: number, person = operator) => person.call(deleteMaintenanceEvent, { body: { id } })
const list = async (query: { notifications?: 'Y' | 'N' } = {}) =>
  (await operator.call(listMaintenanceEvents, { query })).body.maintenance_events
const read = async (id: number) =>
  (await operator.call(getMaintenanceEvent, { params: { id } })).body.maintenance_event
const audits = () => server.db.$count(auditLog)

const dataCenters = 'us2, eu, eu2, china, usg, acmegovprod, apj1'

// Input that spec 2 §5 forbids, and other bad input that a form or a script may send.
const BAD_INPUT: [object, string | RegExp][] = [
  [{ end_date: '2026-09-01T21:59:59-0700' }, 'body.end_date: The end date cannot be before the start'],
  [{ start_date: '2026-02-30T10:00:00-0800' }, 'body.start_date: there is no 2026-02-30 10:00:00'],
  [{ end_date: '2026-03-08T02:30:00-0800' }, /^body.end_date: 2026-03-08 02:30 does not exist in Pacific/],
  [{ start_date: '2026-07-01T10:00:00-0800' }, /^body.start_date: 2026-07-01 10:00 is -0700 in Pacific time/],
  [{ start_date: '2026-09-01T22:00:00' }, /^body.start_date: use a time with its offset/],
  [{ start_date: '1066-10-14T09:00:00Z' }, 'body.start_date: use a time from 1970 to 2999'],
  [{ title: '  ' }, 'body.title: Issue with title'],
  [{ title: 'x'.repeat(201) }, 'body.title: is longer than 200 characters: shorten it'],
  [{ data_centers: [] }, 'body.data_centers: Issue with data centers'],
  [
    { data_centers: ['us2', 'mars', 'us3'] },
    `body.data_centers: there is no data center 'mars', 'us3'; known are ${dataCenters}`,
  ],
  [
    { flag: 'urgent' },
    "body.flag: there is no flag 'urgent'; known are special, emergency, penetration_testing, freeze_window, monolith_deployment, audit",
  ],
  [{ jira_id: `A-1,${'J'.repeat(51)}` }, /^body.jira_id: 'J{51}' is longer than 50 characters/],
  [{ is_internal: 'perhaps' }, 'body.is_internal: use one of Y, N'],
  [{ is_internal: undefined }, 'body.is_internal: is required: use one of Y, N'],
  [{ title: undefined }, 'body.title: Issue with title'],
  [{ title: 7 }, 'body.title: use a text'],
  [{ start_date: undefined }, 'body.start_date: is required'],
  [{ end_date: undefined }, 'body.end_date: is required'],
  [{ data_centers: undefined }, 'body.data_centers: Issue with data centers'],
]

describe('planning an event', () => {
  test('returns the event as stored, lists it and writes an audit row', async () => {
    const event = await createEvent()
    expect(event).toEqual({
      id: expect.any(Number),
      title: 'Storage upgrade',
      is_internal: 'N',
      is_test: 'N',
      flag: 'special',
      jira_id: 'A-1, B-2',
      start_date: '2026-09-02T05:00:00.000Z',
      end_date: '2026-09-02T08:00:00.000Z',
      start_epoch: Date.parse('2026-09-02T05:00:00Z') / 1000,
      end_epoch: Date.parse('2026-09-02T08:00:00Z') / 1000,
      comm_src: 'Aviary',
      created_by: operator.email,
      created_date: '2026-08-20T12:00:00.000Z',
      created_epoch: NOW.getTime() / 1000,
      updated_by: null,
      updated_date: null,
      cancelled_by: null,
      cancelled_date: null,
      version: 1,
      data_centers: [
        { name: 'us2', system_name: 'us2' },
        { name: 'EMEA', system_name: 'eu' },
      ],
      notifications: [],
    })
    expect(await read(event.id)).toEqual(event)
    expect((await list()).find(({ id }) => id === event.id)).toEqual(event)
    const { notifications: _, ...after } = event
    expect(await lastAudit(server)).toMatchObject({
      actionName: 'Create Maintenance Event',
      userEmail: operator.email,
      context: { event_id: event.id, before: null, after },
    })
  })

  test('removes duplicate data centers and Jira ids, and accepts both forms of a data center and no flag', async () => {
    const event = await createEvent({
      title: ' Storage ',
      data_centers: [{ name: 'EMEA', system_name: 'eu' }, 'us2', 'eu'],
      jira_id: ' A-1 ,, A-1,B-2, ',
      flag: '',
      created_by: operator.email.toUpperCase(),
      comm_src: 'Planner',
    })
    expect(event).toMatchObject({
      title: 'Storage',
      jira_id: 'A-1, B-2',
      flag: null,
      created_by: operator.email,
      comm_src: 'Planner',
    })
    expect(event.data_centers.map(({ system_name }) => system_name)).toEqual(['us2', 'eu'])
    expect(await createEvent({ flag: null, jira_id: null })).toMatchObject({ flag: null, jira_id: '' })
    expect(await createEvent({ flag: undefined, jira_id: undefined })).toMatchObject({
      flag: null,
      jira_id: '',
    })
  })

  test('accepts an end equal to the start', async () => {
    const event = await createEvent({ end_date: draft().start_date })
    expect(event.end_date).toBe(event.start_date)
  })

  test.each(BAD_INPUT)('%j is refused and stores nothing', async (changes, detail) => {
    const before = await audits()
    const refused = await post(changes)
    expect([refused.status, refused.problem.errors?.length]).toEqual([400, 1])
    expect(refused.problem.detail).toMatch(detail)
    expect(await audits()).toBe(before)
  })

  test.each([
    [undefined, 'body.created_by: is required'],
    ['oleg', 'body.created_by: Invalid Email'],
  ])('refuses the creator %j and says what to correct', async (created_by, detail) => {
    expect((await post({ created_by })).problem.detail).toBe(detail)
  })

  test('folds line breaks in a title into spaces', async () => {
    expect((await createEvent({ title: ' Storage\r\nupgrade\u2028now ' })).title).toBe('Storage upgrade now')
  })

  test('is refused in the name of somebody else', async () => {
    const refused = await post({ created_by: administrator.email })
    expect([refused.status, refused.problem.errors?.[0]?.path]).toEqual([400, 'body.created_by'])
    expect(refused.problem.detail).toContain(`you are signed in as ${operator.email}`)
    expect((await post({ created_by: undefined })).problem.errors?.[0]?.path).toBe('body.created_by')
  })

  test('creates one event per Idempotency-Key, even for concurrent requests', async () => {
    const before = (await list()).length
    const again = () =>
      operator.call(createMaintenanceEvent, { body: draft(), headers: { 'idempotency-key': 'one-event' } })
    const answers = await Promise.all([again(), again()])
    answers.push(await again())
    expect(new Set(answers.map(({ body }) => body.maintenance_event.id)).size).toBe(1)
    expect((await list()).length).toBe(before + 1)
  })
})

describe('editing an event', () => {
  test('stores the changes, increments the version and writes an audit row with before and after', async () => {
    const event = await createEvent()
    server.setNow(new Date('2026-08-20T13:00:00Z'))
    const changes = {
      title: 'Storage replacement',
      end_date: '2026-09-02T02:00:00-0700',
      data_centers: ['apj1'],
      is_internal: 'Y',
      flag: 'audit',
      jira_id: 'C-3',
    }
    const { body } = await edit(event, { ...changes, created_by: 'x', version: 1 }, administrator)
    expect(body.maintenance_event).toEqual({
      ...event,
      ...changes,
      end_date: '2026-09-02T09:00:00.000Z',
      end_epoch: event.end_epoch + 3600,
      data_centers: [{ name: 'apj1', system_name: 'apj1' }],
      updated_by: administrator.email,
      updated_date: '2026-08-20T13:00:00.000Z',
      version: 2,
    })
    expect(await read(event.id)).toEqual(body.maintenance_event)
    expect(await lastAudit(server)).toMatchObject({
      actionName: 'Update Maintenance Event',
      context: {
        before: { title: 'Storage upgrade', version: 1 },
        after: { title: 'Storage replacement', version: 2 },
        followed_notifications: 0,
      },
    })
  })

  test('keeps a field that is left out and clears one that is empty', async () => {
    const event = await createEvent({ is_test: 'Y', comm_src: 'Planner' })
    const bare = { flag: undefined, jira_id: undefined, is_test: undefined }
    const updated = (await edit(event, { ...bare, title: 'Other' })).body.maintenance_event
    expect(updated).toMatchObject({ flag: 'special', jira_id: 'A-1, B-2', is_test: 'Y', comm_src: 'Planner' })
    const emptied = (await edit(event, { flag: '', jira_id: '', is_test: 'N' })).body.maintenance_event
    expect(emptied).toMatchObject({ flag: null, jira_id: '', is_test: 'N' })
  })

  test.each([
    {},
    { data_centers: ['eu', 'us2', 'us2'] },
    { jira_id: 'A-1,B-2' },
    { start_date: '2026-09-02T05:00:00Z' },
    { title: ' Storage upgrade ' },
    { comm_src: 'Planner' },
    { created_by: 'somebody@acme.example' },
  ])('is refused without a change: %j', async (changes) => {
    const refused = await edit(await createEvent(), changes)
    expect([refused.status, refused.problem.detail]).toEqual([400, 'body.title: Must Change A Value'])
  })

  test.each(BAD_INPUT)('%j is refused and changes nothing', async (changes, detail) => {
    const event = await createEvent()
    const refused = await edit(event, changes)
    expect(refused.status).toBe(400)
    expect(refused.problem.detail).toMatch(detail)
    expect(await read(event.id)).toEqual(event)
  })

  test('refuses the second of two concurrent edits with the current event', async () => {
    const event = await createEvent()
    const [first, second] = await Promise.all([
      edit(event, { title: 'Mine', version: 1 }),
      edit(event, { title: 'Yours', version: 1 }, administrator),
    ])
    expect([first.status, second.status].toSorted()).toEqual([200, 409])
    const [done, refused] = first.status === 200 ? [first, second] : [second, first]
    const saved = done.body.maintenance_event
    expect(refused.problem.detail).toBe(
      `${saved.updated_by} changed this event meanwhile. Compare with it and save again`,
    )
    expect(refused.problem.current).toEqual(saved)
    expect(await read(event.id)).toEqual(saved)
  })

  test('accepts the event’s own flag after it has left the list', async () => {
    await runOn(server, `insert into maintenance_flags values ('rehearsal', 'Rehearsal', 9)`)
    const event = await createEvent({ flag: 'rehearsal' })
    await runOn(server, `delete from maintenance_flags where system_name = 'rehearsal'`)
    expect((await edit(event, { flag: 'rehearsal', title: 'Other' })).status).toBe(200)
    expect((await post({ flag: 'rehearsal' })).status).toBe(400)
  })

  test('moves only a Complete that was due at the old end', async () => {
    const event = await createEvent()
    const complete = {
      mwin_id: event.id,
      n_type: 'Maintenance Complete' as const,
      title: 'Done',
      body: '<p>Done</p>',
      subject: 'Done',
      broadcast: 'Y' as const,
      is_test: 'N' as const,
      comm_src: 'Aviary',
      created_by: operator.email,
    }
    for (const send_time of [event.end_date, '2026-09-03T00:00:00Z'])
      expect((await operator.call(createNotification, { body: { ...complete, send_time } })).status).toBe(200)
    const { body } = await edit(event, { end_date: '2026-09-02T02:00:00-0700' })
    expect(body.maintenance_event.notifications.map(({ send_time }) => send_time)).toEqual([
      '2026-09-02T09:00:00.000Z',
      '2026-09-03T00:00:00.000Z',
    ])
    expect((await lastAudit(server))?.context).toMatchObject({ followed_notifications: 1 })
  })

  test('returns 404 for an unknown event', async () => {
    const refused = await edit({ id: 999_999 }, {})
    expect([refused.status, refused.problem.detail]).toEqual([
      404,
      'There is no maintenance event 999999; it may have been deleted',
    ])
    expect((await edit({ id: 3_000_000_000 }, {})).status).toBe(400)
  })
})

describe('deleting an event', () => {
  test('deletes its notifications, writes an audit row and works once', async () => {
    const event = await createEvent()
    const { status, body } = await remove(event.id)
    expect([status, body]).toEqual([200, { id: event.id, mails: [] }])
    expect(await lastAudit(server)).toMatchObject({
      actionName: 'Delete Maintenance Event',
      context: { event_id: event.id, before: event, after: null, mails: [] },
    })
    expect((await list()).map(({ id }) => id)).not.toContain(event.id)
    expect((await operator.call(getMaintenanceEvent, { params: { id: event.id } })).status).toBe(404)
    expect((await remove(event.id)).status).toBe(404)
  })

  test('stops the unsent mails and reports which were sent', async () => {
    const event = await createEvent({ data_centers: ['us2'] })
    for (const name of ['ana', 'bo', 'cy']) await subscribeToMaintenance(server, `${name}@customer.example`)
    const announcement = {
      mwin_id: event.id,
      n_type: 'Maintenance Announcement' as const,
      title: 'Storage upgrade in us2',
      body: '<p>Some calls are slow.</p>',
      subject: 'Data Center Maintenance',
      broadcast: 'Y' as const,
      is_test: 'N' as const,
      comm_src: 'Aviary',
      created_by: operator.email,
      send_time: '2026-08-20T12:00:00Z',
    }
    const { body } = await operator.call(createNotification, { body: announcement })
    const waiting = { ...announcement, title: 'Later', send_time: '2026-08-20T12:10:00Z' }
    expect((await operator.call(createNotification, { body: waiting })).status).toBe(200)
    await server.sendDue()
    // Marks one of the three mails as sent before the event is deleted.
    await server.db.execute(
      sql`update deliveries set state = 'sent', sent_at = now() where email = 'ana@customer.example'`,
    )
    await server.db.execute(sql`delete from delivery_queue where delivery_id in
      (select delivery_id from deliveries where email = 'ana@customer.example')`)
    const mails = [
      {
        notification_id: body.notification.id,
        title: 'Storage upgrade in us2',
        sent: 1,
        on_their_way: 0,
        stopped: 2,
      },
    ]
    expect((await remove(event.id)).body).toEqual({ id: event.id, mails })
    expect((await lastAudit(server))?.context).toMatchObject({ mails })
    expect(await server.db.$count(notifications)).toBe(await countOtherNotifications(event.id))

    server.setNow(new Date('2026-08-20T12:20:00Z'))
    await server.sendDue()
    const smtp = await startSmtp()
    const worker = await startWorker(server, { smtpUrl: smtp.url })
    await subscribeToMaintenance(server, 'proof@customer.example')
    const proof = await createEvent({ data_centers: ['us2'], title: 'Proof' })
    const after = { ...announcement, mwin_id: proof.id, send_time: '2026-08-20T12:20:00Z' }
    expect((await operator.call(createNotification, { body: after })).status).toBe(200)
    await server.sendDue()
    await waitFor(() => expect(smtp.received.length).toBe(4))
    await worker.stop()
    await smtp.close()
    // The mail server got only the later event's mails, one for each person: the deleted event's mails were
    // stopped.
    expect(smtp.received.map(({ to }) => to).toSorted()).toEqual(
      ['ana', 'bo', 'cy', 'proof'].map((name) => `${name}@customer.example`),
    )
  })
})

const countOtherNotifications = (eventId: number) =>
  server.db.$count(notifications, sql`event_id <> ${eventId}`)

describe('the list', () => {
  test('shows the newest start first and follows every write', async () => {
    const late = await createEvent({ start_date: '2031-01-01T00:00:00Z', end_date: '2031-01-02T00:00:00Z' })
    const later = await createEvent({ start_date: '2032-01-01T00:00:00Z', end_date: '2032-01-02T00:00:00Z' })
    const starts = (await list()).map(({ start_epoch }) => start_epoch)
    expect(starts).toEqual(starts.toSorted((a, b) => b - a))
    expect((await list()).slice(0, 2).map(({ id }) => id)).toEqual([later.id, late.id])
    await remove(later.id)
    expect((await list())[0]?.id).toBe(late.id)
  })

  test('of 5,000 events takes few queries and can leave out notifications', async () => {
    await server.db.execute(sql`with planned as (
      insert into maintenance_events (title, is_internal, jira_ids, start_date, end_date, comm_src, created_by, created_date)
      select 'Event ' || n, false, '{}', now() + n * interval '1 hour', now() + (n + 3) * interval '1 hour', 'test', 'x', now()
      from generate_series(1, 5000) n returning event_id)
      insert into maintenance_data_centers select event_id, name from planned, unnest('{eu,us2}'::text[]) name`)
    await createEvent() // a write, which drops the cached answer
    const watched = watchQueries()
    const bare = await list({ notifications: 'N' })
    const sentBare = watched.sent.splice(0)
    const whole = await list({ notifications: 'Y' })
    watched.stop()
    expect([bare.length, whole.length].every((length) => length > 5_000)).toBe(true)
    expect(bare.find(({ title }) => title === 'Event 4711')?.data_centers).toEqual([
      { name: 'us2', system_name: 'us2' },
      { name: 'EMEA', system_name: 'eu' },
    ])
    expect(bare.every((event) => event.notifications.length === 0)).toBe(true)
    expect(whole.some((event) => event.notifications.length > 0)).toBe(true)
    expect(sentBare.length).toBeLessThan(5)
    expect(sentBare.join('\n')).not.toMatch(/notifications/)
    expect(watched.sent.length).toBeLessThan(7)
  })
})

test('lists the flags of the specification, the two of the older version first', async () => {
  expect((await operator.call(listMaintenanceFlags)).body.flags).toEqual([
    { system_name: 'special', name: 'Special' },
    { system_name: 'emergency', name: 'Emergency' },
    { system_name: 'penetration_testing', name: 'Penetration testing' },
    { system_name: 'freeze_window', name: 'Freeze window' },
    { system_name: 'monolith_deployment', name: 'Monolith deployment' },
    { system_name: 'audit', name: 'Audit' },
  ])
})

test('reading events needs a session, writing needs the named actions', async () => {
  const subscriber = await server.signInAs('subscriber')
  const event = await createEvent()
  expect((await subscriber.call(getMaintenanceEvent, { params: { id: event.id } })).status).toBe(200)
  const writes = [
    await post({ created_by: subscriber.email }, subscriber),
    await edit(event, { title: 'x' }, subscriber),
    await remove(event.id, subscriber),
  ]
  expect(writes.map(({ status }) => status)).toEqual([403, 403, 403])
  // spec 2 §6
  expect(createMaintenanceEvent.access).toEqual(requires('create_maintenance_event'))
  expect(updateMaintenanceEvent.access).toEqual(requires('edit_maintenance_event'))
  expect(deleteMaintenanceEvent.access).toEqual(requires('delete_maintenance_event'))
})
