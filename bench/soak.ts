import { setTimeout as pause } from 'node:timers/promises'
import { launchChromium } from '../e2e/support/chromium.ts'
import { type InUse, startUse } from '../e2e/support/in-use.ts'
import { type MailBox, openMailBox } from '../e2e/support/mail-box.ts'
import { type Person, readAs, signInAt, writeAs } from '../e2e/support/person.ts'
import { incident, ingest } from '../e2e/support/records.ts'
import { type BuiltServer, startBuiltServer } from '../e2e/support/server.ts'
import { type Caller, message, send, startTraffic, type Traffic } from '../e2e/support/traffic.ts'
import { type Databases, openDatabases } from './failing-over.ts'
import { type Measure, median, residentMb } from './product.ts'
import { measureTable, table, writeReport } from './report.ts'
import { kindsOf, measureLosses, noneOf, openLanding, query, subscribe, untilMailed } from './site-in-use.ts'

const MINUTES = Number(process.env.BENCH_SOAK_MINUTES ?? 30)
const RECIPIENTS = 20_000
/** Sending rate at which the broadcast lasts for three quarters of the soak. */
const MAILS_A_SECOND = Math.ceil(RECIPIENTS / (MINUTES * 60 * 0.75))
const MEMORY_EVERY_MS = 10_000
const MAX_GROWTH = 1.1
const MINUTE_MS = 60_000
/** Minutes at which the primary is killed and the standby is promoted. */
const FAILOVERS = [Math.round(MINUTES * 0.35), Math.round(MINUTES * 0.65)]

type Event = { minute: number; what: string; recoveredMs: number }
type Site = {
  server: BuiltServer
  caller: Caller
  admin: Person
  mails: MailBox
  inUse: InUse
  traffic: Traffic
}

/**
 * Half an hour of use (or BENCH_SOAK_MINUTES) with a fault every minute: the LISTEN connection cut, users
 * deleted, two failovers.
 */
export async function soak(): Promise<Measure[]> {
  const databases = await openDatabases(FAILOVERS.length)
  const mails = await openMailBox()
  const browser = await launchChromium()
  const server = await startBuiltServer({
    DATABASE_URL: databases.url,
    SMTP_URL: mails.url,
    SMTP_RATE: String(MAILS_A_SECOND),
    SEED_DEMO: 'false',
    LOG_LEVEL: 'warn',
  })
  try {
    const admin = await signInAt(server.url)
    const manager = await signInAt(server.url, 'ines.incident@acme.example')
    const caller: Caller = { ...manager, token: server.token }
    await ingest('incidents', [incident(FIRST_INCIDENT, BROADCAST_TO)], caller)
    await subscribe(databases.current().url, RECIPIENTS)
    const pages = await Promise.all([1, 2].map(() => openLanding(browser, server)))
    const inUse = await startUse({ url: server.url, token: server.token, pages })
    const traffic = startTraffic(caller, 'soak')
    const site: Site = { server, caller, admin, mails, inUse, traffic }
    return await runSoak(site, databases)
  } finally {
    await browser.close()
    await server.stop()
    await mails.close()
    await databases.stop()
  }
}

async function runSoak(site: Site, databases: Databases): Promise<Measure[]> {
  const { server, caller, inUse, traffic } = site
  const memory: { ms: number; mb: number }[] = []
  const startedAt = performance.now()
  const timer = setInterval(
    () => memory.push({ ms: performance.now() - startedAt, mb: residentMb(server.pid) }),
    MEMORY_EVERY_MS,
  )
  const events: Event[] = []
  try {
    if (!(await send(caller, message(caller, 'soak broadcast', 'Y'), []))) throw new Error('No broadcast')
    for (let minute = 1; minute < MINUTES; minute += 1) {
      const wait = startedAt + minute * MINUTE_MS - performance.now()
      if (wait > 0) await pause(wait)
      await nextIncident(caller, minute)
      for (const [what, cause] of faultsOf(minute, { site, databases })) {
        const from = performance.now()
        await cause()
        await inUse.expectGoesOn()
        events.push({ minute, what, recoveredMs: performance.now() - from })
        console.log(
          `  minute ${minute}: ${what}, well again after ${(performance.now() - from).toFixed(0)} ms`,
        )
      }
    }
    await pause(Math.max(0, startedAt + MINUTES * MINUTE_MS - performance.now()))
  } finally {
    clearInterval(timer)
    await traffic.stop()
  }
  const { upload } = await inUse.end()
  await untilMailed(() => Promise.resolve(databases.current().url))
  const measures = await measure(site, { databases, memory, upload })
  report({ site, events, memory, measures })
  return measures
}

const FIRST_INCIDENT = 'OPI-9001'
const BROADCAST_TO = { affected_services: ['Expense'], data_centers: ['us2'] }

