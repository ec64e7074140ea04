import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'drizzle-orm'
import type pg from 'pg'
import { type Db, openDatabase } from '../apps/server/src/database/open.ts'
import { fillAudit, RARE } from '../apps/server/testing/audit.ts'
import { startPostgres15 } from '../apps/server/testing/postgres-15.ts'
import { startBuiltServer } from '../e2e/support/server.ts'
import { ask, milliseconds, percentile } from './ask.ts'
import { costOfAuditRow } from './audit-write.ts'
import { connectBare, type Measure, signIn } from './product.ts'
import { measureTable, writeReport } from './report.ts'

const SEED = 6
const ROUNDS = 200
const MAX_MS = 100
const PAGE = 101

type Filter = { name: string; query: Record<string, string>; where: string }

const DAY = 86_400
const END = Date.UTC(2026, 8, 1) / 1000
const span = (from: number, to: number) => ({ start_date: String(from), end_date: String(to) })
const within = (from: number, to: number) =>
  `created_date >= to_timestamp(${from}) and created_date < to_timestamp(${to + 1})`
const any = (column: string, values: readonly string[]): Filter => ({
  name: `${column} = ${values.join(', ')}`,
  query: { [column]: values.join(',') },
  where: `${column} in (${values.map((value) => `'${value}'`).join(', ')})`,
})

/**
 * Every filter by itself, with common, rare and absent values, also several values at a time; then recent and
 * old times.
 */
const FILTERS: readonly Filter[] = [
  { name: 'nothing', query: {}, where: 'true' },
  any('application_name', ['Aviary']),
  any('application_name', [RARE.application]),
  any('application_name', ['Absent']),
  any('user_email', ['person1@acme.example']),
  any('user_email', [RARE.user]),
  any('user_email', ['absent@acme.example']),
  any('user_email', ['person1@acme.example', RARE.user, 'person77@acme.example', 'absent@acme.example']),
  any('action_name', ['Action 1']),
  any('action_name', [RARE.action]),
  any('action_name', ['Absent']),
  any('action_name', ['Action 1', 'Action 2', RARE.action, 'Absent']),
  { name: 'the last 14 days', query: span(END - 14 * DAY, END), where: within(END - 14 * DAY, END) },
  {
    name: 'a day two years ago',
    query: span(END - 700 * DAY, END - 699 * DAY),
    where: within(END - 700 * DAY, END - 699 * DAY),
  },
]

/**
 * Measures the first page of 5,000,000 audit rows by each filter, and the cost of the audit row in a write.
 * BENCH_AUDIT sets another number of rows.
 */
export async function audit(): Promise<Measure[]> {
  const count = Number(process.env.BENCH_AUDIT ?? 5_000_000)
  const folder = mkdtempSync(path.join(tmpdir(), 'aviary-bench-audit-'))
  chmodSync(folder, 0o711)
  const database = await startPostgres15(folder)
  try {
    const server = await startBuiltServer({
      DATABASE_URL: database.url,
      SEED_DEMO: 'false',
      LOG_LEVEL: 'fatal',
    })
    try {
      const { db, close } = openDatabase(database.url, () => undefined)
      await fillAudit(db, { count, seed: SEED, end: new Date(END * 1000) })
      const facts = await factsOf(db)
      await close()
      const measures = [...(await firstPages(server.url, database.url)), await costOfAuditRow(database.url)]
      report(count, facts, measures)
      return measures
    } finally {
      await server.stop()
    }
  } finally {
    await database.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function firstPages(address: string, databaseUrl: string): Promise<Measure[]> {
  const { cookies } = await signIn(address, 'ada.admin@acme.example')
  const client = await connectBare(databaseUrl)
  const measures: Measure[] = []
  for (const filter of FILTERS) measures.push(await firstPage({ address, cookies, client }, filter))
  await client.end()
  return measures
}

type Site = { address: string; cookies: string; client: pg.Client }

/** Measures the request over HTTP and plain SQL for the same rows, alternately, on one connection each. */
async function firstPage(
  { address, cookies, client }: Site,
  { name, query, where }: Filter,
): Promise<Measure> {
  const url = `${address}/api/v1/audit_log?${new URLSearchParams(query)}`
  const statement = `select * from audit_log where ${where} order by created_date desc, pkey desc limit ${PAGE}`
  const [ours, plain]: [number[], number[]] = [[], []]
  await ask(url, { cookies })
  for (let round = 0; round < ROUNDS; round += 1) {
    ours.push(
      await milliseconds(async () => {
        const { status, text } = await ask(url, { cookies })
        if (status !== 200) throw new Error(`${name}: ${text}`)
      }),
    )
    plain.push(await milliseconds(() => client.query(statement)))
    // Stops early if the plain statement is slow because it scans the whole log.
    if (round >= 5 && plain.reduce((sum, time) => sum + time, 0) > 20_000) break
  }
  const at95 = percentile(ours, 0.95)
  const summary = (times: readonly number[]) =>
    `p50 ${percentile(times, 0.5).toFixed(1)} ms, p95 ${percentile(times, 0.95).toFixed(1)} ms`
  return {
    name: `first page, ${name}`,
    ours: summary(ours),
    reference: `the plain SQL ${summary(plain)}`,
    ratio: (at95 / percentile(plain, 0.95)).toFixed(2),
    target: `p95 < ${MAX_MS} ms`,
    isMet: at95 < MAX_MS,
  }
}

async function factsOf(db: Db): Promise<string> {
  const result = await db.execute<{ version: string; sizes: string }>(sql`
    select version(), (select string_agg(relname || ' ' || pg_size_pretty(pg_relation_size(oid)), ', ' order by relname)
      from pg_class where relname ~ '^audit_log' and relkind in ('r', 'i')) as sizes`)
  return `${result.rows[0]?.version}\n\nOn disk: ${result.rows[0]?.sizes}`
}

const report = (count: number, facts: string, measures: readonly Measure[]): void =>
  writeReport(
    'audit',
    [
      `Data: ${count.toLocaleString('en-US')} rows made by \`apps/server/testing/audit.ts\` with seed ${SEED}, spread over two years: 3,000 people and 120 actions, some far more often than others, 4 applications`,
      'Each filter alone, its first page over HTTP (one connection, signed in, read to the end) and the plain statement for the same over one connection of the bare driver, in turns. The page needs one row more than it shows',
      'PostgreSQL: as it comes (128 MB of shared buffers), but for fsync, which is off',
      `Command: \`npm run build && ${count === 5_000_000 ? '' : `BENCH_AUDIT=${count} `}npm run bench -- audit\``,
    ],
    [facts, measureTable(measures)],
  )
