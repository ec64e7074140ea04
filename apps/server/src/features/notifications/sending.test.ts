import { listBroadcasts, listDeliveries, retryDeliveries } from '@aviary/contract/deliveries/endpoints'
import {
  createMaintenanceWindow,
  listMaintenanceEvents,
  updateMaintenanceEvent,
} from '@aviary/contract/maintenance/endpoints'
import {
  createNotification,
  deleteNotification,
  updateNotification,
} from '@aviary/contract/notifications/endpoints'
import type { Notification } from '@aviary/contract/notifications/schemas'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { openTestApp, type Person, type TestApp } from '../../../testing/app.ts'
import { startWorker, type TestWorker } from '../../../testing/mailing.ts'
import { planEvent, subscribeToMaintenance } from '../../../testing/maintenance.ts'
import { lastAudit, runOn } from '../../../testing/queries.ts'
import { startSmtp, type TestSmtp } from '../../../testing/smtp.ts'
import { openChanges } from '../../database/changes.ts'
import { startSchedule } from '../../jobs/schedule.ts'
import { listNotificationsOf, stopNotificationsOf } from './public.ts'

// A scheduled notification takes its recipients when it is due; until then whatever changes about it changes what goes out.

const NOW = new Date('2026-08-20T12:00:00Z')
const DUE = '2026-08-20T06:00:00-0700' // an hour later

let server: TestApp
let operator: Person
let smtp: TestSmtp
let worker: TestWorker | undefined
let eventId: number

beforeAll(async () => {
  server = await openTestApp({ now: NOW })
  operator = await server.signInAs('operator')
})
beforeEach(async () => {
  server.setNow(NOW)
  await runOn(server, 'truncate subscribers cascade; truncate delivery_queue; truncate notifications')
  smtp = await startSmtp()
  eventId = await planEvent(server)
})
afterEach(async () => {
  await worker?.stop()
  worker = undefined
  await smtp.close()
})
afterAll(async () => {
  expect(server.errors).toEqual([])
  await server.close()
})

const at = (time: string) => server.setNow(new Date(`2026-08-20T${time}Z`))

async function schedule(changes: object = {}): Promise<Notification> {
  const body = {
    mwin_id: eventId,
    n_type: 'Maintenance Announcement',
    title: 'Storage upgrade in us2',
    body: { en: '<p>Some calls are slow.</p>' },
    subject: 'Data Center Maintenance August 21, 2026',
    broadcast: 'Y',
    is_test: 'N',
    comm_src: 'Aviary',
    created_by: operator.email,
    send_time: DUE,
    ...changes,
  }
  const answer = await operator.call(createNotification, { body: body as never })
  expect(answer.status, JSON.stringify(answer.problem)).toBe(200)
  return answer.body.notification
}
const edit = (one: Notification, changes: object) =>
  operator.call(updateNotification, {
    body: { ...one, notification_id: one.id, email_fields: undefined, ...changes } as never,
  })
const current = async () => (await listNotificationsOf(server.db, [eventId])).get(eventId) ?? []
const ledger = async () => {
  const support = await server.signInAs('support')
  const { deliveries } = (
    await support.call(listDeliveries, { query: { reference: `MNT-${eventId}` } as never })
  ).body
  return deliveries.map(({ email, state }) => `${email} ${state}`).toSorted()
}
const mail = async () => {
  worker = await startWorker(server, { smtpUrl: smtp.url })
  await vi.waitFor(async () => expect(smtp.received.length).toBeGreaterThan(0), { timeout: 5_000 })
}

