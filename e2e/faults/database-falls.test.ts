import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startEmbedded } from '../../apps/server/src/database/embedded/embedded.ts'
import { openDatabase } from '../../apps/server/src/database/open.ts'
import { verifyAudit } from '../../apps/server/src/features/audit/public.ts'
import { openBrowser, signInThroughPage } from '../../apps/server/testing/browser.ts'
import { type Postgres15, startPostgres15 } from '../../apps/server/testing/postgres-15.ts'
import { subscribeMany } from '../../apps/server/testing/subscribers.ts'
import { waitFor } from '../../apps/server/testing/wait-for.ts'
import type { InUse } from '../support/in-use.ts'
import { type MailBox, NAMED, nameOf, openMailBox } from '../support/mail-box.ts'
import { incident, ingest } from '../support/records.ts'
import { schedule } from '../support/schedule.ts'
import { type BuiltServer, errorsIn, startBuiltServer } from '../support/server.ts'
import { type Caller, message, send, startTraffic, type Traffic, unexpected } from '../support/traffic.ts'
import { useServer } from '../support/use-server.ts'

// The database fails and returns while people and programs use the product; the server process must survive.

const READERS = 20
/** Longer than the lease of a claimed mail. */
const LEASE_IS_OVER_MS = 26_000
/** Error lines per failure; repeated ones are throttled. */
const MAX_ERRORS = 40

/** The system under test: a process, its database, its mail server and the simulated use. */
type Site = { server: BuiltServer; databaseUrl: string; mails: MailBox; caller: Caller; inUse: InUse }

let folder: string
let postgres: Postgres15
const ends: (() => Promise<void>)[] = []

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'aviary-faults-'))
  // Without this setting, PostgreSQL could lose commits that it has confirmed.
  postgres = await startPostgres15(folder, { synchronous_commit: 'on' })
})
afterAll(async () => {
  for (const end of ends.reverse()) await end()
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
})

async function openSite(environment: Record<string, string>): Promise<Site> {
  const mails = await openMailBox()
  ends.push(mails.close)
  const settings = { SEED_DEMO: 'false', SMTP_URL: mails.url, SMTP_RATE: '20', ...environment }
  const server = await startBuiltServer(settings, { movesClock: true })
  ends.push(server.stop)
  const databaseUrl =
    environment.DATABASE_URL ?? (await startEmbedded({ dataDir: server.dataDir, log: () => undefined })).url
  const email = 'ines.incident@acme.example'
  const browser = openBrowser()
  expect(await signInThroughPage(browser, { url: server.url, email })).toMatchObject({ status: 200 })
  const { url, token } = server
  const antiForgeryToken = browser.cookie('tokens')?.value ?? ''
  const caller = { url, token, email, cookies: browser.cookies(), antiForgeryToken }
  await ingest(
    'incidents',
    [incident('OPI-9001', { affected_services: ['Expense'], data_centers: ['us2'] })],
    caller,
  )
  const own = openDatabase(databaseUrl, () => undefined)
  await subscribeMany({ db: own.db, now: () => new Date() }, READERS)
  await own.close()
  await withClient(databaseUrl, (sql) =>
    sql.query(`update subscriptions set data_centers = '{eu}' where category = 'notifications'`),
  )
  const inUse = await useServer(server)
  return { server, databaseUrl, mails, caller, inUse }
}

async function withClient<T>(databaseUrl: string, work: (sql: pg.Client) => Promise<T>): Promise<T> {
  const sql = new pg.Client({ connectionString: databaseUrl })
  await sql.connect()
  try {
    return await work(sql)
  } finally {
    await sql.end()
  }
}

const rowsOf = <Row extends pg.QueryResultRow>({ databaseUrl }: Site, text: string, values: unknown[] = []) =>
  withClient(databaseUrl, async (sql) => (await sql.query<Row>(text, values)).rows)

const readiness = async ({ server }: Site) => (await fetch(`${server.url}/readyz`)).status
const until = async (site: Site, status: number) =>
  waitFor(async () => expect(await readiness(site)).toBe(status), { interval: 50 })

/** `time`: counts the failures of this server process, from 1. */
type Fall = { name: string; time: number; fall: () => Promise<void>; rise: () => Promise<void> }

