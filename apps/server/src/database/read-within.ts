import { sql } from 'drizzle-orm'
import type { Db } from './open.ts'

/** Reads in one read-only transaction with a statement timeout of `ms` milliseconds. */
export const readWithin = <Result>(db: Db, ms: number, read: (transaction: Db) => Promise<Result>) =>
  db.transaction(
    async (transaction) => {
      await transaction.execute(sql`select set_config('statement_timeout', ${String(ms)}, true)`)
      return read(transaction)
    },
    { accessMode: 'read only' },
  )

/** Whether the server refuses writes: a standby, or configured read-only. */
export async function isReadOnly(db: Db): Promise<boolean> {
  const { rows } = await db.execute<{ is_read_only: boolean }>(
    sql`select pg_is_in_recovery() or current_setting('default_transaction_read_only') = 'on' as is_read_only`,
  )
  return rows[0]?.is_read_only === true
}
