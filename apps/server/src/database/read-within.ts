import { sql } from 'drizzle-orm'
import type { Db } from './open.ts'

/** Reads in one transaction of which PostgreSQL ends every statement that takes longer. */
export const readWithin = <Found>(db: Db, ms: number, read: (transaction: Db) => Promise<Found>) =>
  db.transaction(
    async (transaction) => {
      await transaction.execute(sql`select set_config('statement_timeout', ${String(ms)}, true)`)
      return read(transaction)
    },
    { accessMode: 'read only' },
  )
