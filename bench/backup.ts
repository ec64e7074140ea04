import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { openDatabase } from '../apps/server/src/database/open.ts'
import { createManyChanges } from '../apps/server/testing/changes.ts'
import { findPostgresPrograms, startPostgres15 } from '../apps/server/testing/postgres-15.ts'
import { startBuiltServer } from '../e2e/support/server.ts'
import { BEFORE } from './change-searches.ts'
import { type Measure, residentMb } from './product.ts'
import { measureTable, table, writeReport } from './report.ts'

// The flags of `npx aviary`.
const flags = ['--max-semi-space-size=4']
const cli = path.resolve(import.meta.dirname, '../apps/server/dist/cli.js')
const SEED = 7
const LARGEST_RATIO = 1.5
const MAX_GROWTH = 1.2
const SHARES = [0.1, 0.5, 1]
const CHECK_INTERVAL_MS = 50

/**
 * `megabytes`: memory after a tenth, after half and at the end of the run; empty for programs other than
 * Aviary's.
 */
type Run = { name: string; seconds: number; megabytes: number[] }

const number = (count: number) => count.toLocaleString('en-US')
const secondsOf = (run: Run) => `${run.seconds.toFixed(1)} s`

/**
 * Measures backup, restore and move of a million changes, compared with PostgreSQL's own programs;
 * BENCH_BACKUP sets another number.
 */
