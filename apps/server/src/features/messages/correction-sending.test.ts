import { listBroadcasts, listDeliveries, retryDeliveries } from '@aviary/contract/deliveries/endpoints'
import { correctMessage, previewCorrection } from '@aviary/contract/messages/correction-endpoints'
import { createMessage, deleteMessage } from '@aviary/contract/messages/endpoints'
import { sql } from 'drizzle-orm'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { openTestApp, type Person, type TestApp } from '../../../testing/app.ts'
import { incidentRecord, ingest } from '../../../testing/ingest.ts'
import { startWorker, type TestWorker } from '../../../testing/mailing.ts'
import { runOn } from '../../../testing/queries.ts'
import { startSmtp, type TestSmtp } from '../../../testing/smtp.ts'
import { subscribe, subscribeMany } from '../../../testing/subscribers.ts'
import { waitFor } from '../../../testing/wait-for.ts'
import { deliveries, deliveryQueue } from '../../database/tables/mail.ts'

// Corrections while mails of the message wait, are being sent or are retried. Nobody gets the same text
// twice, nobody is left out, and nobody gets the old text after the correction.

const NOW = new Date('2026-08-20T12:00:00Z')
const INCIDENT = { jira_id: 'OPI-1', priority_type: 'P1' as const }
const EN = '<p>Travel is down</p>'
const JA = '<p>停止しています</p>'

let server: TestApp
let manager: Person
let smtp: TestSmtp
let workers: TestWorker[] = []
let refuse: (address: string) => number | undefined = () => undefined
beforeAll(async () => {
  server = await openTestApp({ now: NOW, environment: { INTERNAL_MAIL_DOMAINS: 'acme.example' } })
  manager = await server.signInAs('incident_manager')
  await ingest(server, 'incidents', [incidentRecord('OPI-1', { affected_services: ['Expense'] })])
  smtp = await startSmtp({
    onRcptTo: ({ address }, _session, done) => {
      const responseCode = refuse(address)
      done(responseCode ? Object.assign(new Error('refused'), { responseCode }) : undefined)
    },
  })
})
beforeEach(async () => {
  await runOn(server, 'truncate subscribers cascade; truncate delivery_queue; truncate broadcasts cascade')
  smtp.received.length = 0
  server.setNow(NOW)
})
afterEach(async () => {
  refuse = () => undefined
  for (const worker of workers) await worker.stop()
  workers = []
})
afterAll(async () => {
  await smtp.close()
  expect(server.errors).toEqual([])
  await server.close()
})

async function post(changes: object = {}): Promise<number> {
  const draft = {
    ...{ ...INCIDENT, message_type: 'Update', body: { en: EN, ja: JA }, broadcast: 'Y' as const },
    email_template_data: { current_status: 'Looking', next_update: '13:00 UTC' },
    ...changes,
  }
  return (await manager.call(createMessage, { body: draft })).body.message.id
}
const edit = (id: number, changes: object = {}) => ({
  ...{ ...INCIDENT, message_id: id, message_type: 'Update', language: 'en', version: 1 },
  body: '<p>Travel is slow</p>',
  ...changes,
})
const preview = (id: number, changes: object = {}) =>
  manager.call(previewCorrection, { body: edit(id, changes) })
const correct = (id: number, changes: object = {}) =>
  manager.call(correctMessage, { body: { recipients: 1, ...edit(id, changes) } })
const listSent = async () => (await manager.call(listBroadcasts)).body.broadcasts
const startWorkers = async (count = 1) => {
  for (let n = 0; n < count; n += 1)
    workers.push(await startWorker(server, { smtpUrl: smtp.url, connections: 4 }))
}
const isSettled = async () => {
  const rest = await server.db.select().from(deliveryQueue)
  expect(rest.filter(({ state }) => state !== 'failed')).toEqual([])
}
const send = async () => {
  await startWorkers()
  await waitFor(isSettled)
}
const countBlocked = async () => {
  const { rows } = await server.db.execute<{ blocked: number }>(
    sql`select count(*)::int as blocked from pg_stat_activity
      where wait_event_type = 'Lock' and datname = current_database()`,
  )
  return rows[0]?.blocked
}
const wakeWorkers = () =>
  runOn(server, `notify aviary_changed, '{"topics":["mails"],"sessions":[],"from":"test"}'`)
const receivedBy = () => smtp.received.map(({ to }) => to).toSorted()

test('who waits for a text that stays as it is gets it, once', async () => {
  await subscribe(server, 'ana@example.com')
  await subscribe(server, 'bo@example.com', { locale: 'ja' })
  const id = await post()
  expect((await preview(id)).body).toMatchObject({
    total: 1,
    waiting: 1,
    unaffected: [{ locale: 'ja', people: 1 }],
  })
  expect((await correct(id)).status).toBe(200)
  // A second correction in one language leaves the first correction in the other language unchanged.
  expect((await correct(id, { version: 2, language: 'ja', body: '<p>遅いです</p>' })).status).toBe(200)
  await send()
  expect(receivedBy()).toEqual(['ana@example.com', 'bo@example.com'])
  expect(
    (await listSent()).map(({ progress }) => [progress.sent, progress.stopped, progress.queued]),
  ).toEqual([
    [1, 0, 0],
    [1, 0, 0],
    [0, 2, 0],
  ])
})

