import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase } from '../../apps/server/src/database/open.ts'
import { type PgBouncer, startPgBouncer } from '../../apps/server/testing/pgbouncer.ts'
import { type Postgres15, startPostgres15 } from '../../apps/server/testing/postgres-15.ts'
import { subscribeMany } from '../../apps/server/testing/subscribers.ts'
import { waitFor } from '../../apps/server/testing/wait-for.ts'
import { keepListening } from '../support/listener.ts'
import { type MailBox, openMailBox } from '../support/mail-box.ts'
import { signInAt } from '../support/person.ts'
import { incident, ingest } from '../support/records.ts'
import { type BuiltServer, startBuiltServer } from '../support/server.ts'
import { type Caller, message, send, startTraffic, unexpected } from '../support/traffic.ts'
import { openAs } from '../support/visit.ts'

// Two processes reach PostgreSQL only through PgBouncer, which pools sessions.

const READERS = 10
const MOST_CONNECTIONS = 11
/** What the documents ask for: the connections of two processes, and the two of a start for each. */
const POOL_SIZE = 26

let folder: string
let postgres: Postgres15
let pooler: PgBouncer
let mails: MailBox
let first: BuiltServer
let second: BuiltServer
let caller: Caller
let sql: pg.Client

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'aviary-pooler-'))
  postgres = await startPostgres15(folder, { synchronous_commit: 'on' })
  const settings = { default_pool_size: POOL_SIZE }
  pooler = await startPgBouncer(postgres.url, { mode: 'session', settings })
  mails = await openMailBox()
  const environment = {
    DATABASE_URL: pooler.url,
    SEED_DEMO: 'false',
    SMTP_URL: mails.url,
    SMTP_RATE: '20',
  }
  ;[first, second] = await Promise.all([startBuiltServer(environment), startBuiltServer(environment)])
  const person = await signInAt(first.url, 'ines.incident@acme.example')
  caller = { ...person, token: first.token || second.token }
  await ingest(
    'incidents',
    [incident('OPI-9001', { affected_services: ['Expense'], data_centers: ['us2'] })],
    caller,
  )
  const database = openDatabase(postgres.url, () => undefined)
  await subscribeMany({ db: database.db, now: () => new Date() }, READERS)
  await database.close()
  sql = new pg.Client(postgres.url)
  await sql.connect()
})

afterAll(async () => {
  await Promise.all([first.stop(), second.stop()])
  await sql.end()
  await mails.close()
  await pooler.stop()
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
})

const readiness = ({ url }: BuiltServer) => fetch(`${url}/readyz`).then(({ status }) => status)
const untilBoth = (status: number) =>
  waitFor(async () => expect(await Promise.all([first, second].map(readiness))).toEqual([status, status]))

async function numberOf(text: string, values: string[] = []): Promise<number> {
  const { rows } = await sql.query<{ number: number }>(text, values)
  return rows[0]?.number ?? 0
}

const unsent = () => numberOf('select count(*)::int as number from delivery_queue')

test('a write at one process reaches a page of the other, and background work is done', async () => {
  const { page } = await openAs('support', '/', { baseUrl: second.url })
  await page.getByText('Live', { exact: true }).waitFor()
  await ingest('incidents', [incident('OPI-9002')], caller)
  // Long before the page's first poll (30 s), so by push.
  await page.getByRole('article', { name: 'OPI-9002' }).waitFor({ timeout: 25_000 })

  expect(await send(caller, message(caller, 'broadcast through the pooler', 'Y'), [])).toBe(true)
  await waitFor(async () => expect([mails.arrived().length, await unsent()]).toEqual([READERS, 0]))
  const sessions = `select count(*)::int as number from pg_stat_activity where application_name like 'aviary%'`
  expect(await numberOf(sessions)).toBeLessThanOrEqual(2 * MOST_CONNECTIONS)
})

test('PgBouncer is killed in use and started again: nothing answered is lost, and all goes on', async () => {
  const listeners = [first, second].map(({ url }) => keepListening(url, caller.cookies))
  const traffic = startTraffic(caller, 'pooler')
  await waitFor(() => expect(traffic.writes.length).toBeGreaterThan(4))
  await pooler.kill()
  await untilBoth(503)
  await pooler.rise()
  await untilBoth(200)
  const seen = traffic.writes.length
  await waitFor(() => expect(traffic.writes.length).toBeGreaterThan(seen + 4))

  const since = performance.now()
  await ingest('incidents', [incident('OPI-9003')], { ...caller, url: second.url })
  await waitFor(() => {
    const heard = listeners.map(({ events }) =>
      events.some(({ at, what, topics }) => at > since && (what === 'hello' || topics.includes('incidents'))),
    )
    expect(heard).toEqual([true, true])
  })
  await traffic.stop()
  await Promise.all(listeners.map(({ leave }) => leave()))

  expect(unexpected(traffic.failures)).toEqual([])
  const written = traffic.writes.filter(({ what }) => what.startsWith('pooler message')).length
  const stored = `select count(*)::int as number from incident_messages where body->>'en' like $1`
  expect(await numberOf(stored, ['<p>pooler message %'])).toBe(written)
  expect(first.log().split('Aviary is ready')).toHaveLength(2)
})

test('a process that stops leaves no session and no lock behind in the pool', async () => {
  await Promise.all([first.stop(), second.stop()])
  await waitFor(async () => {
    const { rows } = await sql.query(
      `select application_name from pg_stat_activity a where datname = current_database() and pid <> pg_backend_pid()
         and backend_type = 'client backend'
         and (state <> 'idle' or exists (select from pg_locks l where l.pid = a.pid and l.locktype = 'advisory'))`,
    )
    expect(rows).toEqual([])
  })
  const again = await startBuiltServer({ DATABASE_URL: pooler.url, SEED_DEMO: 'false' })
  expect(await readiness(again)).toBe(200)
  await again.stop()
})
