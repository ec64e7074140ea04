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
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { openTestApp, type Person, type TestApp } from '../../../testing/app.ts'
import { startWorker, type TestWorker } from '../../../testing/mailing.ts'
import { planEvent, subscribeToMaintenance } from '../../../testing/maintenance.ts'
import { lastAudit, runOn } from '../../../testing/queries.ts'
import { startSmtp, type TestSmtp } from '../../../testing/smtp.ts'
import { waitFor } from '../../../testing/wait-for.ts'
import { openChanges } from '../../database/changes.ts'
import { startSchedule } from '../../jobs/schedule.ts'
import { listEventNotifications, stopEventNotifications } from './public.ts'

// Recipients are determined at the send time; every change before the send time changes the mail.

const NOW = new Date('2026-08-20T12:00:00Z')
const DUE = '2026-08-20T06:00:00-0700' // one hour after NOW

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

const setTime = (time: string) => server.setNow(new Date(`2026-08-20T${time}Z`))

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
const edit = (notification: Notification, changes: object) =>
  operator.call(updateNotification, {
    body: { ...notification, notification_id: notification.id, email_fields: undefined, ...changes } as never,
  })
const listCurrent = async () => (await listEventNotifications(server.db, [eventId])).get(eventId) ?? []
const ledger = async () => {
  const support = await server.signInAs('support')
  const { deliveries } = (
    await support.call(listDeliveries, { query: { reference: `MNT-${eventId}` } as never })
  ).body
  return deliveries.map(({ email, state }) => `${email} ${state}`).toSorted()
}
const startMailing = async () => {
  worker = await startWorker(server, { smtpUrl: smtp.url })
  await waitFor(async () => expect(smtp.received.length).toBeGreaterThan(0))
}

test('a notification is mailed at its send time, to people subscribed to its type and data centers then', async () => {
  const notification = await schedule()
  await subscribeToMaintenance(server, 'here@customer.example')
  await subscribeToMaintenance(server, 'elsewhere@customer.example', { dataCenters: ['eu'] })
  await subscribeToMaintenance(server, 'updates@customer.example', { types: ['Maintenance Update'] })
  setTime('12:59:59.999')
  expect(await server.sendDue()).toEqual({ sent: 0, failed: 0 })
  setTime('13:00:00.000')
  expect(await server.sendDue()).toEqual({ sent: 1, failed: 0 })
  expect(await server.sendDue()).toEqual({ sent: 0, failed: 0 })
  expect(await listCurrent()).toMatchObject([
    { id: notification.id, mail_queued: 'Y', sent_time: '2026-08-20T13:00:00.000Z', progress: { queued: 1 } },
  ])
  expect(await lastAudit(server)).toMatchObject({
    actionName: 'Send Notification',
    userEmail: operator.email,
    context: { notification_id: notification.id, event_id: eventId, recipients: 1, audience: 'EXTERNAL' },
  })
  await startMailing()
  expect(smtp.received.map(({ to }) => to)).toEqual(['here@customer.example'])
  const sent = await smtp.read(0)
  expect(sent.subject).toBe('Data Center Maintenance August 21, 2026')
  expect(sent.text).toContain('Starts: 2026-08-21 05:00 PDT (2026-08-21 12:00 UTC)')
  // People outside cannot open Aviary.
  expect(sent.html).not.toContain('/maintenance_event/')
  const header = (name: string) => sent.headers.find(({ key }) => key === name)?.value
  expect(header('list-id')).toBe('Maintenance <notifications.acme.example>')
  expect(header('references')).toMatch(/^<maintenance\.[0-9a-v]{26}@acme\.example>$/)
  await waitFor(async () => expect(await ledger()).toEqual(['here@customer.example sent']))
})

test('an edit before the send time changes the mail and its recipients', async () => {
  const notification = await schedule()
  await subscribeToMaintenance(server, 'here@customer.example', { types: ['Maintenance Update'] })
  const later = await edit(notification, {
    n_type: 'Maintenance Update',
    subject: '[Update] Later',
    send_time: '2026-08-20T07:00:00-0700',
  })
  expect(later.status).toBe(200)
  setTime('13:30:00')
  expect(await server.sendDue()).toEqual({ sent: 0, failed: 0 })
  setTime('14:00:00')
  expect(await server.sendDue()).toEqual({ sent: 1, failed: 0 })
  await startMailing()
  expect((await smtp.read(0)).subject).toBe('[Update] Later')
})

test('a notification deleted or set to no broadcast before its send time is not mailed', async () => {
  await subscribeToMaintenance(server, 'here@customer.example')
  const notification = await schedule()
  const answer = await operator.call(deleteNotification, { body: { notification_id: notification.id } })
  expect(answer.body).toEqual({ notification_id: notification.id, mails: [] })
  await edit(await schedule(), { broadcast: 'N' })
  await schedule()
  await stopEventNotifications(server.db, { eventId, dataCenters: ['us2'] }, server.now())
  await runOn(server, `delete from maintenance_events where event_id = ${eventId}`)
  setTime('14:00:00')
  expect(await server.sendDue()).toEqual({ sent: 0, failed: 0 })
})