test('who failed to get a text that stays as it is can still be tried again', async () => {
  await subscribe(server, 'ana@example.com')
  await subscribe(server, 'bo@example.com', { locale: 'ja' })
  await subscribe(server, 'cy@example.com', { locale: 'ja' })
  await subscribe(server, 'di@example.com')
  refuse = (address) => (/^(cy|di)@/.test(address) ? 550 : undefined)
  const id = await post()
  await send()
  expect((await correct(id)).status).toBe(200)
  await waitFor(isSettled)
  refuse = () => undefined
  const broadcast_id = (await listSent())[1]?.broadcast_id ?? 0
  expect((await manager.call(retryDeliveries, { body: { broadcast_id } })).body).toEqual({ retried: 1 })
  await wakeWorkers()
  await waitFor(isSettled)
  await waitFor(() => expect(receivedBy()).toContain('cy@example.com'))
  expect(receivedBy()).not.toContain('di@example.com')
})

test('a mail that is tried again while a correction is stored is not lost', async () => {
  await subscribe(server, 'ana@example.com')
  await subscribe(server, 'bo@example.com')
  refuse = (address) => (address === 'bo@example.com' ? 550 : undefined)
  const id = await post()
  await send()
  for (const worker of workers) await worker.stop()
  workers = []
  const [original] = await listSent()
  // Holds the transaction of the retry open until the correction has begun.
  const client = new pg.Client({ connectionString: server.databaseUrl })
  await client.connect()
  await client.query(`begin; select from deliveries where email = 'bo@example.com' for update`)
  const retrying = manager.call(retryDeliveries, { body: { broadcast_id: original?.broadcast_id ?? 0 } })
  await waitFor(async () => expect(await countBlocked()).toBe(1)).catch(() => client.end())
  const correcting = correct(id)
  await waitFor(async () => expect(await countBlocked()).toBe(2)).finally(() => client.end())
  expect((await retrying).body).toEqual({ retried: 1 })
  const corrected = await correcting
  expect([corrected.status, corrected.problem?.detail]).toEqual([
    409,
    expect.stringContaining('reach 2 people'),
  ])
  refuse = () => undefined
  expect((await correct(id, { recipients: 2 })).status).toBe(200)
  smtp.received.length = 0
  await send()
  expect(receivedBy()).toEqual(['ana@example.com', 'bo@example.com'])
})

test('the correction comes after the mail that a worker holds', async () => {
  await subscribe(server, 'ana@example.com')
  const id = await post()
  const lease = new Date(NOW.getTime() + 25_000)
  await server.db.update(deliveryQueue).set({ worker: 'holds it', dueAt: lease })
  expect((await correct(id)).status).toBe(200)
  const [held, correction] = await server.db.select().from(deliveryQueue).orderBy(deliveryQueue.deliveryId)
  expect([held?.worker, correction?.dueAt]).toEqual(['holds it', lease])
  // The worker of the earlier mail has died: when the lease ends, that mail is stopped and the correction
  // sent.
  server.setNow(new Date(NOW.getTime() + 26_000))
  await send()
  expect(smtp.received.map(({ raw }) => raw.includes('Correction'))).toEqual([true])
  expect((await listSent()).map(({ progress }) => progress.stopped)).toEqual([0, 1])
})

test('an internal correction does not reach a domain that is no longer ours', async () => {
  await subscribe(server, 'ana@acme.example', { alertTypes: ['Internal Update'] })
  await subscribe(server, 'bo@acme.example', { alertTypes: ['Internal Update'] })
  const administrator = await server.signInAs('administrator')
  const draft = {
    ...{ ...INCIDENT, message_type: 'Internal Update', body: { en: EN }, broadcast: 'Y' as const },
    email_template_data: { current_status: 'Looking', next_update: '13:00 UTC' },
  }
  const { body } = await administrator.call(createMessage, { body: draft })
  await send()
  await server.db.update(deliveries).set({ email: 'bo@sold.example' }).where(sql`email = 'bo@acme.example'`)
  smtp.received.length = 0
  const change = { recipients: 1, ...edit(body.message.id, { message_type: 'Internal Update' }) }
  expect((await administrator.call(correctMessage, { body: change })).status).toBe(200)
  await waitFor(isSettled)
  await waitFor(() => expect(receivedBy()).toEqual(['ana@acme.example']))
})