test('a notification is mailed at its send time, to those who subscribe to its type in its data centers then', async () => {
  const one = await schedule()
  await subscribeToMaintenance(server, 'here@customer.example')
  await subscribeToMaintenance(server, 'elsewhere@customer.example', { dataCenters: ['eu'] })
  await subscribeToMaintenance(server, 'updates@customer.example', { types: ['Maintenance Update'] })
  at('12:59:59.999')
  expect(await server.sendDue()).toEqual({ sent: 0, failed: 0 })
  at('13:00:00.000')
  expect(await server.sendDue()).toEqual({ sent: 1, failed: 0 })
  expect(await server.sendDue()).toEqual({ sent: 0, failed: 0 })
  expect(await current()).toMatchObject([
    { id: one.id, mail_queued: 'Y', sent_time: '2026-08-20T13:00:00.000Z', progress: { queued: 1 } },
  ])
  expect(await lastAudit(server)).toMatchObject({
    actionName: 'Send Notification',
    userEmail: operator.email,
    context: { notification_id: one.id, event_id: eventId, recipients: 1, audience: 'EXTERNAL' },
  })
  await mail()
  expect(smtp.received.map(({ to }) => to)).toEqual(['here@customer.example'])
  const sent = await smtp.read(0)
  expect(sent.subject).toBe('Data Center Maintenance August 21, 2026')
  expect(sent.text).toContain('Starts: 2026-08-21 05:00 PDT (2026-08-21 12:00 UTC)')
  expect(sent.html).toContain(`/maintenance_event/review/${eventId}`)
  await vi.waitFor(async () => expect(await ledger()).toEqual(['here@customer.example sent']))
})

test('what is edited before it is due changes what goes out, and to whom', async () => {
  const one = await schedule()
  await subscribeToMaintenance(server, 'here@customer.example', { types: ['Maintenance Update'] })
  const later = await edit(one, {
    n_type: 'Maintenance Update',
    subject: '[Update] Later',
    send_time: '2026-08-20T07:00:00-0700',
  })
  expect(later.status).toBe(200)
  at('13:30:00')
  expect(await server.sendDue()).toEqual({ sent: 0, failed: 0 })
  at('14:00:00')
  expect(await server.sendDue()).toEqual({ sent: 1, failed: 0 })
  await mail()
  expect((await smtp.read(0)).subject).toBe('[Update] Later')
})

test('what is deleted, or set to no broadcast, before it is due is not mailed', async () => {
  await subscribeToMaintenance(server, 'here@customer.example')
  const one = await schedule()
  const answer = await operator.call(deleteNotification, { body: { notification_id: one.id } })
  expect(answer.body).toEqual({ notification_id: one.id, mails: [] })
  await edit(await schedule(), { broadcast: 'N' })
  await schedule()
  await stopNotificationsOf(server.db, eventId, server.now())
  await runOn(server, `delete from maintenance_events where event_id = ${eventId}`)
  at('14:00:00')
  expect(await server.sendDue()).toEqual({ sent: 0, failed: 0 })
})

test('an internal event is told to internal domains only, whatever the people subscribe to', async () => {
  eventId = await planEvent(server, { isInternal: true })
  await subscribeToMaintenance(server, 'out@customer.example')
  await subscribeToMaintenance(server, 'in@acme.example')
  await schedule()
  at('13:00:00')
  await server.sendDue()
  expect(await ledger()).toEqual(['in@acme.example queued'])
})

test('an event that is made internal before the mails are due keeps them in the house', async () => {
  await subscribeToMaintenance(server, 'out@customer.example')
  await schedule()
  await runOn(server, `update maintenance_events set is_internal = true where event_id = ${eventId}`)
  at('13:00:00')
  await server.sendDue()
  expect(await ledger()).toEqual([])
})

test('once it is mailed, when, whom and under which subject are fixed; its words can still be mended', async () => {
  await subscribeToMaintenance(server, 'here@customer.example')
  await schedule()
  at('13:00:00')
  await server.sendDue()
  const [sent] = await current()
  if (!sent) throw new Error('It is there')
  for (const changes of [
    { send_time: '2026-08-20T09:00:00-0700' },
    { subject: 'Another' },
    { subject: { ...sent.subject, de: 'Anders' } },
    { n_type: 'Maintenance Update' },
    { broadcast: 'N' },
    { is_internal: 'Y' },
  ]) {
    const refused = await edit(sent, changes)
    expect([refused.status, refused.problem.detail]).toEqual([
      409,
      'The e-mails of this notification have been sent off: its type, broadcast, subject and send time cannot change any more',
    ])
  }
  expect((await edit(sent, { body: { en: '<p>Some calls fail.</p>' } })).status).toBe(200)
  expect(await server.sendDue()).toEqual({ sent: 0, failed: 0 })
})

