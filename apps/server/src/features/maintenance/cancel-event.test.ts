import {
  cancelMaintenanceEvent,
  createCalendarLink,
  getMaintenanceEvent,
  listMaintenanceEvents,
  listMaintenanceWindows,
  listOverlaps,
  updateMaintenanceEvent,
} from '@aviary/contract/maintenance/endpoints'
import {
  createNotification,
  listActiveNotifications,
  previewNotification,
  updateNotification,
} from '@aviary/contract/notifications/endpoints'
import type { Notification } from '@aviary/contract/notifications/schemas'
import nodeIcal, { type VEvent } from 'node-ical'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openTestApp, type Person, type TestApp } from '../../../testing/app.ts'
import { planEvent, subscribeToMaintenance } from '../../../testing/maintenance.ts'
import { lastAudit, runOn } from '../../../testing/queries.ts'
import { deliverAll } from '../../../testing/security.ts'
import { auditLog } from '../../database/tables/audit.ts'

const NOW = new Date('2026-08-20T12:00:00Z')
const HOUR = 60 * 60 * 1000
const inHours = (hours: number) => new Date(NOW.getTime() + hours * HOUR)

let server: TestApp
let operator: Person
beforeAll(async () => {
  server = await openTestApp({ now: NOW })
  operator = await server.signInAs('operator')
  await subscribeToMaintenance(server, 'ana@example.com', {
    types: ['Maintenance Announcement', 'Maintenance Cancelled'],
  })
})
beforeEach(async () => {
  server.setNow(NOW)
  await runOn(server, 'delete from maintenance_events')
})
afterAll(async () => {
  expect(server.errors).toEqual([])
  await server.close()
})

const cancel = (id: number, person = operator) => person.call(cancelMaintenanceEvent, { body: { id } })
const read = async (id: number) =>
  (await operator.call(getMaintenanceEvent, { params: { id } })).body.maintenance_event
const draft = (mwin_id: number, changes: object = {}) => ({
  ...{ mwin_id, n_type: 'Maintenance Announcement', title: 'Work on the storage' },
  ...{ body: '<p>Some calls are slow</p>', subject: 'Work on the storage' },
  ...{ broadcast: 'Y', send_time: inHours(1).toISOString() },
  ...{ is_test: 'N', created_by: operator.email, comm_src: 'aviary' },
  ...changes,
})
const notify = async (id: number, changes: object = {}): Promise<Notification> => {
  const { problem, status, body } = await operator.call(createNotification, {
    body: draft(id, changes) as never,
  })
  expect(status, problem.detail).toBe(200)
  return body.notification
}

test('an event is cancelled once, and says so in lists', async () => {
  const id = await planEvent(server)
  const cancelled = await cancel(id)
  expect(cancelled.status).toBe(200)
  const expected = { cancelled_by: operator.email, cancelled_date: NOW.toISOString(), version: 2 }
  expect(cancelled.body).toMatchObject({ maintenance_event: { id, ...expected }, mails: [] })
  expect((await operator.call(listMaintenanceEvents)).body.maintenance_events).toMatchObject([expected])
  expect((await operator.call(listMaintenanceWindows)).body.maintenance_windows).toMatchObject([expected])
  expect(await lastAudit(server)).toMatchObject({
    actionName: 'Cancel Maintenance Event',
    context: { event_id: id, before: { cancelled_date: null }, after: expected },
  })

  const audits = await server.db.$count(auditLog)
  server.setNow(inHours(1))
  const again = await cancel(id)
  expect([again.status, again.problem.detail]).toEqual([
    409,
    `Maintenance event ${id} was cancelled by ${operator.email} at ${NOW.toISOString()} already`,
  ])
  expect(again.problem.current).toMatchObject(expected)
  expect(await read(id)).toMatchObject(expected)
  expect(await server.db.$count(auditLog)).toBe(audits)
})

test('of two who cancel at once, one is refused', async () => {
  const id = await planEvent(server)
  const answers = await Promise.all([cancel(id), cancel(id)])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  expect(await read(id)).toMatchObject({ version: 2 })
})

test('an event in progress is cancelled, one that is over is not', async () => {
  const running = await planEvent(server, { start: inHours(-1) })
  const over = await planEvent(server, { start: inHours(-3), end: NOW })
  expect((await cancel(running)).status).toBe(200)
  const refused = await cancel(over)
  expect([refused.status, refused.problem.detail]).toEqual([
    409,
    `Maintenance event ${over} ended at ${NOW.toISOString()}: what is over cannot be cancelled`,
  ])
  expect((await cancel(999_999)).status).toBe(404)
  expect((await cancel(running, await server.signInAs('nobody'))).status).toBe(403)
})

test('a cancelled event is not edited any more', async () => {
  const id = await planEvent(server)
  await cancel(id)
  const { start_date, end_date, created_by } = await read(id)
  const edited = await operator.call(updateMaintenanceEvent, {
    body: { id, title: 'Another', start_date, end_date, data_centers: ['us2'], is_internal: 'N', created_by },
  })
  expect([edited.status, edited.problem.detail]).toEqual([
    409,
    `Maintenance event ${id} was cancelled by ${operator.email} at ${NOW.toISOString()}: it cannot be changed any more`,
  ])
})

