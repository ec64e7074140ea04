import { listBroadcasts } from '@aviary/contract/deliveries/endpoints'
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { openTestApp, type Person, type TestApp } from '../../testing/app.ts'
import { startWorker, type TestWorker } from '../../testing/mailing.ts'
import { planEvent, subscribeToMaintenance } from '../../testing/maintenance.ts'
import { runOn } from '../../testing/queries.ts'
import { startSmtp, type TestSmtp } from '../../testing/smtp.ts'
import { waitFor } from '../../testing/wait-for.ts'
import { deliveryQueue } from '../database/tables/mail.ts'
import { openWakeableSleep } from '../process/wakeable-sleep.ts'
import { openClaims } from './claims.ts'
import { createBroadcast, stopBroadcast } from './public.ts'
import { claimDeliveries } from './queue/queries.ts'

// After a stop no further mail starts in any worker; only mails already given to the mail server go out.

const NOW = new Date('2026-08-20T12:00:00Z')
const later = (ms: number) => new Date(NOW.getTime() + ms)

let server: TestApp
let operator: Person
let smtp: TestSmtp
let worker: TestWorker | undefined

beforeAll(async () => {
  server = await openTestApp({ now: NOW })
  operator = await server.signInAs('operator')
})
beforeEach(async () => {
  server.setNow(NOW)
  await runOn(server, 'truncate subscribers cascade; truncate delivery_queue; truncate broadcasts cascade')
})
afterEach(async () => {
  await worker?.stop()
  worker = undefined
  await smtp?.close()
})
afterAll(async () => {
  expect(server.errors).toEqual([])
  await server.close()
})

async function broadcastTo(people: number): Promise<number> {
  for (let n = 0; n < people; n += 1) await subscribeToMaintenance(server, `person-${n}@customer.example`)
  const eventId = await planEvent(server)
  const { broadcastId } = await createBroadcast(
    server.db,
    {
      kind: 'notification',
      notificationId: 1,
      reference: `MNT-${eventId}`,
      messageType: 'Maintenance Announcement',
      audience: 'EXTERNAL',
      series: { list: 'notifications', thread: 'maintenance.1' },
      contents: { en: { subject: 'Hello', html: '<p>Hello</p>', text: 'Hello' } },
      internalDomains: [],
      createdBy: operator.email,
      criteria: {
        category: 'notifications',
        dataCenters: ['us2'],
        notificationType: 'Maintenance Announcement',
        domains: undefined,
      },
    },
    NOW,
  )
  return broadcastId
}

const progress = async () => (await operator.call(listBroadcasts)).body.broadcasts[0]?.progress
const DONE = { queued: 0, sent: 0, deferred: 0, failed: 0, stopped: 0, bounced: 0 }

test('a mail that the server puts off is not tried again once its broadcast is stopped', async () => {
  smtp = await startSmtp({
    onRcptTo: (_address, _session, done) => done(Object.assign(new Error('later'), { responseCode: 451 })),
  })
  const broadcastId = await broadcastTo(3)
  worker = await startWorker(server, { smtpUrl: smtp.url })
  await waitFor(async () => expect((await progress())?.deferred).toBe(3))
  await worker.stop()
  worker = undefined
  expect(await stopBroadcast(server.db, broadcastId, NOW)).toEqual({ stopped: 3, onTheirWay: 0 })
  expect(await progress()).toEqual({ ...DONE, stopped: 3 })
})

test('a mail under way that is put off after the stop is stopped, not tried again', async () => {
  let answer = (): void => undefined
  const recipientSent = new Promise<void>((resolve) => {
    answer = resolve
  })
  let release = (): void => undefined
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  smtp = await startSmtp({
    onRcptTo: (_address, _session, done) => {
      answer()
      released.then(() => done(Object.assign(new Error('later'), { responseCode: 451 })))
    },
  })
  const broadcastId = await broadcastTo(1)
  worker = await startWorker(server, { smtpUrl: smtp.url })
  await recipientSent
  expect(await stopBroadcast(server.db, broadcastId, NOW)).toEqual({ stopped: 0, onTheirWay: 1 })
  release()
  await waitFor(async () => expect(await progress()).toEqual({ ...DONE, stopped: 1 }))
  server.setNow(later(10 * 60_000))
  expect(
    await claimDeliveries(server.db, { worker: 'x', now: server.now(), until: later(700_000), size: 10 }),
  ).toEqual([])
})

test('what a dead worker held when it was stopped is not sent by the next one', async () => {
  smtp = await startSmtp()
  const broadcastId = await broadcastTo(3)
  const dead = { worker: 'dead', now: NOW, until: later(25_000), size: 10 }
  expect(await claimDeliveries(server.db, dead)).toHaveLength(3)
  expect(await stopBroadcast(server.db, broadcastId, NOW)).toEqual({ stopped: 0, onTheirWay: 3 })
  server.setNow(later(26_000))
  worker = await startWorker(server, { smtpUrl: smtp.url })
  await waitFor(async () => expect(await progress()).toEqual({ ...DONE, stopped: 3 }))
  expect(smtp.received).toEqual([])
})

test('what a worker has claimed and not begun is let go when it hears of the stop', async () => {
  let letThrough = (): void => undefined
  const through = new Promise<void>((resolve) => {
    letThrough = resolve
  })
  let started = 0
  smtp = await startSmtp({
    onRcptTo: (_address, _session, done) => {
      started += 1
      through.then(() => done())
    },
  })
  const broadcastId = await broadcastTo(4)
  worker = await startWorker(server, { smtpUrl: smtp.url, connections: 1 })
  await waitFor(() => expect(started).toBe(1))
  await stopBroadcast(server.db, broadcastId, NOW)
  // The database notification that is sent when a maintenance notification is deleted.
  await runOn(server, `notify aviary_changed, '{"topics":["mails"],"sessions":[],"from":"test"}'`)
  await waitFor(async () => expect(worker?.heard()).toBeGreaterThan(0))
  letThrough()
  await waitFor(async () => expect(await progress()).toEqual({ ...DONE, sent: 1, stopped: 3 }))
  expect(smtp.received).toHaveLength(1)
})

test('a released mail is claimed again at once, though another lane asked for mails meanwhile', async () => {
  await broadcastTo(2)
  const claims = openClaims({
    db: server.db,
    clock: server.now,
    worker: 'x',
    lanes: 1,
    sleep: openWakeableSleep(),
  })
  expect(await claims.next()).toBeDefined()
  claims.recheck()
  let claimed: Promise<unknown> = Promise.resolve()
  // Locks the queue while the first lane releases the other mail and the second asks for mails.
  await server.db.transaction(async (tx) => {
    await tx.execute(sql`select from ${deliveryQueue} for update`)
    claimed = Promise.race([claims.next(), claims.next()])
    await new Promise((resolve) => setTimeout(resolve, 300))
  })
  const started = performance.now()
  expect(await claimed).toMatchObject({ broadcastId: expect.any(Number) })
  expect(performance.now() - started).toBeLessThan(8_000)
  claims.stop()
})
