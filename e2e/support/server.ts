import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { startProcess } from '../../apps/server/testing/process.ts'
import { serverEnvironment, serverFlags } from '../../scripts/server-flags.mjs'

export type BuiltServer = {
  url: string
  pid: number
  dataDir: string
  token: string
  log: () => string
  /** Sets how far the server's clock is ahead of the machine's; only for a server started with `movesClock`. */
  setClockAhead: (ms: number) => Promise<void>
  stop: () => Promise<void>
}

const root = path.resolve(import.meta.dirname, '../..')
const movedClock = pathToFileURL(path.resolve(import.meta.dirname, 'moved-clock.mjs'))
const lateAnswers = pathToFileURL(path.resolve(import.meta.dirname, 'late-answers.mjs'))

/** Environments for which data folders are prepared, by the name of the folder. */
const PREPARED = { plain: { SEED_DEMO: 'false' }, demo: { SEED_DEMO: 'true' } }

/**
 * Prepares data folders that most servers of a test run copy. Creating and seeding a database takes three to
 * nine seconds of processor time.
 */
export async function prepareData(folder: string): Promise<void> {
  let from: string | undefined
  for (const [name, environment] of Object.entries(PREPARED)) {
    const dataDir = path.join(folder, name)
    if (from) copyData(from, dataDir)
    const server = await startBuiltServer({ ...environment, DATA_DIR: dataDir })
    await server.stop()
    from = dataDir
  }
  process.env.AVIARY_PREPARED = folder
}

/** Keeps the owners of the files: if the tests run as root, PostgreSQL runs as another user. */
const copyData = (from: string, to: string) => execFileSync('cp', ['-a', from, to])

/**
 * The prepared folder for this environment; undefined for a server with its own database, data folder,
 * time zone or start time.
 */
function preparedFor(environment: Record<string, string>, beginsAt: number | undefined): string | undefined {
  const { AVIARY_PREPARED: folder } = process.env
  const isOwn = ['DATABASE_URL', 'DATA_DIR', 'TZ'].some((name) => name in environment)
  if (!folder || isOwn || beginsAt !== undefined) return undefined
  return path.join(folder, environment.SEED_DEMO === 'false' ? 'plain' : 'demo')
}

type ServerOptions = {
  movesClock?: boolean
  beginsAt?: number
  /** Checkout whose built product is started; by default this repository. */
  checkout?: string
}

/** Starts the built product as a child process, on its own data or on the database of `DATABASE_URL`. */
export async function startBuiltServer(
  environment: Record<string, string> = {},
  { movesClock = false, beginsAt, checkout = root }: ServerOptions = {},
): Promise<BuiltServer> {
  const main = path.join(checkout, 'apps/server/dist/main.js')
  if (!existsSync(main)) throw new Error('The product is not built. Run: npm run build')
  const folder = mkdtempSync(path.join(tmpdir(), 'aviary-e2e-'))
  // If the tests run as root, PostgreSQL runs as another user, who must be able to pass through this folder.
  chmodSync(folder, 0o711)
  const prepared = preparedFor(environment, beginsAt)
  if (prepared) copyData(`${prepared}/.`, folder)
  const { LATE_ANSWERS_MS } = process.env
  const modules = LATE_ANSWERS_MS ? [`${lateAnswers.href}?most=${LATE_ANSWERS_MS}`] : []
  const clock = beginsAt === undefined ? movedClock.href : `${movedClock.href}?at=${beginsAt}`
  if (movesClock) modules.push(clock)
  const server = await startProcess(
    { ...serverEnvironment, DATA_DIR: folder, SEED_DEMO: 'true', ...environment },
    { main, flags: [...serverFlags, ...modules.flatMap((module) => ['--import', module])] },
  )
  const dataDir = environment.DATA_DIR ?? folder
  const tokenFile = path.join(dataDir, 'first-service-token')
  return {
    url: server.url,
    pid: server.pid,
    dataDir,
    token: existsSync(tokenFile) ? readFileSync(tokenFile, 'utf8').trim() : '',
    log: server.output,
    setClockAhead: (aheadMs) => server.sendMessage({ aheadMs }),
    stop: async () => {
      await server.end('SIGTERM')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Log lines about errors; browser tests that cause no faults allow none. */
export const errorsIn = (log: string): string[] =>
  log.split('\n').filter((line) => /"level":"(error|fatal)"/.test(line))
