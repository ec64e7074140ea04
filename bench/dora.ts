import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type pg from 'pg'
import { type Db, openDatabase } from '../apps/server/src/database/open.ts'
import { countCompanies } from '../apps/server/src/features/impact/queries.ts'
import { ciName, createManyDependencies } from '../apps/server/testing/impact.ts'
import { startPostgres15 } from '../apps/server/testing/postgres-15.ts'
import { startBuiltServer } from '../e2e/support/server.ts'
import { ask, milliseconds, percentile } from './ask.ts'
import { sendAll, statementsSentBy } from './change-statements.ts'
import { connectBare, type Measure, signIn } from './product.ts'
import { measureTable, writeReport } from './report.ts'

const SEED = 7
const COMPANIES = Number(process.env.BENCH_DORA ?? 1_000_000)
const CIS = 5_000
const DATA_CENTERS = 10
const ROUNDS = 100
const MAX_MS = 500
const number = (count: number) => count.toLocaleString('en-US')

type Search = { name: string; services: string[]; cis: string[]; isAnywhere?: true }
const ranks = (...numbers: number[]) => numbers.map(ciName)

/** Nine CIs each: the most used, a mixture, and the least used. */
const QUESTIONS: readonly Search[] = [
  { name: 'the 9 most common CIs', services: [], cis: ranks(1, 2, 3, 4, 5, 6, 7, 8, 9) },
  { name: '9 CIs of all kinds', services: [], cis: ranks(1, 10, 50, 200, 700, 1_500, 2_500, 4_000, 5_000) },
  {
    name: '9 rare CIs',
    services: [],
    cis: ranks(4_992, 4_993, 4_994, 4_995, 4_996, 4_997, 4_998, 4_999, 5_000),
  },
  {
    name: '9 CIs, users of 5 services',
    services: ['Expense', 'Travel', 'Invoice', 'Request', 'Imaging'],
    cis: ranks(2, 10, 50, 200, 700, 1_500, 2_500, 4_000, 5_000),
  },
  {
    name: '9 CIs, all companies',
    services: [],
    cis: ranks(1, 10, 50, 200, 700, 1_500, 2_500, 4_000, 5_000),
    isAnywhere: true,
  },
]

/**
 * Impact of 9 CIs in 10 data centers over 1,000,000 companies and 50,000,000 dependencies; BENCH_DORA sets
 * other sizes.
 */
export async function dora(): Promise<Measure[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'aviary-bench-dora-'))
  chmodSync(folder, 0o711)
  const database = await startPostgres15(folder)
  const server = await startBuiltServer({
    DATABASE_URL: database.url,
    SEED_DEMO: 'false',
    LOG_LEVEL: 'fatal',
  })
  const { db, close } = openDatabase(database.url, () => undefined)
  try {
    const dependencies = await createManyDependencies(db, {
      companies: COMPANIES,
      cis: CIS,
      dataCenters: DATA_CENTERS,
      seed: SEED,
    })
    const measures = await measureAll({ db, address: server.url, databaseUrl: database.url })
    const facts = await factsOf(db)
    writeReport(
      'dora',
      [
        `Data: ${number(COMPANIES)} companies in ${DATA_CENTERS} data centers and ${number(dependencies)} dependencies on ${number(CIS)} CIs, made by \`apps/server/testing/impact.ts\` with seed ${SEED}: the most common CI has nine of ten companies, the rarest one in 300`,
        `Each question over HTTP (one connection, signed in, read to the end), the statement that answers it over one connection of the bare driver, and an empty request, in turns, ${ROUNDS} times each`,
        'PostgreSQL: as it comes (128 MB of shared buffers), but for fsync, which is off',
        'Command: `npm run build && npm run bench -- dora`',
      ],
      [facts, measureTable(measures)],
    )
    return measures
  } finally {
    await close()
    await server.stop()
    await database.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

type Site = { db: Db; address: string; databaseUrl: string }

async function measureAll(site: Site): Promise<Measure[]> {
  const { cookies } = await signIn(site.address, 'sam.support@acme.example')
  const client = await connectBare(site.databaseUrl)
  const result = await client.query('select array_agg(system_name) as names from data_centers')
  const dataCenters: string[] = result.rows[0].names
  const measures: Measure[] = []
  for (const question of QUESTIONS)
    measures.push(...(await measure({ ...site, cookies, client, dataCenters }, question)))
  await client.end()
  return measures
}

type SearchSite = Site & { cookies: string; client: pg.Client; dataCenters: string[] }

async function measure(
  { address, databaseUrl, cookies, client, dataCenters }: SearchSite,
  { name, services, cis, isAnywhere }: Search,
): Promise<Measure[]> {
  const searchedDataCenters = isAnywhere ? [] : dataCenters
  const criteria = { services, cis, dataCenters: searchedDataCenters }
  const statements = await statementsSentBy(databaseUrl, (db) => countCompanies(db, criteria))
  const body = { services, cis, data_centers: searchedDataCenters }
  const [ours, plain, empty]: [number[], number[], number[]] = [[], [], []]
  for (let round = -3; round < ROUNDS; round += 1) {
    const times = [
      await milliseconds(async () => {
        const { status, text } = await ask(`${address}/api/affectedcompanies`, { cookies, body })
        if (status !== 200) throw new Error(`${name}: ${text}`)
      }),
      await milliseconds(() => sendAll(client, statements)),
      await milliseconds(() => ask(`${address}/healthz`, { cookies })),
    ] as const
    if (round < 0) continue
    ours.push(times[0])
    plain.push(times[1])
    empty.push(times[2])
  }
  const summary = (all: readonly number[]) =>
    `p95 ${percentile(all, 0.95).toFixed(1)} ms (half of them ${percentile(all, 0.5).toFixed(1)} ms)`
  const at95 = percentile(ours, 0.95)
  const reference = percentile(plain, 0.95) + percentile(empty, 0.95)
  return [
    {
      name,
      ours: summary(ours),
      reference: `${MAX_MS} ms`,
      ratio: (at95 / MAX_MS).toFixed(2),
      target: '≤ 1',
      isMet: at95 <= MAX_MS,
    },
    {
      name: `${name}: against its SQL and an empty request`,
      ours: summary(ours),
      reference: `${summary(plain)} + ${summary(empty)}`,
      ratio: (at95 / reference).toFixed(2),
      target: '≤ 1.5',
      isMet: at95 / reference <= 1.5,
    },
  ]
}

async function factsOf(db: Db): Promise<string> {
  const result = await db.execute<{ version: string; sizes: string }>(`
    select version(), (select string_agg(relname || ' ' || pg_size_pretty(pg_relation_size(oid)), ', ' order by pg_relation_size(oid) desc)
      from pg_class where relname ~ 'compan' and relkind in ('r', 'i') and pg_relation_size(oid) > 1000000) as sizes`)
  return `${result.rows[0]?.version}\n\nOn disk: ${result.rows[0]?.sizes}`
}
