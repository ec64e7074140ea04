import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type OpenDatabase, openDatabase } from '../../apps/server/src/database/open.ts'
import { randomFrom } from '../../apps/server/src/demo/names.ts'
import { verifyAudit } from '../../apps/server/src/features/audit/public.ts'
import { openBrowser, signInThroughPage } from '../../apps/server/testing/browser.ts'
import { startPostgres15 } from '../../apps/server/testing/postgres-15.ts'
import { subscribeMany } from '../../apps/server/testing/subscribers.ts'
import { waitFor } from '../../apps/server/testing/wait-for.ts'
import { keepListening, type Listener, missed } from '../support/listener.ts'
import { type MailBox, NAMED, nameOf, openMailBox } from '../support/mail-box.ts'
import { type RunningProxy, startProxy } from '../support/proxy.ts'
import { incident, ingest } from '../support/records.ts'
import { schedule } from '../support/schedule.ts'
import { type BuiltServer, errorsIn, startBuiltServer } from '../support/server.ts'
import { type Caller, message, send, startTraffic, type Traffic } from '../support/traffic.ts'
import { useServer } from '../support/use-server.ts'

// Three processes on one PostgreSQL, in constant use, behind a proxy that checks /readyz, as operators run
// them.

const SUBSCRIBERS = 200
/** Number of subscribers who get maintenance mails. */
const READERS = 10
const LANES = 2
const LISTENERS = 3
const SEED = 20_261_122
const KILLS = 3
/** A busy machine takes seconds for what is done at once. */
const NOTIFIED_WITHIN_MS = 30_000
/** Longer than the lease of a dead worker's mail. */
const LEASE_IS_OVER_MS = 26_000

let folder: string
let database: Awaited<ReturnType<typeof startPostgres15>>
let own: OpenDatabase
let sql: pg.Client
let mails: MailBox
let proxy: RunningProxy
let processes: BuiltServer[]
let caller: Caller
const logs: string[] = []

const start = () =>
  startBuiltServer(
    {
      DATABASE_URL: database.url,
      PUBLIC_URL: proxy.url,
      TRUST_PROXY: 'true',
      DRAIN_SECONDS: '0.6',
      SEED_DEMO: 'false',
      SMTP_URL: mails.url,
      SMTP_CONNECTIONS: String(LANES),
      SMTP_RATE: '20',
    },
    { movesClock: true },
  )

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'aviary-several-'))
  database = await startPostgres15(folder)
  mails = await openMailBox()
  proxy = await startProxy()
  processes = await Promise.all([start(), start(), start()])
  await Promise.all(processes.map(({ url }) => proxy.add(url)))
  own = openDatabase(database.url, () => undefined)
  sql = new pg.Client({ connectionString: database.url })
  await sql.connect()

  const email = 'ines.incident@acme.example'
  const browser = openBrowser()
  expect(await signInThroughPage(browser, { url: proxy.url, email })).toMatchObject({ status: 200 })
  caller = {
    url: proxy.url,
    email,
    cookies: browser.cookies(),
    antiForgeryToken: browser.cookie('tokens')?.value ?? '',
    token: processes.map(({ token }) => token).join(''),
  }
  const fields = { affected_services: ['Expense'], data_centers: ['us2'] }
  await ingest('incidents', [incident('OPI-9001', fields)], caller)
  await subscribeMany({ db: own.db, now: () => new Date() }, SUBSCRIBERS)
  // Limits maintenance mails to a few subscribers, and to eu.
  await sql.query(
    `update subscriptions set data_centers = '{eu}' where category = 'notifications' and subscriber_id in
      (select subscriber_id from subscribers order by subscriber_id limit $1)`,
    [READERS],
  )
})

afterAll(async () => {
  for (const { log } of processes) logs.push(log())
  await Promise.all(processes.map((process) => process.stop()))
  await proxy.close()
  await own.close()
  await sql.end()
  await mails.close()
  await database.stop()
  rmSync(folder, { recursive: true, force: true })
  expect(logs.flatMap(errorsIn)).toEqual([])
})

async function rowsOf<Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> {
  return (await sql.query<Row & pg.QueryResultRow>(text, values)).rows
}