test('deleting one that is being mailed stops the rest and tells what has gone out', async () => {
  for (const name of ['a', 'b', 'c', 'd']) await subscribeToMaintenance(server, `${name}@customer.example`)
  const one = await schedule()
  at('13:00:00')
  await server.sendDue()
  // One has been sent, one is with a worker at this moment.
  await runOn(
    server,
    `with picked as (select delivery_id, row_number() over (order by delivery_id) n from delivery_queue),
       sent as (delete from delivery_queue q using picked p where q.delivery_id = p.delivery_id and n = 1 returning q.delivery_id),
       held as (update delivery_queue q set worker = 'other', due_at = '2026-08-20T13:00:20Z' from picked p
         where q.delivery_id = p.delivery_id and n = 2 returning q.delivery_id)
     update deliveries d set state = 'sent' from sent where d.delivery_id = sent.delivery_id`,
  )
  const answer = await operator.call(deleteNotification, { body: { notification_id: one.id } })
  expect(answer.body.mails).toEqual([
    { notification_id: one.id, title: one.title, sent: 1, on_their_way: 1, stopped: 2 },
  ])
  expect(await lastAudit(server)).toMatchObject({ context: { mails: [{ sent: 1, stopped: 2 }] } })
  expect((await ledger()).filter((line) => line.endsWith('stopped'))).toHaveLength(2)
  const { broadcasts } = (
    await operator.call(listBroadcasts, { query: { reference: `MNT-${eventId}` } as never })
  ).body
  expect(broadcasts[0]).toMatchObject({
    kind: 'notification',
    notification_id: one.id,
    progress: { sent: 1, queued: 1, stopped: 2 },
  })
  // What was stopped cannot be tried again.
  const retry = { broadcast_id: broadcasts[0]?.broadcast_id ?? 0 }
  expect((await operator.call(retryDeliveries, { body: retry })).status).toBe(404)
})

const move = (changes: object) =>
  operator.call(updateMaintenanceEvent, {
    body: {
      ...{ id: eventId, title: 'Storage upgrade', is_internal: 'N', data_centers: ['us2'] },
      ...{ start_date: '2026-08-21T05:00:00-0700', end_date: '2026-08-21T08:00:00-0700' },
      ...changes,
    } as never,
  })

test('a Complete that waits for the end of its event moves with it; one with a time of its own does not', async () => {
  const waiting = await schedule({ n_type: 'Maintenance Complete', send_time: '2026-08-21T08:00:00-0700' })
  const own = await schedule({ n_type: 'Maintenance Complete', send_time: '2026-08-21T09:00:00-0700' })
  expect((await move({ end_date: '2026-08-21T11:00:00-0700' })).status).toBe(200)
  expect((await current()).map(({ id, send_time, version }) => [id, send_time, version])).toEqual([
    [waiting.id, '2026-08-21T18:00:00.000Z', 2],
    [own.id, '2026-08-21T16:00:00.000Z', 1],
  ])
  // Whoever had it open before is told, and does not move it back.
  expect((await edit(waiting, { title: 'Done' })).status).toBe(409)
})

test('a subject with the date of its event gets the new date; one that somebody wrote stays', async () => {
  const dated = await schedule()
  const own = await schedule({ subject: 'Storage: read this' })
  await move({ start_date: '2026-08-28T05:00:00-0700', end_date: '2026-08-28T08:00:00-0700' })
  expect((await current()).map(({ id, subject }) => [id, subject.en])).toEqual([
    [dated.id, 'Data Center Maintenance August 28, 2026'],
    [own.id, 'Storage: read this'],
  ])
})

test('the notification of the older calls follows its event and is never mailed', async () => {
  const { body } = await operator.call(createMaintenanceWindow, {
    body: {
      ...{ title: 'Old title', notification_body: 'Slow', is_internal: 'N', is_test: 'N' },
      ...{ data_centers: ['us2'], created_by: operator.email },
      ...{ start_date: '2026-08-21T05:00:00-0700', end_date: '2026-08-21T08:00:00-0700' },
    },
  })
  eventId = body.maintenance_window.id
  await move({ title: 'New title', is_internal: 'Y' })
  const [own] = await current()
  expect(own).toMatchObject({ title: 'New title', is_internal: 'Y', broadcast: 'N' })
  if (!own) throw new Error('It is there')
  const refused = await edit(own, { broadcast: 'Y', subject: 'x', send_time: DUE })
  expect([refused.status, refused.problem.detail]).toEqual([
    400,
    'body.broadcast: the notification of an event of the older calls is not mailed: create another one',
  ])
})