/** Stops the database while everything of the product is in use, and restarts it after a while. */
async function fallAndRise(site: Site, { name, time, fall, rise }: Fall): Promise<void> {
  const errorsBefore = errorsIn(site.server.log()).length
  const traffic = startTraffic(site.caller, name)
  await withClient(site.databaseUrl, (sql) =>
    schedule(sql, { title: name, by: site.caller.email, seconds: [1, 2] }),
  )
  await waitFor(() => expect(traffic.writes.length).toBeGreaterThan(4))
  expect(await send(site.caller, message(site.caller, `${name} broadcast`, 'Y'), [])).toBe(true)
  await fall()
  await until(site, 503)
  const refused = await fetch(`${site.server.url}/api/v4/status/`, {
    headers: { cookie: site.caller.cookies },
  })
  await rise()
  await until(site, 200)
  const seen = traffic.writes.length
  await waitFor(() => expect(traffic.writes.length).toBeGreaterThan(seen + 4))
  await site.inUse.expectGoesOn()
  await traffic.stop()
  await site.server.setClockAhead(time * LEASE_IS_OVER_MS)
  expect([200, 503]).toContain(refused.status)
  expect(unexpected(traffic.failures)).toEqual([])
  await expectWritten(site, name, traffic)
  await expectMailed(site, name)
  expect(errorsIn(site.server.log()).length - errorsBefore).toBeLessThan(MAX_ERRORS)
}

/** Every message and change that was saved is stored exactly once, and each message has an audit row. */
async function expectWritten(site: Site, name: string, { writes }: Traffic): Promise<void> {
  const answered = (kind: string) => writes.filter(({ what }) => what.startsWith(name + kind)).length
  const [row] = await rowsOf(
    site,
    `select (select count(*)::int from incident_messages where body->>'en' like $1) as messages,
      (select count(*)::int from audit_log where action_name = 'Create Message' and context::text like $2) as audited,
      (select count(*)::int from changes where source_key like $3) as changes`,
    [`<p>${name} message %`, `%<p>${name} message %`, `${name}-%`],
  )
  const messages = answered(' message')
  expect(row).toEqual({ messages, audited: messages, changes: answered('-') })
}

/** Every mail arrived exactly once, including those that came due while the database was away. */
async function expectMailed(site: Site, name: string): Promise<void> {
  await waitFor(
    async () => {
      const [row] = await rowsOf(
        site,
        `select (select count(*)::int from delivery_queue) as waiting,
          (select count(*)::int from broadcasts b join notifications n using (notification_id) where n.title = $1) as sent_off`,
        [name],
      )
      expect(row).toEqual({ waiting: 0, sent_off: 2 })
    },
    { interval: 200 },
  )
  const ledger = await rowsOf<{ id: string; key: string }>(
    site,
    `select ${NAMED} from deliveries where state = 'sent'`,
  )
  expect(site.mails.arrived().toSorted()).toEqual(ledger.map(nameOf).toSorted())
  expect(ledger.length % READERS).toBe(0)
  expect(site.mails.secondCopies()).toBe(0)
}

/** The server process never restarted, and the upload that ran all the time was stored completely. */
async function expectUsed({ server, inUse }: Site): Promise<void> {
  expect(await inUse.end()).toEqual({ upload: 200 })
  expect(server.log().split('Aviary is ready')).toHaveLength(2)
}

/** The audit log is sealed and its chain is intact. */
async function expectSealed(site: Site): Promise<void> {
  await waitFor(async () => expect(await rowsOf(site, 'select from audit_unsealed limit 1')).toEqual([]), {
    interval: 200,
  })
  const own = openDatabase(site.databaseUrl, () => undefined)
  expect((await verifyAudit(own.db, { archives: folder, expect: undefined })).findings.texts).toEqual([])
  await own.close()
}

describe.concurrent('a database that falls in the middle of everything', () => {
  test('PostgreSQL 15, by a restart and by a kill: nothing is half there, and all goes on by itself', async () => {
    const site = await openSite({ DATABASE_URL: postgres.url })
    const { rise } = postgres
    for (const [index, signal] of (['SIGINT', 'SIGKILL'] as const).entries())
      await fallAndRise(site, { name: signal, time: index + 1, fall: () => postgres.fall(signal), rise })
    await expectUsed(site)
    await expectSealed(site)
  })

  test('the embedded one, by a kill: the process starts it again', async () => {
    const site = await openSite({})
    const [row] = await rowsOf<{ data_directory: string }>(site, 'show data_directory')
    const pidFile = path.join(row?.data_directory ?? '', 'postmaster.pid')
    const pid = () => Number(readFileSync(pidFile, 'utf8').split('\n')[0])
    const first = pid()
    await fallAndRise(site, {
      name: 'embedded',
      time: 1,
      fall: async () => void process.kill(first, 'SIGKILL'),
      rise: async () => undefined,
    })
    expect(pid()).not.toBe(first)
    await expectUsed(site)
    await expectSealed(site)
    // A second server must not start on a data folder that is in use.
    await expect(startBuiltServer({ DATA_DIR: site.server.dataDir })).rejects.toThrow(
      /Another Aviary serves the data/,
    )
  })
})