test('an internal event is mailed to internal domains only, whatever people subscribe to', async () => {
  eventId = await planEvent(server, { isInternal: true })
  await subscribeToMaintenance(server, 'out@customer.example')
  await subscribeToMaintenance(server, 'in@acme.example')
  await schedule()
  setTime('13:00:00')
  await server.sendDue()
  expect(await ledger()).toEqual(['in@acme.example queued'])
})

test('an event made internal before the send time is mailed to internal domains only', async () => {
  await subscribeToMaintenance(server, 'out@customer.example')
  await schedule()
  await runOn(server, `update maintenance_events set is_internal = true where event_id = ${eventId}`)
  setTime('13:00:00')
  await server.sendDue()
  expect(await ledger()).toEqual([])
})

test('after mailing, the time, recipients and subject are fixed, but the text can be corrected', async () => {
  await subscribeToMaintenance(server, 'here@customer.example')
  await schedule()
  setTime('13:00:00')
  await server.sendDue()
  const [sent] = await listCurrent()
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

test('deleting a notification during mailing stops the rest and reports what was sent', async () => {
  for (const name of ['a', 'b', 'c', 'd']) await subscribeToMaintenance(server, `${name}@customer.example`)
  const notification = await schedule()
  setTime('13:00:00')
  await server.sendDue()
  // One mail has been sent, and a worker is sending another at this moment.
  await runOn(
    server,
    `with picked as (select delivery_id, row_number() over (order by delivery_id) n from delivery_queue),
       sent as (delete from delivery_queue q using picked p where q.delivery_id = p.delivery_id and n = 1 returning q.delivery_id),
       held as (update delivery_queue q set worker = 'other', due_at = '2026-08-20T13:00:20Z' from picked p
         where q.delivery_id = p.delivery_id and n = 2 returning q.delivery_id)
     update deliveries d set state = 'sent' from sent where d.delivery_id = sent.delivery_id`,
  )
  const answer = await operator.call(deleteNotification, { body: { notification_id: notification.id } })
  expect(answer.body.mails).toEqual([
    { notification_id: notification.id, title: notification.title, sent: 1, on_their_way: 1, stopped: 2 },
  ])
  expect(await lastAudit(server)).toMatchObject({ context: { mails: [{ sent: 1, stopped: 2 }] } })
  expect((await ledger()).filter((line) => line.endsWith('stopped'))).toHaveLength(2)
  const { broadcasts } = (
    await operator.call(listBroadcasts, { query: { reference: `MNT-${eventId}` } as never })
  ).body
  expect(broadcasts[0]).toMatchObject({
    kind: 'notification',
    notification_id: notification.id,
    progress: { sent: 1, queued: 1, stopped: 2 },
  })
  // Stopped mails cannot be retried.
  const retry = { broadcast_id: broadcasts[0]?.broadcast_id ?? 0 }
  expect((await operator.call(retryDeliveries, { body: retry })).status).toBe(404)
})

const updateEvent = (changes: object) =>
  operator.call(updateMaintenanceEvent, {
    body: {
      ...{ id: eventId, title: 'Storage upgrade', is_internal: 'N', data_centers: ['us2'] },
      ...{ start_date: '2026-08-21T05:00:00-0700', end_date: '2026-08-21T08:00:00-0700' },
      ...changes,
    } as never,
  })

test('a Complete due at the end of its event moves with it; one with its own time does not', async () => {
  const waiting = await schedule({ n_type: 'Maintenance Complete', send_time: '2026-08-21T08:00:00-0700' })
  const ownTime = await schedule({ n_type: 'Maintenance Complete', send_time: '2026-08-21T09:00:00-0700' })
  expect((await updateEvent({ end_date: '2026-08-21T11:00:00-0700' })).status).toBe(200)
  expect((await listCurrent()).map(({ id, send_time, version }) => [id, send_time, version])).toEqual([
    [waiting.id, '2026-08-21T18:00:00.000Z', 2],
    [ownTime.id, '2026-08-21T16:00:00.000Z', 1],
  ])
  // An edit that was opened before the move is outdated and cannot undo the move.
  expect((await edit(waiting, { title: 'Done' })).status).toBe(409)
})

test('a default subject gets the new date of its event; a custom one stays', async () => {
  const dated = await schedule()
  const ownSubject = await schedule({ subject: 'Storage: read this' })
  await updateEvent({ start_date: '2026-08-28T05:00:00-0700', end_date: '2026-08-28T08:00:00-0700' })
  expect((await listCurrent()).map(({ id, subject }) => [id, subject.en])).toEqual([
    [dated.id, 'Data Center Maintenance August 28, 2026'],
    [ownSubject.id, 'Storage: read this'],
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
  await updateEvent({ title: 'New title', is_internal: 'Y' })
  const [windowNotification] = await listCurrent()
  expect(windowNotification).toMatchObject({ title: 'New title', is_internal: 'Y', broadcast: 'N' })
  if (!windowNotification) throw new Error('It is there')
  const refused = await edit(windowNotification, { broadcast: 'Y', subject: 'x', send_time: DUE })
  expect([refused.status, refused.problem.detail]).toEqual([
    400,
    'body.broadcast: the notification of an event of the older calls is not mailed: create another one',
  ])
})

test('a Personalized Open moved to now is mailed once; one that is over is not mailed', async () => {
  const later = { start_date: '2026-08-21T05:00:00-0700', end_date: '2026-08-21T08:00:00-0700' }
  const now = { start_date: '2026-08-20T04:00:00-0700', end_date: '2026-08-20T08:00:00-0700' }
  const open = await schedule({ ...later, n_type: 'Personalized Open', send_time: undefined })
  expect((await edit(open, now)).body.notification.send_time).toBe(NOW.toISOString())
  expect(await server.sendDue()).toEqual({ sent: 1, failed: 0 })
  const [sent] = await listCurrent()
  if (!sent) throw new Error('It is there')
  // After mailing, the end may still move to an earlier time, even to one in the past.
  expect((await edit(sent, { end_date: '2026-08-20T04:30:00-0700' })).status).toBe(200)
  expect(await server.sendDue()).toEqual({ sent: 0, failed: 0 })
  const over = { start_date: '2020-01-01T00:00:00-0800', end_date: '2020-01-02T00:00:00-0800' }
  const refused = await edit(await schedule({ ...later, n_type: 'Personalized Open' }), over)
  expect(refused.problem.detail).toMatch(/^body\.end_date: 2020-01-02T08:00:00\.000Z has gone by/)
})

test('concurrent runs send each notification once', async () => {
  await subscribeToMaintenance(server, 'here@customer.example')
  for (const _ of [1, 2, 3]) await schedule()
  setTime('13:00:00')
  const results = await Promise.all([server.sendDue(), server.sendDue(), server.sendDue()])
  expect(results.reduce((sum, { sent }) => sum + sent, 0)).toBe(3)
  expect(await ledger()).toEqual(Array.from({ length: 3 }, () => 'here@customer.example queued'))
})

test('a failed notification is logged and does not hold up the others', async () => {
  await subscribeToMaintenance(server, 'here@customer.example')
  const broken = await schedule()
  await schedule()
  setTime('13:00:00')
  await runOn(
    server,
    `create function refuse() returns trigger language plpgsql as $$ begin raise exception 'refused'; end $$;
     create trigger refuse before update on notifications for each row when (new.broadcast_id is not null
     and new.notification_id = ${broken.id}) execute function refuse()`,
  )
  expect(await server.sendDue()).toEqual({ sent: 1, failed: 1 })
  await runOn(server, 'drop trigger refuse on notifications; drop function refuse()')
  expect(server.errors.splice(0).join()).toContain('a notification could not be sent')
  // The failed notification left nothing behind: no recipients, no audit row.
  expect(await ledger()).toEqual(['here@customer.example queued'])
})

test('the schedule sends overdue notifications at once, and those that are scheduled for now', async () => {
  await subscribeToMaintenance(server, 'here@customer.example')
  await schedule()
  setTime('13:30:00')
  const changes = await openChanges(server.databaseUrl, () => undefined)
  const stop = startSchedule({
    ...{ db: server.db, changes, clock: server.now },
    log: { error: (about: object) => void server.errors.push(JSON.stringify(about)) } as never,
    settings: {
      providerName: 'Acme',
      publicUrl: 'https://aviary.example',
      statusSite: undefined,
      internalDomains: [],
    },
  })
  await waitFor(async () => expect(await ledger()).toHaveLength(1))
  await schedule({ send_time: '2026-08-20T06:30:00-0700' })
  await waitFor(async () => expect(await ledger()).toHaveLength(2))
  await stop()
  await changes.close()
})

test('the list of events shows the current progress of the mails, even without writes', async () => {
  await subscribeToMaintenance(server, 'here@customer.example')
  await schedule()
  setTime('13:00:00')
  await server.sendDue()
  const getSentCount = async () => {
    const { maintenance_events } = (await operator.call(listMaintenanceEvents)).body
    return maintenance_events.find(({ id }) => id === eventId)?.notifications[0]?.progress?.sent
  }
  await waitFor(async () => expect(await getSentCount()).toBe(0))
  await runOn(server, `delete from delivery_queue`)
  setTime('13:00:03')
  expect(await getSentCount()).toBe(1)
})
