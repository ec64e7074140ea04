import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Browser } from 'playwright-core'
import { openDatabase } from '../apps/server/src/database/open.ts'
import { startPostgres15 } from '../apps/server/testing/postgres-15.ts'
import { launchChromium } from '../e2e/support/chromium.ts'
import { SCREENS } from '../e2e/support/screens.ts'
import { type BuiltServer, startBuiltServer } from '../e2e/support/server.ts'
import { ask, milliseconds, percentile } from './ask.ts'
import { openSignedIn, openWhole } from './browser.ts'
import { fill, LARGE, type Sizes, SMALL } from './large/fill.ts'
import { type Measure, residentMb, signIn } from './product.ts'
import { measureTable, table, writeReport } from './report.ts'

const ROUNDS = Number(process.env.BENCH_LARGE_ROUNDS ?? 30)
const WARM_UP = 3
const MAX_HALF = 1.5
const MAX_SLOWEST = 2
const MAX_MEMORY = 1.3
const MAX_BYTES = 2_000_000
/** Answers below this are alike to people, and their ratio says more of the machine than of the work. */
const LEAST_MS = 4
const ADMINISTRATOR = 'ada.admin@acme.example'

type Installation = { server: BuiltServer; cookies: string }
type Call = { method: string; address: string; body: object | undefined }