/** Ends one process and starts a new one in its place. */
async function replace(index: number, end: (old: BuiltServer) => Promise<void>): Promise<void> {
  const old = processes[index]
  if (!old) throw new Error(`There is no process ${index}`)
  await end(old)
  logs.push(old.log())
  proxy.remove(old.url)
  const next = await start()
  processes[index] = next
  await proxy.add(next.url)
}

const plan = (title: string, seconds: number[]) => schedule(sql, { title, by: caller.email, seconds })

const post = async (text: string) => {
  while (!(await send(caller, message(caller, text, 'Y'), []))) await pause(200)
}

const countQueued = async () => (await rowsOf('select from delivery_queue')).length

/** Expects that every queued mail arrived; returns the number of second copies. */
async function expectNobodyLost(): Promise<{ secondCopies: number }> {
  const ledger = await rowsOf<{ id: string; key: string; state: string }>(
    `select ${NAMED}, state from deliveries`,
  )
  expect(ledger.filter(({ state }) => state !== 'sent')).toEqual([])
  // A mail sent again has the same Message-ID.
  expect(mails.arrived().toSorted()).toEqual(ledger.map(nameOf).toSorted())
  return { secondCopies: mails.secondCopies() }
}

/** Each scheduled notification was sent as one broadcast, although every process could send it. */
async function expectSentOnce(title: string, count: number): Promise<void> {
  const rows = await rowsOf<{ broadcasts: number; recipients: number }>(
    `select count(*)::int as broadcasts, sum(recipients)::int as recipients from broadcasts b
      join notifications n using (notification_id) where n.title = $1 group by notification_id`,
    [title],
  )
  expect(rows).toEqual(Array(count).fill({ broadcasts: 1, recipients: READERS }))
}

/** Every message and change that was saved is stored exactly once, and each message has an audit row. */
async function expectWritten({ writes }: Traffic, name: string): Promise<void> {
  const answered = (kind: string) => writes.filter(({ what }) => what.startsWith(`${name}${kind}`)).length
  const [messages] = await rowsOf(
    `select count(*)::int as rows, count(distinct body)::int as texts from incident_messages
      where body->>'en' like $1`,
    [`<p>${name} message %`],
  )
  expect(messages).toEqual({ rows: answered(' message'), texts: answered(' message') })
  const [changes] = await rowsOf(`select count(*)::int as rows from changes where source_key like $1`, [
    `${name}-%`,
  ])
  expect(changes).toEqual({ rows: answered('-') })
  const [all] = await rowsOf<{ rows: number; audited: number }>(
    `select count(*)::int as rows, (select count(*)::int from audit_log where action_name = 'Create Message') as audited
      from incident_messages where source_key is null`,
  )
  expect(all?.audited).toBe(all?.rows)
}

/** All processes answer with the same statuses and the same incident, whatever each keeps in memory. */
async function expectSameAnswers(): Promise<void> {
  for (const path of ['/api/v4/status/', '/api/incident_by_jira_id/?jira_id=OPI-9001']) {
    const answers = () =>
      Promise.all(
        processes.map(async ({ url }) =>
          (await fetch(url + path, { headers: { cookie: caller.cookies } })).text(),
        ),
      )
    await expect.poll(async () => new Set(await answers()).size).toBe(1)
  }
}

/** Without searches that took too long (504), as on a busy machine. */
const inTime = ({ failures }: Traffic) => failures.filter(({ how }) => how !== 504)

const listen = (): Listener[] =>
  Array.from({ length: LISTENERS }, () => keepListening(proxy.url, caller.cookies))

const MIGRATIONS = path.resolve(import.meta.dirname, '../../apps/server/migrations')

test('three that start at the same moment migrate once, seed once and share one sign-in', async () => {
  const applied = await rowsOf('select distinct created_at from drizzle.__drizzle_migrations')
  const files = readdirSync(MIGRATIONS).filter((name) => name.endsWith('.sql'))
  expect(applied).toHaveLength(files.length)
  expect(await rowsOf('select from drizzle.__drizzle_migrations')).toHaveLength(files.length)
  expect(processes.filter(({ token }) => token !== '')).toHaveLength(1)
  await expectSameAnswers()
})

