import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { randomFrom } from '../apps/server/src/demo/names.ts'
import { TEST_KEY } from '../apps/server/testing/app.ts'
import {
  type LiveReport,
  type LiveWorld,
  openLiveWorld,
  runLive,
} from '../apps/server/testing/delivery-model/live.ts'
import { describeSteps, shrink, simulate, stepsOf } from '../apps/server/testing/delivery-model/simulate.ts'
import { Violation } from '../apps/server/testing/delivery-model/violation.ts'
import { openWorld } from '../apps/server/testing/delivery-model/world.ts'
import { startPostgres15 } from '../apps/server/testing/postgres-15.ts'
import { launchProcess, startProcess } from '../apps/server/testing/process.ts'
import { openDatabases } from './failing-over.ts'
import type { Measure } from './product.ts'

const MINUTES = Number(process.env.BENCH_MODEL_MINUTES ?? 20)
const ROUNDS = Number(process.env.BENCH_MODEL_ROUNDS ?? 6)
/** Longer runs than those of the tests: more mails and requests meet. */
const COMMANDS = 60
const LIVE_COMMANDS = 120
const STEPS_REQUIRED = 1_000_000
/** Mails that a process has in its lanes, and requests to as many channels as the model has. */
const IN_FLIGHT = 2 + 3
const TOTALS = path.join(import.meta.dirname, 'results/delivery-model.json')
const movedClock = pathToFileURL(path.resolve(import.meta.dirname, '../e2e/support/moved-clock.mjs'))

/** Added up over all runs of this benchmark. */
type Totals = { nextSeed: number; runs: number; steps: number; finds: number }

function readTotals(): Totals {
  try {
    return JSON.parse(readFileSync(TOTALS, 'utf8'))
  } catch {
    return { nextSeed: 1_000, runs: 0, steps: 0, finds: 0 }
  }
}

/**
 * The model of delivery with new seeds for BENCH_MODEL_MINUTES, then with real processes in BENCH_MODEL_ROUNDS: killed,
 * stopped, cut off from the database, and through a failover. Prints each find with its seed and commands.
 */
export async function deliveryModel(): Promise<Measure[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'aviary-bench-model-'))
  const dataDir = mkdtempSync(path.join(tmpdir(), 'aviary-bench-model-data-'))
  chmodSync(dataDir, 0o711)
  try {
    const simulated = await runSimulated(folder, dataDir)
    const live = ROUNDS > 0 ? await runRounds(dataDir) : []
    return [...simulated, ...live]
  } finally {
    for (const each of [folder, dataDir]) rmSync(each, { recursive: true, force: true })
  }
}

const measure = (name: string, ours: number, most: number | undefined): Measure => ({
  name,
  ours: String(ours),
  reference: String(most ?? '-'),
  ratio: most ? (ours / most).toFixed(2) : String(ours),
  target: most === undefined ? '' : `≤ ${most}`,
  ...(most !== undefined && { isMet: ours <= most }),
})

async function runSimulated(folder: string, dataDir: string): Promise<Measure[]> {
  const database = await startPostgres15(folder)
  await (await startProcess({ DATABASE_URL: database.url, DATA_DIR: dataDir })).end('SIGTERM')
  const world = await openWorld({ databaseUrl: database.url })
  const until = Date.now() + MINUTES * 60_000
  const totals = readTotals()
  let [steps, runs, finds] = [0, 0, 0]
  try {
    for (; Date.now() < until; totals.nextSeed += 1) {
      const commands = stepsOf(totals.nextSeed, COMMANDS)
      const outcome = await simulate(world, commands)
      runs += 1
      steps += outcome.steps
      totals.runs += 1
      totals.steps += outcome.steps
      if (outcome.broken === undefined) continue
      finds += 1
      totals.finds += 1
      console.log(
        `  seed ${totals.nextSeed}: ${outcome.broken}\n${describeSteps(await shrink(world, commands))}`,
      )
    }
  } finally {
    writeFileSync(TOTALS, `${JSON.stringify(totals, null, 2)}\n`)
    await world.close()
    await database.stop()
  }
  console.log(`  ${runs} runs, ${steps} steps; added up ${totals.runs} runs, ${totals.steps} steps`)
  return [
    measure('promises broken in simulated processes', finds, 0),
    {
      ...measure('steps, added up over runs', totals.steps, STEPS_REQUIRED),
      isMet: totals.steps >= STEPS_REQUIRED,
      target: `≥ ${STEPS_REQUIRED}`,
    },
  ]
}

async function runRounds(dataDir: string): Promise<Measure[]> {
  const databases = await openDatabases(1)
  const environment = { DATABASE_URL: databases.url, DATA_DIR: dataDir, SECRETS_KEY: TEST_KEY }
  await (await startProcess(environment)).end('SIGTERM')
  const live = await openLiveWorld(databases.url, randomFrom(1))
  const fleet = await openFleet(environment, live)
  const reports: LiveReport[] = []
  try {
    for (let round = 0; round < ROUNDS; round += 1) {
      if (round === Math.floor(ROUNDS / 2)) await databases.failOver(0)
      reports.push(await runRound(live, fleet, round))
    }
  } finally {
    await fleet.stop()
    await live.world.close()
    await databases.stop()
  }
  const sum = (key: 'steps' | 'kills' | 'mails' | 'requests' | 'secondCopies') =>
    reports.reduce((total, report) => total + report[key], 0)
  const kills = sum('kills')
  console.log(
    `  ${sum('steps')} steps, ${sum('mails')} mails and ${sum('requests')} requests by real processes`,
  )
  return [
    measure(
      `promises broken by real processes in ${kills} kills and a failover`,
      reports.filter(({ broken }) => broken).length,
      0,
    ),
    measure('second copies ÷ what was in flight at the kills', sum('secondCopies'), kills * IN_FLIGHT),
  ]
}

async function runRound(
  live: LiveWorld,
  fleet: Parameters<typeof runLive>[1],
  round: number,
): Promise<LiveReport> {
  try {
    return await runLive(live, fleet, stepsOf(round + 1, LIVE_COMMANDS))
  } catch (error) {
    if (!(error instanceof Violation)) throw error
    console.log(`  round ${round}: ${error.message}`)
    return { steps: 0, kills: 0, mails: 0, requests: 0, secondCopies: 0, broken: error.message }
  }
}

/** Two processes that send, each with a clock that can be set. */
async function openFleet(environment: Record<string, string>, { world }: LiveWorld) {
  const start = async () => {
    const launched = await launchProcess(
      {
        ...environment,
        SMTP_URL: world.mailServer.url('live'),
        SMTP_CONNECTIONS: '2',
        CHANNEL_ALLOWED_NETWORKS: '127.0.0.0/8',
        CHANNEL_PORTS: String(world.receiver.port),
        INTERNAL_MAIL_DOMAINS: 'acme.example',
      },
      { flags: ['--import', movedClock.href] },
    )
    await launched.ready()
    const { child, end, sendMessage } = launched
    return { pid: child.pid ?? 0, end, setClockAhead: (aheadMs: number) => sendMessage({ aheadMs }) }
  }
  const processes = [await start(), await start()]
  return {
    processes: () => processes,
    replace: async (index: number) => {
      await processes[index]?.end('SIGKILL')
      processes[index] = await start()
    },
    stop: () => Promise.all(processes.map(({ end }) => end('SIGTERM'))),
  }
}