test('calendars show it as cancelled, with a higher SEQUENCE', async () => {
  const id = await planEvent(server, { title: 'Storage upgrade' })
  const { links } = (await operator.call(createCalendarLink)).body
  const path = new URL(links[0]?.address ?? '').pathname
  const readEvent = async (locale = 'en') => {
    const { body } = await server.app.inject({ url: `${path}?locale=${locale}` })
    return Object.values(nodeIcal.sync.parseICS(body)).find((part): part is VEvent => part?.type === 'VEVENT')
  }
  const before = await readEvent()
  expect(before).toMatchObject({ status: 'CONFIRMED', sequence: 1, summary: 'Storage upgrade' })
  server.setNow(inHours(1))
  await cancel(id)
  const after = await readEvent()
  expect(after).toMatchObject({ status: 'CANCELLED', sequence: 2, uid: before?.uid })
  expect(after?.summary).toBe('[CANCELLED] Storage upgrade')
  expect(after?.dtstamp.toISOString()).toBe(inHours(1).toISOString())
  expect((await readEvent('de'))?.summary).toBe('[ABGESAGT] Storage upgrade')
})

test('it overlaps with nothing any more', async () => {
  const id = await planEvent(server)
  const listTitles = async () => {
    const query = { start_date: inHours(1).toISOString(), end_date: inHours(48).toISOString() }
    return (await operator.call(listOverlaps, { query })).body.overlaps.map(({ title }) => title)
  }
  expect(await listTitles()).toEqual(['Storage upgrade'])
  await cancel(id)
  expect(await listTitles()).toEqual([])
})

test('what waits to be mailed is not, except that it was cancelled', async () => {
  const id = await planEvent(server)
  const announcement = await notify(id)
  const complete = await notify(id, {
    n_type: 'Maintenance Complete',
    send_time: inHours(27).toISOString(),
  })
  const cancellation = await notify(id, {
    n_type: 'Maintenance Cancelled',
    send_time: inHours(2).toISOString(),
  })
  const shown = await notify(id, {
    ...{ n_type: 'Personalized Open', broadcast: 'N', send_time: undefined },
    ...{ start_date: inHours(-1).toISOString(), end_date: inHours(30).toISOString() },
  })
  const listShown = async () =>
    (await operator.call(listActiveNotifications)).body.notifications.map((active) => active.id)
  expect(await listShown()).toEqual([shown.id])

  expect((await cancel(id)).status).toBe(200)
  expect((await lastAudit(server))?.context).toMatchObject({
    unscheduled_notifications: [announcement.id, complete.id],
  })
  expect((await read(id)).notifications).toMatchObject([
    { id: announcement.id, broadcast: 'N', send_time: null, version: 2 },
    { id: complete.id, broadcast: 'N', send_time: null },
    { id: cancellation.id, broadcast: 'Y', send_time: inHours(2).toISOString(), version: 1 },
    { id: shown.id, version: 1 },
  ])
  expect(await listShown()).toEqual([])
  server.setNow(inHours(28))
  expect(await server.sendDue()).toEqual({ sent: 1, failed: 0 })
  expect((await deliverAll(server)).map(({ to }) => to)).toEqual(['ana@example.com'])
})

test('mails that are being sent are stopped, but for those that say that it was cancelled', async () => {
  const id = await planEvent(server)
  const announcement = await notify(id)
  const cancellation = await notify(id, { n_type: 'Maintenance Cancelled' })
  server.setNow(inHours(2))
  expect(await server.sendDue()).toEqual({ sent: 2, failed: 0 })
  const { body } = await cancel(id)
  expect(body.mails).toEqual([
    { notification_id: announcement.id, title: announcement.title, sent: 0, on_their_way: 0, stopped: 1 },
  ])
  const notifications = (await read(id)).notifications
  expect(notifications.map((notification) => [notification.id, notification.progress?.stopped])).toEqual([
    [announcement.id, 1],
    [cancellation.id, 0],
  ])
  expect(await deliverAll(server)).toHaveLength(1)
})

test('of a cancelled event one can only write that it was cancelled', async () => {
  const id = await planEvent(server)
  const announcement = await notify(id)
  await cancel(id)
  const reason = `Maintenance event ${id} was cancelled by ${operator.email} at ${NOW.toISOString()}: its only notification can be a Maintenance Cancelled`
  for (const endpoint of [createNotification, previewNotification]) {
    const refused = await operator.call(endpoint, { body: draft(id) as never })
    expect([refused.status, refused.problem.detail]).toEqual([409, reason])
  }
  const edit = (changes: object) =>
    operator.call(updateNotification, {
      body: { ...draft(id), notification_id: announcement.id, ...changes } as never,
    })
  const refused = await edit({})
  expect([refused.status, refused.problem.detail]).toEqual([409, reason])
  const mail = { n_type: 'Maintenance Cancelled' }
  expect((await operator.call(previewNotification, { body: draft(id, mail) as never })).status).toBe(200)
  await notify(id, mail)
  expect((await edit(mail)).status).toBe(200)
})