/**
 * Directs further messages to a new incident and closes the incident of two minutes ago. No incident then
 * gets thousands of messages, and few incidents stay open.
 */
async function nextIncident(caller: Caller, minute: number): Promise<void> {
  const idAt = (index: number) => (index === 0 ? FIRST_INCIDENT : `OPI-${7_000 + index}`)
  const records = [incident(idAt(minute))]
  const over = { status: 'RESOLVED', end_date: new Date().toISOString() }
  if (minute >= 2) records.push(incident(idAt(minute - 2), over))
  await ingest('incidents', records, caller)
  caller.jiraId = idAt(minute)
}

type Fault = [what: string, cause: () => Promise<unknown>]

function faultsOf(minute: number, { site, databases }: { site: Site; databases: Databases }): Fault[] {
  const faults: Fault[] = [['the LISTEN connection is cut', () => cutListening(databases.current().url)]]
  const failover = FAILOVERS.indexOf(minute)
  if (failover >= 0) faults.push(['the primary is killed', () => databases.failOver(failover)])
  else if (minute % 2 === 0) faults.push(['a user with open pages is deleted', () => deleteUser(site)])
  return faults
}

const cutListening = (url: string) =>
  query(
    url,
    `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'aviary-changes'`,
  )

const OPERATOR = 'oleg.operator@acme.example'

/** Signs a user in, opens a stream and deletes the user; the next sign-in creates them again. */
async function deleteUser({ server, admin }: Site): Promise<void> {
  const { cookies } = await signInAt(server.url, OPERATOR)
  const stream = await fetch(`${server.url}/api/events`, { headers: { cookie: cookies } })
  type Users = { users: { user_id: number; email: string }[] }
  const { users } = await readAs<Users>(admin, '/auth/production/get_users')
  const user_id = users.find(({ email }) => email === OPERATOR)?.user_id
  await writeAs(admin, { method: 'DELETE', path: '/auth/production/delete_user', body: { user_id } })
  await stream.text() // the stream ends
}

type Seen = { databases: Databases; memory: { ms: number; mb: number }[]; upload: number | 'broken' }

async function measure({ server, mails, traffic }: Site, { databases, memory, upload }: Seen) {
  const url = databases.current().url
  const between = (from: number, to: number) =>
    median(memory.filter(({ ms }) => ms >= from * MINUTE_MS && ms < to * MINUTE_MS).map(({ mb }) => mb))
  const share = MINUTES / 30
  const [first, last] = [between(5 * share, 10 * share), between(25 * share, MINUTES)]
  const starts = server.log().split('Aviary is ready').length - 1
  return [
    noneOf('processes that ended', starts - 1),
    ...(await measureLosses({ url, name: 'soak', traffic, mails, upload })),
    {
      name: 'resident memory, the last five minutes ÷ minutes five to ten (medians)',
      ours: `${last.toFixed(0)} MB`,
      reference: `${first.toFixed(0)} MB`,
      ratio: (last / first).toFixed(2),
      target: `≤ ${MAX_GROWTH}`,
      isMet: last / first <= MAX_GROWTH,
    },
  ]
}

type Report = {
  site: Site
  events: Event[]
  memory: { ms: number; mb: number }[]
  measures: Measure[]
}

function report({ site, events, memory, measures }: Report): void {
  const { traffic, inUse, mails } = site
  const kinds = Map.groupBy(events, ({ what }) => what)
  writeReport(
    'soak',
    [
      `${MINUTES} minutes: ${inUse.streams.length} event streams, two pages in a browser, writers (each minute a new incident, which gets the messages), readers, one upload, exports and searches all the time, a broadcast to ${RECIPIENTS} at ${MAILS_A_SECOND} mails a second; PostgreSQL 15 with a synchronous standby, all on this machine`,
      `${traffic.writes.length} writes and ${traffic.reads()} reads were answered; ${traffic.failures.length} tries met a fault${kindsOf(traffic.failures)}; ${mails.secondCopies()} mails arrived a second time, under the same Message-ID`,
      'Command: `npm run build && npm run bench -- soak`',
    ],
    [
      measureTable(measures),
      table(
        ['fault', 'times', 'well again after (median)', 'at most'],
        [...kinds].map(([what, failures]) => {
          const times = failures.map(({ recoveredMs }) => recoveredMs)
          return [
            what,
            String(failures.length),
            `${median(times).toFixed(0)} ms`,
            `${Math.max(...times).toFixed(0)} ms`,
          ]
        }),
      ),
      `Memory every minute, MB: ${memory
        .filter((_, index) => index % (MINUTE_MS / MEMORY_EVERY_MS) === 0)
        .map(({ mb }) => mb.toFixed(0))
        .join(', ')}`,
    ],
  )
}
