import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { openTestApp, type TestApp } from '../../testing/app.ts'
import { startWorker, type TestWorker } from '../../testing/mailing.ts'
import { runOn } from '../../testing/queries.ts'
import { sleepThrough } from '../../testing/sleep.ts'
import { startSmtp, type TestSmtp } from '../../testing/smtp.ts'
import { waitFor } from '../../testing/wait-for.ts'
import type { Db } from '../database/open.ts'
import { deliveries } from '../database/tables/mail.ts'

// Two workers whose database goes away for longer than the lease of a claimed mail.

const NOW = new Date('2026-08-20T12:00:00Z')
const LEASE_IS_OVER_MS = 26_000

let server: TestApp
let smtp: TestSmtp
let workers: TestWorker[]
beforeAll(async () => {
  server = await openTestApp({ now: NOW })
})
beforeEach(async () => {
  server.setNow(NOW)
  workers = []
  await runOn(server, 'truncate delivery_events, delivery_queue, deliveries, broadcasts cascade')
})
afterEach(async () => {
  vi.restoreAllMocks()
  await Promise.all(workers.map(({ stop }) => stop()))
  await smtp.close()
})
afterAll(async () => {
  expect(server.errors).toEqual([])
  await server.close()
})

/** `worker`: the process that claimed the mail; null if nobody did. */
async function queueMail(worker: string | null): Promise<void> {
  const at = NOW.toISOString()
  const content = { subject: 'An update', html: '<p>Broadcast</p>', text: 'Broadcast' }
  await server.db.execute(sql`
    with made as (
      insert into broadcasts (kind, reference, message_type, audience, contents, recipients, created_by, created_at)
      values ('incident_message', 'OPI-1', 'Update', 'EXTERNAL', ${JSON.stringify({ en: content })}, 1, 'test', ${at})
      returning broadcast_id
    ), taken as (
      insert into deliveries (broadcast_id, email, locale, state, created_at)
      select broadcast_id, 'ana@example.com', 'en', 'queued', ${at} from made returning delivery_id, broadcast_id
    )
    insert into delivery_queue (delivery_id, broadcast_id, state, due_at, worker)
    select delivery_id, broadcast_id, 'queued', ${at}, ${worker}::uuid from taken`)
}

/** The server's database, whose statements fail while it is away. */
function openFaultyDb() {
  const state = { isAway: false, statements: 0 }
  const db = new Proxy(server.db, {
    get: (target, name) => {
      if (name !== 'execute') return Reflect.get(target, name) as unknown
      return async (query: Parameters<Db['execute']>[0]) => {
        if (state.isAway) throw new Error('Connection terminated unexpectedly')
        const result = await target.execute(query)
        state.statements += 1
        return result
      }
    },
  })
  return { db, state }
}

const start = async (db: Db) => {
  workers.push(await startWorker(server, { db, smtpUrl: smtp.url, connections: 1 }))
}

const stateOfMail = () => server.db.select({ state: deliveries.state }).from(deliveries)

test('a mail whose outcome could not be recorded is not sent by another worker once the database is back', async () => {
  const first = openFaultyDb()
  const second = openFaultyDb()
  let tries = 0
  smtp = await startSmtp({
    onRcptTo: (_address, _session, done) => {
      if (tries === 0) for (const { state } of [first, second]) state.isAway = true
      tries += 1
      done()
    },
  })
  await queueMail(null)
  await start(first.db)
  await waitFor(() => expect(workers[0]?.log.join()).toContain('what became of a mail'))
  await start(second.db)
  await waitFor(() => expect(workers[1]?.log.join()).toContain('mails are not being sent'))
  server.setNow(new Date(NOW.getTime() + LEASE_IS_OVER_MS))
  second.state.isAway = false
  await waitFor(() => expect(second.state.statements).toBeGreaterThan(4))
  first.state.isAway = false
  await waitFor(async () => expect(await stateOfMail()).toEqual([{ state: 'sent' }]))
  expect(tries).toBe(1)
})

test('a mail of a process that ended is sent by a worker some time after the database is back', async () => {
  smtp = await startSmtp()
  const { db, state } = openFaultyDb()
  await queueMail(crypto.randomUUID())
  state.isAway = true
  await start(db)
  await waitFor(() => expect(workers[0]?.log.join()).toContain('mails are not being sent'))
  state.isAway = false
  await waitFor(() => expect(state.statements).toBeGreaterThan(4))
  expect(await stateOfMail()).toEqual([{ state: 'queued' }])
  sleepThrough(16_000)
  await waitFor(async () => expect(await stateOfMail()).toEqual([{ state: 'sent' }]))
})
