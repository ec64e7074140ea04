import { createMessage } from '@aviary/contract/messages/endpoints'
import { createNotification } from '@aviary/contract/notifications/endpoints'
import { asc } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { openTestApp, type Person, type TestApp } from '../../testing/app.ts'
import { incidentRecord, ingest } from '../../testing/ingest.ts'
import { startWorker } from '../../testing/mailing.ts'
import { planEvent, subscribeToMaintenance } from '../../testing/maintenance.ts'
import { runOn } from '../../testing/queries.ts'
import { startSmtp, type TestSmtp } from '../../testing/smtp.ts'
import { subscribe } from '../../testing/subscribers.ts'
import { waitFor } from '../../testing/wait-for.ts'
import { announce } from '../database/changes.ts'
import { deliveries } from '../database/tables/mail.ts'

// A mail server that is away or refuses for an hour, and a clock that jumps while mails are being sent.

const NOW = new Date('2026-08-20T12:00:00Z')
const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const PEOPLE = ['ana@example.com', 'bo@example.com', 'cy@example.com']

let server: TestApp
let operator: Person
let smtp: TestSmtp | undefined
let stop: (() => Promise<void>) | undefined
beforeAll(async () => {
  server = await openTestApp({ now: NOW })
  operator = await server.signInAs('operator')
  await ingest(server, 'incidents', [incidentRecord('OPI-1')])
})
beforeEach(async () => {
  server.setNow(NOW)
  await runOn(
    server,
    'truncate delivery_events, delivery_queue, deliveries, broadcasts, notifications, subscriptions, subscribers cascade',
  )
  for (const email of PEOPLE) await subscribe(server, email)
})
afterEach(async () => {
  await stop?.()
  await smtp?.close()
  stop = undefined
  smtp = undefined
})
afterAll(async () => {
  expect(server.errors).toEqual([])
  await server.close()
})

const moveTo = (ms: number) => server.setNow(new Date(NOW.getTime() + ms))

async function broadcast(): Promise<void> {
  const manager = await server.signInAs('incident_manager') // a clock jump may have ended the previous session
  const { status, problem } = await manager.call(createMessage, {
    body: {
      jira_id: 'OPI-1',
      priority_type: 'P1',
      message_type: 'Update',
      body: '<p>We look into it</p>',
      broadcast: 'Y',
      email_template_data: { current_status: 'Looking', next_update: '13:00 UTC' },
    },
  })
  expect(status, JSON.stringify(problem)).toBe(200)
}

/** `time`: Pacific time of the current day; now is 05:00. */
async function schedule(time: string): Promise<void> {
  const body = {
    mwin_id: await planEvent(server),
    n_type: 'Maintenance Announcement',
    title: `Storage upgrade at ${time}`,
    body: { en: '<p>Some calls are slow.</p>' },
    subject: `Maintenance at ${time}`,
    broadcast: 'Y',
    is_test: 'N',
    comm_src: 'Aviary',
    created_by: operator.email,
    send_time: `2026-08-20T${time}:00-0700`,
  }
  const { status, problem } = await operator.call(createNotification, { body: body as never })
  expect(status, JSON.stringify(problem)).toBe(200)
}

const ledger = async () =>
  (await server.db.select().from(deliveries).orderBy(asc(deliveries.deliveryId))).map(
    ({ state, attempts }) => `${state} ${attempts}`,
  )
const reached = () => smtp?.received.map(({ to }) => to).toSorted()
/** Wakes the worker, which may sleep until a time that the clock has jumped over. */
const wake = () => announce(server.db, { topics: ['mails'], sessions: [] })
const soon = (check: () => Promise<void> | void) => waitFor(check, { interval: 20 })