/** Every call that the screens make when they are opened, in a large installation, held against a small one. */
export async function large(): Promise<Measure[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'aviary-bench-large-'))
  const database = await startPostgres15(folder, { shared_buffers: '2GB', max_wal_size: '8GB' })
  const opened: Installation[] = []
  const browser = await launchChromium()
  try {
    const of = async (name: string, sizes: Sizes) => {
      const installation = await openInstallation(`${database.url.replace(/\/[^/]*$/, '')}/${name}`, sizes)
      opened.push(installation)
      return installation
    }
    const small = await of('small', SMALL)
    const big = await of('large', LARGE)
    const calls = await listCalls(browser, [small, big])
    const timed = await timeAll(calls, { small, big })
    const measures = toMeasures(timed, { small, big })
    report(timed, measures)
    return measures
  } finally {
    await browser.close()
    for (const { server } of opened) await server.stop()
    await database.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** A server over a database of this name that was filled before the server started, so that nothing is in its memory. */
async function openInstallation(databaseUrl: string, sizes: Sizes): Promise<Installation> {
  await createDatabase(databaseUrl)
  const environment = { DATABASE_URL: databaseUrl, SEED_DEMO: 'false', LOG_LEVEL: 'warn' }
  await (await startBuiltServer(environment)).stop()
  const { db, close } = openDatabase(databaseUrl, () => undefined)
  const filling = await milliseconds(() => fill(db, sizes))
  console.log(`  filled ${new URL(databaseUrl).pathname} in ${(filling / 1000).toFixed(0)} s`)
  await close()
  const server = await startBuiltServer(environment)
  const { cookies } = await signIn(server.url, ADMINISTRATOR)
  return { server, cookies }
}

async function createDatabase(databaseUrl: string): Promise<void> {
  const url = new URL(databaseUrl)
  const name = url.pathname.slice(1)
  url.pathname = '/postgres'
  const { db, close } = openDatabase(url.href, () => undefined)
  await db.execute(`create database ${name}`)
  await close()
}

/** The calls of each screen, opened in both installations: the larger one may ask for more pages of a list. */
async function listCalls(browser: Browser, installations: readonly Installation[]): Promise<Call[]> {
  const calls = new Map<string, Call>()
  for (const { server, cookies } of installations) {
    const page = await openSignedIn(browser, { ...server, cookies })
    page.on('request', (request) => {
      const { pathname, search } = new URL(request.url())
      const isCall = /^\/(api|auth)\//.test(pathname) && !pathname.startsWith('/api/events')
      const isRead = request.method() === 'GET' || READ_BY_POST.test(pathname)
      if (!isCall || !isRead) return
      const body = request.postData() ?? undefined
      const name = `${request.method()} ${pathname}${search} ${body ?? ''}`.replaceAll(TIME, 'T')
      calls.set(name, {
        ...{ method: request.method(), address: pathname + search },
        // Without a body it would be sent as GET.
        body: request.method() === 'POST' ? JSON.parse(body ?? '{}') : undefined,
      })
    })
    for (const [address] of SCREENS)
      await openWhole(page, address.replace('OPI-1801', 'OPI-100')).catch((error: Error) =>
        console.log(`  ${address} is not quiet: ${error.message.split('\n')[0]}`),
      )
    await page.context().close()
  }
  return [...calls.values()]
}

/** Times of the moment differ each time a screen is opened. */
const TIME = /\d{4}-\d\d-\d\dT[^&"]*/g
const READ_BY_POST = /\/(get_user_id|search_changes|changes\/search|timeline)\b/

type Timed = {
  call: string
  bytes: number
  status: number
  half: Record<'small' | 'big', number>
  slowest: Record<'small' | 'big', number>
}
type Both = Record<'small' | 'big', Installation>

async function timeAll(calls: readonly Call[], both: Both): Promise<Timed[]> {
  const timed: Timed[] = []
  for (const call of calls) timed.push(await timeCall(call, both))
  return timed
}

/** Turn about, so that what else the machine does hits both. */
async function timeCall({ method, address, body }: Call, both: Both): Promise<Timed> {
  const times = { small: [] as number[], big: [] as number[] }
  let [bytes, status] = [0, 0]
  for (let round = 0; round < WARM_UP + ROUNDS; round += 1)
    for (const name of ['small', 'big'] as const) {
      const { server, cookies } = both[name]
      const time = await milliseconds(async () => {
        const answer = await ask(server.url + address, { cookies, ...(body ? { body } : {}) })
        if (name === 'big') [bytes, status] = [Buffer.byteLength(answer.text), answer.status]
      })
      if (round >= WARM_UP) times[name].push(time)
    }
  const at = (share: number) => ({ small: percentile(times.small, share), big: percentile(times.big, share) })
  return { call: `${method} ${address}`, bytes, status, half: at(0.5), slowest: at(0.99) }
}

const ratioOf = ({ small, big }: Record<'small' | 'big', number>) =>
  Math.max(LEAST_MS, big) / Math.max(LEAST_MS, small)

function toMeasures(timed: readonly Timed[], { small, big }: Both): Measure[] {
  const count = timed.length
  const counted = (name: string, wrong: number): Measure => ({
    name: `${name}, of ${count} calls`,
    ...{ ours: String(wrong), reference: '0', ratio: String(wrong), target: '0', isMet: wrong === 0 },
  })
  const memory = residentMb(big.server.pid) / residentMb(small.server.pid)
  return [
    counted(
      `half of the answers take more than ${MAX_HALF} × as long`,
      timed.filter(({ half }) => ratioOf(half) > MAX_HALF).length,
    ),
    counted(
      `one in a hundred takes more than ${MAX_SLOWEST} × as long`,
      timed.filter(({ slowest }) => ratioOf(slowest) > MAX_SLOWEST).length,
    ),
    counted('an answer is larger than 2 MB', timed.filter(({ bytes }) => bytes > MAX_BYTES).length),
    counted('failed (5xx)', timed.filter(({ status }) => status >= 500).length),
    {
      name: 'memory of the server after all calls ÷ of the small one',
      ours: `${residentMb(big.server.pid).toFixed(0)} MB`,
      reference: `${residentMb(small.server.pid).toFixed(0)} MB`,
      ...{ ratio: memory.toFixed(2), target: `≤ ${MAX_MEMORY}`, isMet: memory <= MAX_MEMORY },
    },
  ]
}

const SHOWN = 25

function report(timed: readonly Timed[], measures: readonly Measure[]): void {
  const ms = (time: number) => `${time.toFixed(1)} ms`
  const rows = timed
    .toSorted((a, b) => ratioOf(b.half) - ratioOf(a.half))
    .slice(0, SHOWN)
    .map(({ call, bytes, status, half, slowest }) => [
      `\`${call}\``,
      ...[ms(half.small), ms(half.big), ratioOf(half).toFixed(2)],
      ...[ms(slowest.small), ms(slowest.big), ratioOf(slowest).toFixed(2)],
      ...[`${(bytes / 1000).toFixed(0)} KB`, String(status)],
    ])
  const size = ({ services, dataCenters, users, incidents, auditRows, changes }: Sizes) =>
    `${services} services × ${dataCenters} data centers, ${users} users, ${incidents} incidents, ${auditRows} audit rows, ${changes} changes`
  writeReport(
    'large',
    [
      `Large: ${size(LARGE)}; small: ${size(SMALL)}`,
      `Each call ${ROUNDS} times in turn on both; answers below ${LEAST_MS} ms count as ${LEAST_MS} ms`,
      'Command: `npm run build && npm run bench -- large`',
    ],
    [
      measureTable(measures),
      `The ${SHOWN} calls that grow most:`,
      table(
        [
          'call',
          'half, small',
          'half, large',
          'ratio',
          '99 %, small',
          '99 %, large',
          'ratio',
          'size',
          'status',
        ],
        rows,
      ),
    ],
  )
}