export async function backup(): Promise<Measure[]> {
  const count = Number(process.env.BENCH_BACKUP ?? 1_000_000)
  const folder = mkdtempSync(path.join(tmpdir(), 'aviary-bench-backup-'))
  chmodSync(folder, 0o711)
  const database = await startPostgres15(folder)
  try {
    const rows = await fill(database.url, count)
    const site = { url: database.url, folder }
    const ours = path.join(folder, 'aviary.backup')
    const theirs = path.join(folder, 'pg_dump.dump')
    const written = await runAviary(['backup', ours], site)
    const dumped = await runProgram('pg_dump', ['-Fc', '-f', theirs, database.url])
    const copied = await runProgram('psql', [
      '-q',
      '-o',
      '/dev/null',
      '-c',
      'copy changes to stdout',
      database.url,
    ])
    const restored = await runAviary(['restore', ours], {
      url: await newDatabase(site.url, 'restored'),
      folder,
    })
    const theirTarget = await newDatabase(site.url, 'pg_restored')
    const undumped = await runProgram('pg_restore', ['-d', theirTarget, theirs])
    const moved = await runAviary(['move', '--to', await newDatabase(site.url, 'moved')], site)
    const measures = [
      ...against(written, dumped),
      ...against(restored, undumped),
      ...[written, restored, moved].map(memoryOf),
    ]
    const facts = `Files: ours ${sizeOf(ours)}, pg_dump's ${sizeOf(theirs)}. \`copy changes to stdout\` by psql alone: ${secondsOf(copied)}. \`analyze\`, the comparison of every row with the file and the proof of the audit log are part of our restore; pg_restore has none of them. The move reads both databases once more and compares every row`
    report({ count, rows }, [measureTable(measures), runTable([written, restored, moved], rows), facts])
    return measures
  } finally {
    await database.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Fills the database with changes; returns the number of rows in all tables. */
async function fill(url: string, count: number): Promise<number> {
  // The first server start creates the schema.
  const server = await startBuiltServer({ DATABASE_URL: url, SEED_DEMO: 'false', LOG_LEVEL: 'fatal' })
  await server.stop()
  const { db, close } = openDatabase(url, () => undefined)
  await createManyChanges(db, count, { seed: SEED, before: BEFORE })
  await db.execute('analyze')
  const result = await db.execute<{ rows: string }>(
    `select sum(reltuples)::bigint as rows from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`,
  )
  await close()
  return Number(result.rows[0]?.rows)
}

async function newDatabase(url: string, name: string): Promise<string> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(`create database ${name}`)
  await client.end()
  return Object.assign(new URL(url), { pathname: `/${name}` }).href
}

async function runAviary(args: string[], { url, folder }: { url: string; folder: string }): Promise<Run> {
  const from = args[0] === 'move' ? ['--database-url', url] : []
  const child = spawn(process.execPath, [...flags, cli, ...args, ...from], {
    env: { PATH: process.env.PATH ?? '', DATABASE_URL: url, DATA_DIR: path.join(folder, 'data') },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  return watch(`aviary ${args[0]}`, child)
}

async function runProgram(name: string, args: string[]): Promise<Run> {
  const program = path.join(findPostgresPrograms() ?? '', name)
  return watch(name, spawn(program, args, { stdio: ['ignore', 'ignore', 'pipe'] }))
}

async function watch(name: string, child: ChildProcess): Promise<Run> {
  const startedAt = performance.now()
  let output = ''
  child.stderr?.on('data', (chunk: Buffer) => {
    output += chunk.toString()
  })
  const megabytes: number[] = []
  const timer = setInterval(() => {
    if (existsSync(`/proc/${child.pid}/status`)) megabytes.push(residentMb(child.pid ?? 0))
  }, CHECK_INTERVAL_MS)
  const [code] = await once(child, 'exit')
  clearInterval(timer)
  if (code !== 0) throw new Error(`${name} ended with ${code}: ${output}`)
  const known = megabytes.filter((mb) => mb > 0)
  return {
    name,
    seconds: (performance.now() - startedAt) / 1_000,
    megabytes: SHARES.map((share) => known[Math.max(0, Math.ceil(share * known.length) - 1)] ?? 0),
  }
}

function against(ours: Run, theirs: Run): Measure[] {
  const ratio = ours.seconds / theirs.seconds
  return [
    {
      name: `${ours.name} against ${theirs.name}`,
      ours: secondsOf(ours),
      reference: secondsOf(theirs),
      ratio: ratio.toFixed(2),
      target: `≤ ${LARGEST_RATIO}`,
      isMet: ratio <= LARGEST_RATIO,
    },
  ]
}

/** Compares memory at the end with memory at half of the run; the sample at a tenth still includes the start. */
function memoryOf({ name, megabytes: [, half = 0, last = 0] }: Run): Measure {
  return {
    name: `memory of ${name} at its end against half of its time`,
    ours: `${last.toFixed(0)} MB`,
    reference: `${half.toFixed(0)} MB`,
    ratio: (last / half).toFixed(2),
    target: `≤ ${MAX_GROWTH}`,
    isMet: last <= MAX_GROWTH * half,
  }
}

const sizeOf = (file: string) => `${(statSync(file).size / 1_000_000).toFixed(1)} MB`

const runTable = (runs: readonly Run[], rows: number): string =>
  table(
    ['command', 'seconds', 'rows a second', ...SHARES.map((share) => `memory at ${share * 100} %`)],
    runs.map((run) => [
      run.name,
      run.seconds.toFixed(1),
      number(Math.round(rows / run.seconds)),
      ...run.megabytes.map((mb) => `${mb.toFixed(0)} MB`),
    ]),
  )

function report({ count, rows }: { count: number; rows: number }, parts: readonly string[]): void {
  const programs = execFileSync(path.join(findPostgresPrograms() ?? '', 'pg_dump'), ['--version'], {
    encoding: 'utf8',
  })
  const size = count === 1_000_000 ? '' : `BENCH_BACKUP=${count} `
  writeReport(
    'backup',
    [
      `Data: ${number(count)} changes made by \`apps/server/testing/changes.ts\` with seed ${SEED}, ${number(rows)} rows in all tables`,
      `PostgreSQL: as it comes (128 MB of shared buffers), but for fsync, which is off; ${programs.trim()}`,
      `Load of the machine at the end: ${loadavg()[0]?.toFixed(1)}; two is this and nothing else`,
      `Command: \`npm run build && ${size}npm run bench -- backup\``,
    ],
    parts,
  )
}
