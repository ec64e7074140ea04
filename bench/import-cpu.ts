import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, closeSync, mkdtempSync, openSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { openDatabase } from '../apps/server/src/database/open.ts'
import { findPostgresPrograms, startPostgres15 } from '../apps/server/testing/postgres-15.ts'
import { startBuiltServer } from '../e2e/support/server.ts'
import { CASES, type Case, fillTemplates } from './import-cpu/cases.ts'
import { type Measure, median } from './product.ts'
import { table, writeReport } from './report.ts'

const ROUNDS = Number(process.env.BENCH_IMPORT_ROUNDS ?? 3)
const LEAST_RATIO = 0.7
const cli = path.resolve(import.meta.dirname, '../apps/server/dist/cli.js')

/** Processor seconds of one import: of the program that sends the rows, and of all processes of PostgreSQL. */
type Cost = { client: number; database: number; seconds: number }
type Site = { folder: string; url: (database: string) => string; postmaster: number }

/**
 * Processor time of `COPY` into the tables that an import fills, divided by that of `npx aviary import`, start of the
 * program included. Each run has a database of its own. BENCH_IMPORT chooses cases by a part of their name.
 */
export async function importCpu(): Promise<Measure[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'aviary-bench-import-'))
  chmodSync(folder, 0o711)
  const postgres = await startPostgres15(folder, {
    ...{ shared_buffers: '1GB', max_wal_size: '4GB', autovacuum: 'off' },
  })
  try {
    const url = (database: string) => postgres.url.replace(/[^/]*$/, database)
    const postmaster = Number(readFileSync(path.join(folder, 'data/postmaster.pid'), 'utf8').split('\n')[0])
    const site: Site = { folder, url, postmaster }
    await prepare(site)
    const cases = CASES.filter(({ name }) => name.includes(process.env.BENCH_IMPORT ?? ''))
    const results: { measure: Measure; row: string[] }[] = []
    for (const imported of cases) results.push(await measureCase(site, imported))
    report(results.map(({ row }) => row))
    return results.map(({ measure }) => measure)
  } finally {
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function prepare({ folder, url }: Site): Promise<void> {
  await execute(url('postgres'), 'create database empty')
  const environment = { DATABASE_URL: url('empty'), SEED_DEMO: 'false', LOG_LEVEL: 'warn' }
  await (await startBuiltServer(environment)).stop()
  await fillTemplates({ folder, url, clone: (name, template) => clone(url, name, template) })
}

async function execute(url: string, statement: string): Promise<void> {
  const { db, close } = openDatabase(url, () => undefined)
  await db.execute(statement).finally(close)
}

async function clone(url: Site['url'], name: string, template: string): Promise<void> {
  await execute(url('postgres'), `drop database if exists ${name}`)
  await execute(url('postgres'), `create database ${name} template ${template}`)
  await execute(url('postgres'), 'checkpoint')
}

async function measureCase(site: Site, imported: Case): Promise<{ measure: Measure; row: string[] }> {
  const { url, folder } = site
  await clone(url, 'ours', imported.template)
  await importFile(site, imported)
  const copies = imported.tables.map(({ name, rows }) => writeCopy(site, name, rows))
  const [ours, copy]: [Cost[], Cost[]] = [[], []]
  for (let round = 0; round < ROUNDS; round += 1) {
    await clone(url, 'ours', imported.template)
    ours.push(await costOf(site, () => importFile(site, imported)))
    await clone(url, 'copied', imported.template)
    copy.push(await costOf(site, () => psql(site, copies)))
  }
  for (const file of readdirSync(folder)) if (file.endsWith('.copy')) rmSync(path.join(folder, file))
  const all = (costs: readonly Cost[]) => median(costs.map(({ client, database }) => client + database))
  const ratio = all(copy) / all(ours)
  const name = `import of ${imported.name}: processor time of COPY divided by ours`
  console.log(`  ${name}: ${ratio.toFixed(2)} (ours ${toText(ours)}, COPY ${toText(copy)})`)
  return {
    measure: {
      ...{ name, ours: `${all(ours).toFixed(1)} s`, reference: `${all(copy).toFixed(1)} s` },
      ...{ ratio: ratio.toFixed(2), target: `≥ ${LEAST_RATIO}`, isMet: ratio >= LEAST_RATIO },
    },
    row: [imported.name, toText(ours), toText(copy), ratio.toFixed(2)],
  }
}

const toText = (costs: readonly Cost[]): string => {
  const [client, database, seconds] = (['client', 'database', 'seconds'] as const).map((part) =>
    median(costs.map((cost) => cost[part])).toFixed(1),
  )
  return `${client} + ${database} s, ${seconds} s of waiting`
}

function importFile({ folder, url }: Site, imported: Case): Promise<void> {
  const args = ['import', imported.kind, path.join(folder, imported.file), '--database-url', url('ours')]
  return run(process.execPath, [cli, ...args])
}

/** Writes the rows that the import has written, and returns the command that reads them again. */
function writeCopy({ folder, url }: Site, name: string, rows = 'true'): string {
  const columns = query(
    url('ours'),
    `select string_agg(quote_ident(column_name), ', ' order by ordinal_position) from information_schema.columns
     where table_name = '${name}' and is_generated = 'NEVER'`,
  )
  const file = path.join(folder, `${name}.copy`)
  query(url('ours'), `\\copy (select ${columns} from ${name} where ${rows}) to '${file}'`)
  return `\\copy ${name} (${columns}) from '${file}'`
}

const program = () => path.join(findPostgresPrograms() ?? '', 'psql')
const query = (url: string, text: string): string =>
  execFileSync(program(), [url, '-qAtX', '-c', text.replaceAll('\n', ' ')], { encoding: 'utf8' }).trim()

const psql = ({ url }: Site, commands: readonly string[]): Promise<void> => {
  const all = ['begin', ...commands, 'commit'].flatMap((command) => ['-c', command])
  return run(program(), [url('copied'), '-qX', '-v', 'ON_ERROR_STOP=1', ...all])
}

async function run(command: string, args: readonly string[]): Promise<void> {
  const output = openSync('/dev/null', 'w')
  const child = spawn(command, args, { stdio: ['ignore', output, 'inherit'] })
  const [code] = await once(child, 'exit')
  closeSync(output)
  if (code !== 0) throw new Error(`${command} ended with ${code}`)
}

async function costOf(site: Site, work: () => Promise<void>): Promise<Cost> {
  const before = { client: endedChildrenMs('self'), database: clusterMs(site), at: performance.now() }
  await work()
  return {
    client: (endedChildrenMs('self') - before.client) / 1_000,
    database: (clusterMs(site) - before.database) / 1_000,
    seconds: (performance.now() - before.at) / 1_000,
  }
}

const TICK_MS = 10

/** The four processor times of a process: user and system, its own and those of its children that have ended. */
function timesOf(pid: number | 'self'): number[] {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').replace(/^.*\) /s, '')
  return fields
    .split(' ')
    .slice(11, 15)
    .map((ticks) => Number(ticks) * TICK_MS)
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)
const endedChildrenMs = (pid: number | 'self') => sum(timesOf(pid).slice(2))

function clusterMs({ postmaster }: Site): number {
  const children = readFileSync(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8').trim().split(' ')
  return sum([...timesOf(postmaster), ...children.flatMap((pid) => ownTimesOf(Number(pid)))])
}

/** Nothing for a process that has just ended: its time is that of an ended child now. */
function ownTimesOf(pid: number): number[] {
  try {
    return timesOf(pid).slice(0, 2)
  } catch {
    return []
  }
}

function report(rows: readonly string[][]): void {
  if (process.env.BENCH_IMPORT) return
  writeReport(
    'import-cpu',
    [
      'Processor seconds, user and system: program + all processes of PostgreSQL 15. `npx aviary import` is measured with its start; `COPY` is sent by psql and writes the same rows into the same tables, with their indexes and triggers, in one transaction',
      `Interleaved, each run in a database of its own; medians of ${ROUNDS}`,
      'Command: `npm run build && npm run bench -- import-cpu`',
    ],
    [table(['import', 'ours', 'COPY', 'COPY ÷ ours'], rows)],
  )
}
