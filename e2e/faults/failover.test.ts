import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'drizzle-orm'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openDatabase } from '../../apps/server/src/database/open.ts'
import { verifyAudit } from '../../apps/server/src/features/audit/public.ts'
import {
  type Postgres15,
  type Standby,
  startPostgres15,
  startStandby,
} from '../../apps/server/testing/postgres-15.ts'
import { subscribeMany } from '../../apps/server/testing/subscribers.ts'
import { waitFor } from '../../apps/server/testing/wait-for.ts'
import type { InUse } from '../support/in-use.ts'
import { keepListening } from '../support/listener.ts'
import { type MailBox, NAMED, nameOf, openMailBox } from '../support/mail-box.ts'
import { signInAt } from '../support/person.ts'
import { incident, ingest } from '../support/records.ts'
import { schedule } from '../support/schedule.ts'
import { type BuiltServer, errorsIn, startBuiltServer } from '../support/server.ts'
import { type Caller, message, send, startTraffic, type Traffic, unexpected } from '../support/traffic.ts'
import { useServer } from '../support/use-server.ts'

// The primary fails while two processes are in use, and its synchronous standby takes over. DATABASE_URL
// names both hosts.

const READERS = 50
const PUSHED_WITHIN_MS = 30_000
/** Longer than the lease of mails that were claimed by a statement whose answer was lost. */
const MAILED_WITHIN_MS = 60_000

let folders: string[]
let primary: Postgres15
let standby: Standby
let mails: MailBox
let processes: BuiltServer[]
let caller: Caller
let inUse: InUse

beforeAll(async () => {
  folders = ['primary', 'standby'].map((name) => mkdtempSync(path.join(tmpdir(), `aviary-${name}-`)))
  const [own = '', other = ''] = folders
  primary = await startPostgres15(own, { synchronous_commit: 'on' })
  standby = await startStandby(other, primary)
  mails = await openMailBox()
  const [first, second] = [primary, standby].map(({ url }) => new URL(url).host)
  const environment = {
    DATABASE_URL: `postgresql://postgres@${first},${second}/postgres?target_session_attrs=read-write`,
    SEED_DEMO: 'false',
    SMTP_URL: mails.url,
    SMTP_RATE: '20',
  }
  const start = () => startBuiltServer(environment)
  processes = [await start(), await start()]
  const [used] = processes
  if (!used) throw new Error('No process was started')
  const person = await signInAt(used.url, 'ines.incident@acme.example')
  caller = { ...person, token: processes.map(({ token }) => token).join('') }
  await ingest(
    'incidents',
    [incident('OPI-9001', { affected_services: ['Expense'], data_centers: ['us2'] })],
    caller,
  )
  const database = openDatabase(primary.url, () => undefined)
  await subscribeMany({ db: database.db, now: () => new Date() }, READERS)
  await database.close()
  await withClient(primary, (sql) =>
    sql.query(`update subscriptions set data_centers = '{eu}' where category = 'notifications'`),
  )
  inUse = await useServer({ url: used.url, token: caller.token })
})

