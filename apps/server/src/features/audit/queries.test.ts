import { type SQL, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApp, type TestApp } from '../../../testing/app.ts'
import type { Db } from '../../database/open.ts'
import { listAudit } from './queries.ts'

// These tests limit the blocks that PostgreSQL reads, because times would depend on the machine.

let server: TestApp
const START = Date.parse('2026-08-01T00:00:00Z')
const ROWS = 200_000
const at = (second: number) => new Date(START + second * 1_000)

beforeAll(async () => {
  server = await openTestApp()
  await server.db.execute(sql`
    insert into audit_log (application_name, user_email, action_name, created_date)
    select 'Aviary', 'busy@acme.example', 'Action ' || n % 150, ${at(0).toISOString()}::timestamptz + n * interval '1 second'
    from generate_series(1, ${ROWS}) n`)
  await server.db.execute(sql`
    insert into audit_log (application_name, user_email, action_name, created_date)
    select 'Aviary', 'other@acme.example', 'Rare', ${at(0).toISOString()}::timestamptz + n * interval '1 hour'
    from generate_series(1, 5) n`)
  await server.db.execute('vacuum analyze audit_log')
})
afterAll(() => server.close())

const NOTHING = { user_email: [], action_name: [], application_name: [], start: undefined, before: undefined }
type Asked = Partial<Parameters<typeof listAudit>[1]>
const PAGE = { order: 'desc', startAt: 0, size: 101 } as const

/** The part of PostgreSQL's `explain analyze` output that counts blocks. */
type Explained = { 'QUERY PLAN': { Plan: Record<'Shared Hit Blocks' | 'Shared Read Blocks', number> }[] }

async function readFor(asked: Asked, order: 'asc' | 'desc' = 'desc') {
  let blocks = 0
  const execute = async (query: SQL) => {
    const result = await server.db.execute<Explained>(sql`explain (analyze, buffers, format json) ${query}`)
    const plan = result.rows[0]?.['QUERY PLAN'][0]?.Plan
    blocks += (plan?.['Shared Hit Blocks'] ?? 0) + (plan?.['Shared Read Blocks'] ?? 0)
    return server.db.execute(query)
  }
  // A stub with `execute` is enough: `listAudit` calls nothing else of the database.
  const watched = { execute } as unknown as Db
  const rows = await listAudit(watched, { ...NOTHING, ...asked }, { ...PAGE, order })
  return { rows: rows.length, blocks }
}

test.each(['asc', 'desc'] as const)(
  'the scan of a value ends where the time range does, %s',
  async (order) => {
    const found = await readFor(
      { application_name: ['Aviary'], start: at(30_000), before: at(30_011) },
      order,
    )
    expect(found.rows).toBe(11)
    expect(found.blocks).toBeLessThan(100)
  },
)

// Actions without any row. The statistics list only a hundred actions, so the planner expects hundreds of
// rows for each of these.
const ABSENT = Array.from({ length: 30 }, (_, number) => `Absent ${number}`)
const PAIRS = [
  { name: 'a common user, rare actions', user: 'busy@acme.example', actions: ['Rare', ...ABSENT], rows: 0 },
  { name: 'a common user, absent actions', user: 'busy@acme.example', actions: ABSENT, rows: 0 },
  { name: 'a rare user, a common action', user: 'other@acme.example', actions: ['Action 1'], rows: 0 },
  { name: 'both rare', user: 'other@acme.example', actions: ['Rare'], rows: 5 },
]

test.each(PAIRS)('of several filters the one with the fewest rows is scanned: $name', async (pair) => {
  const asked = { user_email: [pair.user], action_name: pair.actions, application_name: ['Aviary'] }
  for (const order of ['asc', 'desc'] as const) {
    const found = await readFor(asked, order)
    expect(found.rows).toBe(pair.rows)
    // Counting up to 20,000 entries of each index reads a few hundred blocks; scanning all rows of the common
    // user would read thousands.
    expect(found.blocks).toBeLessThan(2_000)
  }
})
