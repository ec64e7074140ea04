import { desc } from 'drizzle-orm'
import pg from 'pg'
import { vi } from 'vitest'
import { auditLog } from '../src/database/tables/audit.ts'
import type { TestApp } from './app.ts'

/** Records every statement that this process sends to PostgreSQL from now on. */
export function watchQueries(): { sent: string[]; stop: () => void } {
  const sent: string[] = []
  const original = pg.Client.prototype.query
  const spy = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (
    this: pg.Client,
    ...input: unknown[]
  ) {
    const [query] = input as [string | { text: string }]
    sent.push(typeof query === 'string' ? query : query.text)
    return Reflect.apply(original, this, input)
  } as never) // pg's query has many overloads
  return { sent, stop: () => spy.mockRestore() }
}

/** Cuts the connection on which servers are notified of changes by other processes. */
export async function cutListening(server: TestApp): Promise<void> {
  await runOn(
    server,
    `select pg_terminate_backend(pid) from pg_stat_activity
     where application_name = 'aviary-changes' and datname = current_database()`,
  )
}

/**
 * Runs a statement outside the servers: none of them learns of the change, so all keep their cached answers.
 */
export async function runOn(server: TestApp, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: server.databaseUrl })
  await client.connect()
  await client.query(statement)
  await client.end()
}

/** Blocks every query of a table until released. */
export async function lockTable(server: TestApp, table: string): Promise<() => Promise<void>> {
  const client = new pg.Client({ connectionString: server.databaseUrl })
  await client.connect()
  await client.query(`begin; lock table ${table} in access exclusive mode`)
  return () => client.end()
}

/** Number of queries that wait for a lock. */
export async function countWaiting(server: TestApp): Promise<number> {
  const result = await server.db.execute<{ waiting: number }>(
    `select count(*)::int as waiting from pg_locks where not granted and database =
     (select oid from pg_database where datname = current_database())`,
  )
  return result.rows[0]?.waiting ?? 0
}

/** The newest audit row. */
export async function lastAudit(server: Pick<TestApp, 'db'>) {
  const [row] = await server.db.select().from(auditLog).orderBy(desc(auditLog.pkey)).limit(1)
  return row
}
