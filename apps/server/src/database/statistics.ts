import { sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { Db } from './open.ts'

/** From so many rows on it matters how the database goes about them. */
const MANY = 1_000

/**
 * To be called in the transaction that wrote many rows into a table that can be empty. The database may know it as empty
 * until it looks again by itself, a minute later: until then it takes one row for all there are, and statements look through
 * the whole table for each of its rows. Waits for nobody who counts at this moment.
 */
export async function refreshStatistics(db: Db, table: PgTable, written: number): Promise<void> {
  if (written >= MANY) await db.execute(sql`analyze (skip_locked) ${table}`)
}