test('a rolling restart under load fails no request, misses no push and mails everybody once', async () => {
  const listeners = listen()
  const traffic = startTraffic(caller, 'rolling')
  await plan('Rolling', [1, 4, 7])
  await post('rolling broadcast')
  for (const index of processes.keys())
    await replace(index, async (old) => {
      // The requests start before the signal, so that the process is stopped while it handles them.
      const pressed = traffic.press(400)
      await pause(100)
      await Promise.all([old.stop(), pressed])
    })
  await waitFor(async () => expect(await countQueued()).toBe(0), { interval: 200 })
  await traffic.stop()
  await Promise.all(listeners.map((listener) => listener.leave()))

  expect({ broken: proxy.broken, failures: inTime(traffic) }).toEqual({ broken: [], failures: [] })
  expect(traffic.reads()).toBeGreaterThan(50)
  expect(traffic.writes.length).toBeGreaterThan(20)
  expect(traffic.writes.filter(({ tries }) => tries > 1)).toEqual([])
  for (const listener of listeners) {
    expect(listener.refused).toEqual([])
    expect(Math.max(0, ...listener.delays)).toBeLessThan(NOTIFIED_WITHIN_MS)
    expect(missed(listener, traffic.writes, NOTIFIED_WITHIN_MS)).toEqual([])
  }
  expect(listeners.flatMap(({ delays }) => delays).length).toBeGreaterThanOrEqual(LISTENERS)
  await expectWritten(traffic, 'rolling')
  await expectSentOnce('Rolling', 3)
  expect(await expectNobodyLost()).toEqual({ secondCopies: 0 })
  await expectSameAnswers()
})

test('processes killed at random lose only the requests that they were handling', async () => {
  const random = randomFrom(SEED)
  const killed = new Set<string>()
  const inUse = await useServer({ url: proxy.url, token: caller.token })
  const listeners = listen()
  const traffic = startTraffic(caller, 'killed')
  await plan('Killed', [2, 5, 8, 11])
  for (let kill = 0; kill < KILLS; kill += 1) {
    if (kill % 2 === 0) await post(`killed broadcast ${kill}`)
    await pause(2_000 + random() * 2_000)
    await replace(Math.floor(random() * processes.length), async (old) => {
      killed.add(old.url)
      process.kill(old.pid, 'SIGKILL')
      await old.stop()
    })
  }
  await inUse.expectGoesOn()
  await traffic.stop()
  await takeOverAtOnce()
  await inUse.end() // the upload may fail, if its process was killed
  await Promise.all(listeners.map((listener) => listener.leave()))

  // Every request that failed was being handled by a process that was killed.
  expect(proxy.broken.filter(({ upstream }) => !killed.has(upstream))).toEqual([])
  expect(inTime(traffic).length).toBeLessThanOrEqual(proxy.broken.length)
  for (const listener of listeners) {
    expect(listener.refused).toEqual([])
    expect(missed(listener, traffic.writes, NOTIFIED_WITHIN_MS)).toEqual([])
  }
  await expectWritten(traffic, 'killed')
  await expectSentOnce('Killed', 4)
  expect((await expectNobodyLost()).secondCopies).toBeLessThanOrEqual(KILLS * LANES)
  await expectSameAnswers()
  expect((await verifyAudit(own.db, { archives: folder, expect: undefined })).findings.texts).toEqual([])
})

/** Moves the clocks past the leases of killed workers; until then, their mails stay queued. */
async function takeOverAtOnce(): Promise<void> {
  let before = -1
  await waitFor(
    async () => {
      const [last, now] = [before, await countQueued()]
      before = now
      expect([last, await countDue()]).toEqual([now, 0])
    },
    { interval: 500 },
  )
  await Promise.all(processes.map((process) => process.setClockAhead(LEASE_IS_OVER_MS)))
  await sql.query(`notify aviary_changed, '{"topics":["mails"],"sessions":[],"from":"test"}'`)
  await waitFor(async () => expect(await countQueued()).toBe(0), { interval: 200 })
}

const countDue = async () => (await rowsOf('select from delivery_queue where due_at <= now()')).length