test('a mail server that is away for an hour costs no mail a try, and everything goes out once when it is back', async () => {
  const gone = await startSmtp()
  await gone.close()
  await subscribeToMaintenance(server, 'here@customer.example')
  await broadcast()
  await schedule('05:30')
  for (let minutes = 0; minutes <= 60; minutes += 12) {
    moveTo(minutes * MINUTE)
    expect((await server.sendDue()).sent).toBe(minutes === 36 ? 1 : 0)
    const worker = await startWorker(server, { smtpUrl: gone.url })
    await soon(() => expect(worker.log.join()).toContain('the mail server is away'))
    await worker.stop()
  }
  const waiting = await ledger()
  expect(waiting).toHaveLength(PEOPLE.length + 1)
  expect(waiting.filter((line) => !/^(queued|deferred) 0$/.test(line))).toEqual([])

  smtp = await startSmtp()
  moveTo(HOUR + 10 * SECOND)
  stop = (await startWorker(server, { smtpUrl: smtp.url })).stop
  const everybody = [...PEOPLE, 'here@customer.example']
  await soon(async () => expect(await ledger()).toEqual(everybody.map(() => 'sent 1')))
  expect(reached()).toEqual(everybody.toSorted())
})

test('a mail server that refuses for now is asked less and less often, and has every mail once when it takes them', async () => {
  let refuses = true
  smtp = await startSmtp({
    onRcptTo: (_address, _session, done) =>
      refuses ? done(Object.assign(new Error('greylisted'), { responseCode: 451 })) : done(),
  })
  await broadcast()
  stop = (await startWorker(server, { smtpUrl: smtp.url })).stop
  const waits = [30 * SECOND, 2 * MINUTE, 5 * MINUTE, 15 * MINUTE, 30 * MINUTE]
  let passed = 0
  for (const [index, wait] of [0, ...waits].entries()) {
    passed += wait
    moveTo(passed)
    await wake()
    await soon(async () => expect(await ledger()).toEqual(PEOPLE.map(() => `deferred ${index + 1}`)))
  }
  refuses = false
  moveTo(passed + HOUR)
  await wake()
  await soon(async () => expect(await ledger()).toEqual(PEOPLE.map(() => `sent ${waits.length + 2}`)))
  expect(reached()).toEqual(PEOPLE)
})

test.each([
  ['an hour ahead', HOUR],
  ['a day ahead', 24 * HOUR],
  ['an hour back', -HOUR],
])(
  'a clock that leaps %s while mails are being sent: each goes out once, and later ones at once',
  async (_, leap) => {
    const held: (() => void)[] = []
    smtp = await startSmtp({ onRcptTo: (_address, _session, done) => void held.push(done) })
    await broadcast()
    const worker = await startWorker(server, { smtpUrl: smtp.url })
    stop = worker.stop
    await soon(() => expect(held.length).toBe(2)) // one mail per connection
    moveTo(leap)
    await wake()
    await broadcast()
    const letGo = setInterval(() => {
      for (const go of held.splice(0)) go()
    }, 20)
    await soon(async () => expect(await ledger()).toEqual([...PEOPLE, ...PEOPLE].map(() => 'sent 1')))
    clearInterval(letGo)
    expect(reached()).toEqual([...PEOPLE, ...PEOPLE].toSorted())
    expect(worker.log).toEqual([])
  },
)

test('a clock that is set back keeps a mail that was put off no longer than by how far it was', async () => {
  let refuses = true
  smtp = await startSmtp({
    onRcptTo: (_address, _session, done) =>
      refuses ? done(Object.assign(new Error('greylisted'), { responseCode: 451 })) : done(),
  })
  await broadcast()
  stop = (await startWorker(server, { smtpUrl: smtp.url })).stop
  await soon(async () => expect(await ledger()).toEqual(PEOPLE.map(() => 'deferred 1')))
  refuses = false
  moveTo(-HOUR)
  await wake()
  moveTo(30 * SECOND)
  await wake()
  await soon(async () => expect(await ledger()).toEqual(PEOPLE.map(() => 'sent 2')))
})

test('a notification whose time a leap passes over goes out at once, and not again when the clock is set back', async () => {
  await subscribeToMaintenance(server, 'here@customer.example')
  await schedule('05:30')
  await schedule('06:30')
  moveTo(HOUR)
  expect(await server.sendDue()).toEqual({ sent: 1, failed: 0 })
  moveTo(0)
  expect(await server.sendDue()).toEqual({ sent: 0, failed: 0 })
  moveTo(45 * MINUTE)
  expect(await server.sendDue()).toEqual({ sent: 0, failed: 0 })
  moveTo(24 * HOUR)
  expect(await server.sendDue()).toEqual({ sent: 1, failed: 0 })
  expect(await ledger()).toEqual(['queued 0', 'queued 0'])
})
