import { sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { Db } from './open.ts'

/** Smallest number of rows for which a bad query plan costs noticeable time. */
const MANY = 1_000

/**
 * Call in the transaction that wrote many rows into a table that may have been empty. Until autovacuum runs a
 * minute later, the planner assumes one row and scans the table for each row of a join. Skipped if the table
 * is locked.
 */
export async function refreshStatistics(db: Db, table: PgTable, written: number): Promise<void> {
  if (written >= MANY) await db.execute(sql`analyze (skip_locked) ${table}`)
}