test('corrected while two workers send it, each person gets one correction, and the old text at most once before', async () => {
  const people = 3_000
  await subscribeMany(server, people)
  await server.db.execute(sql`update subscribers set locale = 'ja' where subscriber_id % 3 = 0`)
  refuse = (address) => (/-\d*77@/.test(address) ? 451 : undefined)
  const id = await post()
  await startWorkers(2)
  await waitFor(() => expect(smtp.received.length).toBeGreaterThan(300))
  const { total, unaffected } = (await preview(id)).body
  expect(total + (unaffected[0]?.people ?? 0)).toBe(people)
  const answers = await Promise.all([
    correct(id, { recipients: total }),
    correct(id, { recipients: total, body: '<p>Travel is odd</p>' }),
  ])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  refuse = () => undefined
  // Runs only every 250 ms, because reading thousands of mails slows the workers that the test waits for.
  const check = async () => {
    const rest = await server.db.select().from(deliveryQueue)
    // Advances the clock only when every mail is postponed and no worker holds one. A worker may be claiming
    // a mail that is due now; advancing the clock would end that mail's lease early.
    const isPostponed = (mail: { worker: string | null; dueAt: Date | null }) =>
      mail.worker === null && mail.dueAt !== null && mail.dueAt > server.now()
    if (rest.length > 0 && rest.every(isPostponed)) {
      server.setNow(new Date(server.now().getTime() + 60_000))
      await wakeWorkers()
    }
    expect(rest).toEqual([])
  }
  await vi.waitFor(check, { timeout: 90_000, interval: 250 })
  const texts = new Map<string, string[]>()
  for (const { to, raw } of smtp.received)
    texts.set(to, [...(texts.get(to) ?? []), /^Correction: /m.test(raw) ? 'new' : 'old'])
  expect(texts.size).toBe(people)
  const kinds = Object.groupBy([...texts.values()], (list) => list.join())
  expect(
    Object.keys(kinds)
      .toSorted()
      .filter((kind) => !['new', 'old', 'old,new'].includes(kind)),
  ).toEqual([])
  expect((kinds.new?.length ?? 0) + (kinds['old,new']?.length ?? 0)).toBe(total)
  const ledger = await server.db.execute<{ broadcast_id: number; state: string; n: number }>(
    sql`select broadcast_id, state, count(*)::int as n from deliveries where broadcast_id in (select broadcast_id from broadcasts) group by 1, 2`,
  )
  for (const { broadcast_id, progress } of await listSent()) {
    const count = (state: string) =>
      ledger.rows.find((row) => row.broadcast_id === broadcast_id && row.state === state)?.n ?? 0
    expect(progress).toEqual({
      queued: 0,
      deferred: 0,
      failed: 0,
      sent: count('sent'),
      stopped: count('stopped'),
      bounced: 0,
    })
  }
  expect(smtp.received).toHaveLength(
    ledger.rows.filter(({ state }) => state === 'sent').reduce((sum, { n }) => sum + n, 0),
  )
}, 150_000)

test('a deletion at the same time: the correction is mailed whole or not at all', async () => {
  await subscribe(server, 'ana@example.com')
  const id = await post()
  await send()
  const administrator = await server.signInAs('administrator')
  const [corrected, deleted] = await Promise.all([
    correct(id),
    administrator.call(deleteMessage, { body: { ...INCIDENT, message_id: id } }),
  ])
  expect([
    [200, 200],
    [404, 200],
  ]).toContainEqual([corrected.status, deleted.status])
  await waitFor(isSettled)
  expect((await listSent()).length).toBe(corrected.status === 200 ? 2 : 1)
  const { deliveries: rows } = (await administrator.call(listDeliveries, { query: { reference: 'OPI-1' } }))
    .body
  expect(rows.every(({ state }) => state === 'sent')).toBe(true)
})

test('an edit by a process of the version before leaves no earlier text: a correction mails everybody, without a comparison', async () => {
  await subscribe(server, 'ana@example.com')
  await subscribe(server, 'bo@example.com', { locale: 'ja' })
  const id = await post()
  await send()
  smtp.received.length = 0
  const changed = JSON.stringify({ en: '<p>Travel is odd</p>', ja: JA })
  await server.db.execute(
    sql`update incident_messages set body = ${changed}::jsonb, version = version + 1 where message_id = ${id}`,
  )
  expect((await correct(id, { version: 2, recipients: 2 })).status).toBe(200)
  await wakeWorkers()
  await waitFor(isSettled)
  await waitFor(() => expect(receivedBy()).toEqual(['ana@example.com', 'bo@example.com']))
  expect(smtp.received.some(({ raw }) => raw.includes('What changed'))).toBe(false)
})

test('people are mailed as they were: another language, left and come back, an address written otherwise', async () => {
  await subscribe(server, 'ana@example.com')
  await subscribe(server, 'Bo@Example.com')
  await subscribe(server, 'cy@example.com', { locale: 'ja' })
  const id = await post()
  await send()
  smtp.received.length = 0
  await server.db.execute(sql`update subscribers set locale = 'ja' where email = 'ana@example.com'`)
  await server.db.execute(sql`delete from subscribers where email = 'Bo@Example.com'`)
  const uuid = await subscribe(server, 'bo@example.com')
  expect((await correct(id, { recipients: 2 })).status).toBe(200)
  await wakeWorkers()
  await waitFor(isSettled)
  await waitFor(() => expect(receivedBy()).toEqual(['Bo@Example.com', 'ana@example.com']))
  expect(smtp.received.every(({ raw }) => raw.includes('Travel is slow'))).toBe(true)
  const again = smtp.received.find(({ to }) => to === 'Bo@Example.com')
  expect(again?.raw.replaceAll('=\r\n', '')).toContain(uuid)
})
