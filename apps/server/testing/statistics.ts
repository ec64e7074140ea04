import { getTableName, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { deliveryQueue } from '../src/database/tables/mail.ts'
import type { TestApp } from './app.ts'

/** Number of rows that the planner assumes in a table. */
export async function believedRows({ db }: Pick<TestApp, 'db'>, table: PgTable): Promise<number | undefined> {
  const result = await db.execute<{ rows: number }>(
    sql`select reltuples::int as rows from pg_class where oid = ${getTableName(table)}::regclass`,
  )
  return result.rows[0]?.rows
}

/** Deletes all rows but keeps the table's pages, so that the planner knows the table as large but empty. */
export async function leaveEmpty({ db }: Pick<TestApp, 'db'>, table: PgTable): Promise<void> {
  await db.execute(sql`delete from ${table}`)
  await db.execute(sql`vacuum (truncate false, analyze) ${table}`)
}

/** Makes the delivery queue a table of many pages without rows, as after a broadcast to thousands. */
export async function leaveQueueEmpty(server: Pick<TestApp, 'db'>): Promise<void> {
  await server.db.execute(sql`
    insert into ${deliveryQueue} (delivery_id, broadcast_id, state) select -n, 0, 'queued' from generate_series(1, 5000) n`)
  await leaveEmpty(server, deliveryQueue)
}