test('a Personalized Open that is moved to now is mailed now, once; one that is over is not mailed', async () => {
  const later = { start_date: '2026-08-21T05:00:00-0700', end_date: '2026-08-21T08:00:00-0700' }
  const now = { start_date: '2026-08-20T04:00:00-0700', end_date: '2026-08-20T08:00:00-0700' }
  const open = await schedule({ ...later, n_type: 'Personalized Open', send_time: undefined })
  expect((await edit(open, now)).body.notification.send_time).toBe(NOW.toISOString())
  expect(await server.sendDue()).toEqual({ sent: 1, failed: 0 })
  const [sent] = await current()
  if (!sent) throw new Error('It is there')
  // It may end early, and its words may be mended when it is over.
  expect((await edit(sent, { end_date: '2026-08-20T04:30:00-0700' })).status).toBe(200)
  expect(await server.sendDue()).toEqual({ sent: 0, failed: 0 })
  const over = { start_date: '2020-01-01T00:00:00-0800', end_date: '2020-01-02T00:00:00-0800' }
  const refused = await edit(await schedule({ ...later, n_type: 'Personalized Open' }), over)
  expect(refused.problem.detail).toMatch(/^body\.end_date: 2020-01-02T08:00:00\.000Z has gone by/)
})

test('two processes that look at the same moment send each notification once', async () => {
  await subscribeToMaintenance(server, 'here@customer.example')
  for (const _ of [1, 2, 3]) await schedule()
  at('13:00:00')
  const found = await Promise.all([server.sendDue(), server.sendDue(), server.sendDue()])
  expect(found.reduce((sum, { sent }) => sum + sent, 0)).toBe(3)
  expect(await ledger()).toEqual(Array.from({ length: 3 }, () => 'here@customer.example queued'))
})

test('one that cannot be sent does not hold up the others, and is told', async () => {
  await subscribeToMaintenance(server, 'here@customer.example')
  const broken = await schedule()
  await schedule()
  at('13:00:00')
  await runOn(
    server,
    `create function refuse() returns trigger language plpgsql as $$ begin raise exception 'refused'; end $$;
     create trigger refuse before update on notifications for each row when (new.broadcast_id is not null
     and new.notification_id = ${broken.id}) execute function refuse()`,
  )
  expect(await server.sendDue()).toEqual({ sent: 1, failed: 1 })
  await runOn(server, 'drop trigger refuse on notifications; drop function refuse()')
  expect(server.errors.splice(0).join()).toContain('a notification could not be sent')
  // Nothing of the failed one was left behind: no recipients, no audit row.
  expect(await ledger()).toEqual(['here@customer.example queued'])
})

test('the schedule sends what came due while nothing ran, and what a person schedules for now, at once', async () => {
  await subscribeToMaintenance(server, 'here@customer.example')
  await schedule()
  at('13:30:00')
  const changes = await openChanges(server.databaseUrl, () => undefined)
  const stop = startSchedule({
    ...{ db: server.db, changes, clock: server.now },
    log: { error: (about: object) => void server.errors.push(JSON.stringify(about)) } as never,
    settings: { providerName: 'Acme', publicUrl: 'https://aviary.example', internalDomains: [] },
  })
  await vi.waitFor(async () => expect(await ledger()).toHaveLength(1))
  await schedule({ send_time: '2026-08-20T06:30:00-0700' })
  await vi.waitFor(async () => expect(await ledger()).toHaveLength(2), { timeout: 5_000 })
  await stop()
  await changes.close()
})

test('the list of events tells how far the mails are, also while nobody writes', async () => {
  await subscribeToMaintenance(server, 'here@customer.example')
  await schedule()
  at('13:00:00')
  await server.sendDue()
  const sent = async () => {
    const { maintenance_events } = (await operator.call(listMaintenanceEvents)).body
    return maintenance_events.find(({ id }) => id === eventId)?.notifications[0]?.progress?.sent
  }
  await vi.waitFor(async () => expect(await sent()).toBe(0))
  await runOn(server, `delete from delivery_queue`)
  at('13:00:03')
  expect(await sent()).toBe(1)
})
