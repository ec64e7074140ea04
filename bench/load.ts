import { type ChildProcess, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { openDatabase } from '../apps/server/src/database/open.ts'
import { growReferenceLists } from '../apps/server/testing/changes.ts'
import { incident, ingest } from '../e2e/support/records.ts'
import { type BuiltServer, startBuiltServer } from '../e2e/support/server.ts'
import { importChanges } from './import-changes.ts'
import { withSink } from './mail.ts'
import { type Measure, residentMb } from './product.ts'
import { measureTable, table, writeReport } from './report.ts'
import { type SignedIn, signInMany } from './sessions.ts'
import { measureCommands, sendCommands, slackSettings } from './slack-commands.ts'

const SECONDS = Number(process.env.BENCH_LOAD_SECONDS ?? 600)
const PAGES = Number(process.env.BENCH_LOAD_PAGES ?? 5_000)
const PER_SECOND = 500
const CONNECTS = 50
const PEOPLE = 250
const CHANGES = 100_000
const INCIDENTS = 50
const CHANGE_EVERY_MS = 20_000
/** Time before the first status change, because the server has just started; its requests are measured too. */
const WARM_UP_MS = 10_000
const REACHED_WITHIN_MS = 2_000
const MAX_GROWTH = 1.2
const SEED = 9

const number = (count: number) => count.toLocaleString('en-US')
const seconds = (ms: number) => `${(ms / 1_000).toFixed(2)} s`
const DAY_MS = 86_400_000

type Part = { name: string; weight: number; method: 'GET' | 'POST' | 'PUT'; path: string; body?: object }
type PartReport = {
  name: string
  requestCount: number
  wrong: number
  first?: string
  half: number
  at99: number
}
type UseReport = { parts: PartReport[]; half: number; at99: number; maxMs: number; requestCount: number }
type PagesReport = { open: number; broken: number; wrong: number; heard: number[]; shown: number[] }

/**
 * Requests of people with their percentages. `{nth}` is the number of the request, in paths modulo 50;
 * `{email}` is the caller.
 */
function mixOf(now: number): Part[] {
  const daysAgo = (days: number) => new Date(now - days * DAY_MS).toISOString()
  const get = (name: string, weight: number, path: string): Part => ({ name, weight, method: 'GET', path })
  const search = (days: number, params: object) => ({
    change_type: 'auto',
    search_params: { date_range_start: daysAgo(days), date_range_end: daysAgo(0), ...params },
  })
  return [
    get('status of everything', 30, '/api/v4/status/'),
    get('open incidents', 20, '/api/incidents/?active=true&locale=en&start_at=0&response_size=500'),
    get('an incident', 12, '/api/incident_by_jira_id/?jira_id=LOAD-{nth}'),
    get('its timeline', 5, '/api/incidents/timeline/?jira_id=LOAD-{nth}'),
    get('closed incidents', 5, '/api/incidents/?active=false&locale=en&start_at=0&response_size=100'),
    get('maintenance', 6, '/api/v2/maintenance_event'),
    get('banner', 5, '/api/banner/'),
    {
      ...{ name: 'changes of a data center', weight: 7, method: 'POST', path: '/api/search_changes/' },
      body: search(7, { data_centers: ['us2'] }),
    },
    {
      ...{ name: 'changes by a word', weight: 4, method: 'POST', path: '/api/search_changes/' },
      body: search(30, { keyword: 'production' }),
    },
    get('a company', 4, '/api/customer_catalog/?search_text=Acme'),
    {
      ...{ name: 'a preference is saved', weight: 2, method: 'PUT', path: '/api/update_profile/' },
      body: {
        application: 'aviary',
        preferences: { load: '{nth}' },
        audit_log_data: {
          application_name: 'Aviary',
          user_email: '{email}',
          action_name: 'Update Profile',
        },
      },
    },
  ]
}

/**
 * Thousands of open pages reload after each change, while hundreds of requests per second are sent without
 * waiting for earlier answers, and somebody in Slack sends commands. BENCH_LOAD_SECONDS shortens the run, BENCH_LOAD_PAGES reduces the pages.
 */
export const load = (): Promise<Measure[]> =>
  withSink(async (databaseUrl) => {
    const server = await startBuiltServer({
      ...{ DATABASE_URL: databaseUrl, LOG_LEVEL: 'warn' },
      ...slackSettings,
    })
    try {
      const now = Date.now()
      const { db, close } = openDatabase(databaseUrl, () => undefined)
      await growReferenceLists(db)
      await importChanges(db, { seed: SEED, before: new Date(now), count: CHANGES }, databaseUrl)
      const people = await signInMany(db, PEOPLE)
      await close()
      await ingest(
        'incidents',
        Array.from({ length: INCIDENTS }, (_, index) => incident(`LOAD-${index}`)),
        server,
      )
      return await underLoad(server, { people, now })
    } finally {
      await server.stop()
    }
  })

async function underLoad(server: BuiltServer, { people, now }: { people: SignedIn[]; now: number }) {
  const idleMb = residentMb(server.pid)
  const pages = await openPages({ url: server.url, people, pages: PAGES, connects: CONNECTS })
  const openMb = residentMb(server.pid)
  const using = use({
    url: server.url,
    people,
    perSecond: PER_SECOND,
    seconds: SECONDS,
    mix: mixOf(now),
  })
  let isOver = false
  const used = using.finally(() => {
    isOver = true
  })
  const memory: number[] = []
  const changes: PagesReport[] = []
  const commands = sendCommands(server, () => !isOver)
  commands.catch(() => undefined) // thrown below, where it is awaited
  await pause(WARM_UP_MS)
  for (let nth = 0; !isOver; nth += 1) {
    changes.push(await changeStatus(server, { pages, nth }))
    memory.push(residentMb(server.pid))
    await Promise.race([used, pause(CHANGE_EVERY_MS - REACHED_WITHIN_MS)])
  }
  const useReport = await used
  const last = await ask(pages)
  pages.kill('SIGKILL')
  // Measures all requests, also those before the first status change and after the last.
  const measures = [...measuresOf({ useReport, last, changes, memory }), measureCommands(await commands)]
  report({ useReport, changes, memory, idleMb, openMb, measures, errors: server.log() })
  return measures
}

async function openPages(options: object): Promise<ChildProcess> {
  const child = fork(path.join(import.meta.dirname, 'load-pages.mjs'), [JSON.stringify(options)])
  await once(child, 'message')
  return child
}

async function ask(pages: ChildProcess): Promise<PagesReport> {
  const useReport = once(pages, 'message')
  pages.send({})
  return (await useReport)[0] as PagesReport
}

const STATUSES = ['PERFORMANCE', 'OUTAGE', 'NORMAL']

/** Reports a new status from monitoring and waits twice REACHED_WITHIN_MS; returns what the pages measured. */
async function changeStatus(server: BuiltServer, { pages, nth }: { pages: ChildProcess; nth: number }) {
  const ready = once(pages, 'message')
  pages.send({ change: true })
  await ready
  const status = STATUSES[nth % STATUSES.length]
  await ingest(
    'status',
    [{ service: 'Travel', data_center: 'eu', status, at: new Date().toISOString() }],
    server,
  )
  await pause(REACHED_WITHIN_MS * 2)
  return ask(pages)
}

async function use(options: object): Promise<UseReport> {
  const child = spawn(
    process.execPath,
    [path.join(import.meta.dirname, 'load-use.mjs'), JSON.stringify(options)],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  let text = ''
  child.stdout.on('data', (part) => {
    text += part
  })
  await once(child, 'close')
  return JSON.parse(text) as UseReport
}

type Seen = { useReport: UseReport; last: PagesReport; changes: PagesReport[]; memory: number[] }

/** The list is too long for the arguments of `Math.max`. */
const latest = (times: readonly number[]): number => times.reduce((max, time) => Math.max(max, time), 0)

function measuresOf({ useReport, last, changes, memory }: Seen): Measure[] {
  const wrong = useReport.parts.reduce((sum, part) => sum + part.wrong, 0) + last.broken + last.wrong
  const reached = Math.min(...changes.map(({ shown }) => shown.length))
  const heard = latest(changes.flatMap((report) => report.heard))
  const shown = latest(changes.flatMap((report) => report.shown))
  const [first = 0, end = 0] = [memory[1] ?? memory[0], memory.at(-1)]
  const within = (name: string, ms: number): Measure => ({
    name,
    ours: seconds(ms),
    reference: seconds(REACHED_WITHIN_MS),
    ratio: (ms / REACHED_WITHIN_MS).toFixed(2),
    target: '≤ 1',
    isMet: reached === PAGES && ms <= REACHED_WITHIN_MS,
  })
  return [
    {
      name: `errors among ${number(useReport.requestCount)} requests, ${number(PAGES)} pages and what they asked`,
      ours: number(wrong),
      reference: '0',
      ratio: String(wrong),
      target: '0',
      isMet: wrong === 0 && last.open === PAGES,
    },
    within(
      `a status change is heard by ${number(reached)} of ${number(PAGES)} pages, the last of them after`,
      heard,
    ),
    within(`the last of ${number(reached)} has read the new statuses after`, shown),
    {
      name: 'requests a second that were answered',
      ours: (useReport.requestCount / SECONDS).toFixed(0),
      reference: String(PER_SECOND),
      ratio: (useReport.requestCount / SECONDS / PER_SECOND).toFixed(2),
      target: '≥ 0.99',
      isMet: useReport.requestCount / SECONDS / PER_SECOND >= 0.99,
    },
    {
      name: 'memory at the end ÷ after the first change',
      ours: `${end.toFixed(0)} MB`,
      reference: `${first.toFixed(0)} MB`,
      ratio: (end / first).toFixed(2),
      target: `≤ ${MAX_GROWTH}`,
      isMet: end / first <= MAX_GROWTH,
    },
  ]
}

type Report = Omit<Seen, 'last'> & { idleMb: number; openMb: number; measures: Measure[]; errors: string }

function report({ useReport, changes, memory, idleMb, openMb, measures, errors }: Report): void {
  const ms = (time: number) => `${time.toFixed(1)} ms`
  const lines = errors.split('\n').filter((line) => /"level":"(warn|error|fatal)"/.test(line))
  writeReport(
    'load',
    [
      `${number(PAGES)} open pages (server-sent events), each asking for the statuses when it hears of a change, and ${PER_SECOND} requests a second for ${SECONDS} s, sent whether or not those before were answered; the server, PostgreSQL 15 and both loads share this machine`,
      `${number(CHANGES)} changes (seed ${SEED}), ${INCIDENTS} open incidents, the demo data; every ${CHANGE_EVERY_MS / 1_000} s monitoring reports another status: ${changes.length} times`,
      `All requests: half within ${ms(useReport.half)}, 99 % within ${ms(useReport.at99)}, the longest ${ms(useReport.maxMs)}`,
      `Memory of the server: ${idleMb.toFixed(0)} MB before, ${openMb.toFixed(0)} MB with all pages open; at each change ${memory.map((mb) => mb.toFixed(0)).join(', ')} MB`,
      `Warnings and errors in its log: ${lines.length}`,
      `Command: \`npm run build && npm run bench -- load\``,
    ],
    [
      measureTable(measures),
      table(
        ['request', 'answered', 'wrong', 'half within', '99 % within'],
        useReport.parts.map((part) => [
          ...[part.name, number(part.requestCount), part.first ? `${part.wrong}: ${part.first}` : '0'],
          ...[ms(part.half), ms(part.at99)],
        ]),
      ),
    ],
  )
}