afterAll(async () => {
  await Promise.all(processes.map(({ stop }) => stop()))
  await mails.close()
  await standby.stop()
  await primary.stop()
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

async function withClient<T>({ url }: Postgres15, work: (sql: pg.Client) => Promise<T>): Promise<T> {
  const sql = new pg.Client({ connectionString: url })
  await sql.connect()
  return work(sql).finally(() => sql.end())
}

const rowsOf = <Row extends pg.QueryResultRow>(text: string, values: unknown[] = []) =>
  withClient(standby, async (sql) => (await sql.query<Row>(text, values)).rows)

async function readiness({ url }: BuiltServer): Promise<{ code: number; reason?: string }> {
  const response = await fetch(`${url}/readyz`)
  return { code: response.status, ...((await response.json()) as { reason?: string }) }
}

/**
 * The old primary returns and is listed first, and both servers accept writes: connections must still go to
 * the promoted one.
 */
async function expectNewPrimaryIsUsed(): Promise<void> {
  await primary.rise()
  const [old, promoted] = [primary, standby].map(({ url }) => new URL(url))
  const both = openDatabase(`postgresql://postgres@${old?.host},${promoted?.host}/postgres`, () => undefined)
  const { rows } = await both.db.execute(sql`select inet_server_port() as port`)
  await both.close()
  expect(rows).toEqual([{ port: Number(promoted?.port) }])
}

const untilAll = (expected: object) =>
  waitFor(
    async () => {
      const states = await Promise.all(processes.map(readiness))
      expect(states).toEqual(states.map(() => expect.objectContaining(expected)))
    },
    { interval: 50 },
  )

/** Every message and change that was saved is stored exactly once, and each message has an audit row. */
async function expectWritten({ writes }: Traffic): Promise<void> {
  const answered = (kind: string) => writes.filter(({ what }) => what.startsWith(`failover${kind}`)).length
  const [row] = await rowsOf(
    `select (select count(*)::int from incident_messages where body->>'en' like '<p>failover message %') as messages,
      (select count(*)::int from audit_log where action_name = 'Create Message' and context::text like '%<p>failover message %') as audited,
      (select count(*)::int from changes where source_key like 'failover-%') as changes`,
  )
  const messages = answered(' message')
  expect(row).toEqual({ messages, audited: messages, changes: answered('-') })
}

/** Every mail arrived exactly once, including those that came due during the failover. */
async function expectMailed(): Promise<void> {
  await vi.waitFor(
    async () => {
      const [row] = await rowsOf(
        `select (select count(*)::int from delivery_queue) as waiting,
          (select count(*)::int from broadcasts b join notifications n using (notification_id) where n.title = 'failover') as sent_off`,
      )
      expect(row).toEqual({ waiting: 0, sent_off: 2 })
    },
    { timeout: MAILED_WITHIN_MS, interval: 200 },
  )
  const ledger = await rowsOf<{ id: string; key: string }>(
    `select ${NAMED} from deliveries where state = 'sent'`,
  )
  expect(mails.arrived().toSorted()).toEqual(ledger.map(nameOf).toSorted())
  expect(ledger.length % READERS).toBe(0)
  expect(mails.secondCopies()).toBe(0)
}

test('the primary is killed and its standby promoted: nothing that was answered is lost, and all goes on', async () => {
  const begin = performance.now()
  const listeners = processes.map(({ url }) => keepListening(url, caller.cookies))
  const traffic = startTraffic(caller, 'failover')
  await withClient(primary, (sql) => schedule(sql, { title: 'failover', by: caller.email, seconds: [1, 4] }))
  await waitFor(() => expect(traffic.writes.length).toBeGreaterThan(4))
  expect(await send(caller, message(caller, 'failover broadcast', 'Y'), [])).toBe(true)

  await primary.fall('SIGKILL')
  // Until its promotion the standby is read-only, so reads work and writes are refused.
  await untilAll({ code: 503, reason: 'the database accepts no writes' })
  const read = await fetch(`${caller.url}/api/v4/status/`, { headers: { cookie: caller.cookies } })
  expect(read.status).toBe(200)
  const signIn = await fetch(`${caller.url}/api/sign_in`, { redirect: 'manual' })
  expect(signIn.headers.get('location')).toBe('/login?error=database')

  // Measured before the promotion: a process may reconnect and notify its open pages before `promote` returns.
  const standbyUntil = performance.now()
  await standby.promote()
  // A page whose stream was cut off reloads everything at the `hello` of its next stream.
  const hasHeard = ({ events }: (typeof listeners)[number]) =>
    events.some(
      ({ at, what, topics }) =>
        at > standbyUntil && (what === 'hello' || (what === 'changed' && topics.includes('status'))),
    )
  await vi.waitFor(() => expect(listeners.map(hasHeard)).toEqual([true, true]), {
    timeout: PUSHED_WITHIN_MS,
    interval: 20,
  })
  await untilAll({ code: 200 })
  await inUse.expectGoesOn()
  await traffic.stop()
  await Promise.all(listeners.map(({ leave }) => leave()))
  await inUse.end()

  expect(unexpected(traffic.failures)).toEqual([])
  await expectWritten(traffic)
  await expectMailed()
  for (const { log } of processes) {
    expect(log().split('Aviary is ready')).toHaveLength(2)
    const logLines = errorsIn(log()).filter((line) => line.includes('the database accepts no writes'))
    expect(logLines.length).toBeGreaterThanOrEqual(1)
    // One line in ten seconds at most.
    expect(logLines.length).toBeLessThanOrEqual(2 + (performance.now() - begin) / 10_000)
  }
  await waitFor(async () => expect(await rowsOf('select from audit_unsealed limit 1')).toEqual([]), {
    interval: 200,
  })
  await expectNewPrimaryIsUsed()
  const database = openDatabase(standby.url, () => undefined)
  const verdict = await verifyAudit(database.db, { archives: folders[0] ?? '', expect: undefined })
  await database.close()
  expect(verdict.findings.texts).toEqual([])
})
