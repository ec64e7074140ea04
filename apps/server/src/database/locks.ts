import { sql } from 'drizzle-orm'
import type { Db } from './open.ts'

/** Every advisory lock there is. Processes of two versions share them: a number stays what it is. */
export const LOCKS = {
  /** One process migrates or fills a database, and whoever starts meanwhile waits. */
  migration: 7_283_001,
  cells: 7_283_002,
  sealing: 7_283_011,
  archiving: 7_283_012,
  impact: 7_283_013,
  companySets: 7_283_014,
  readingLetters: 7_283_015,
  unknownNames: 7_283_032,
  /** The server process that the embedded database of a data folder belongs to. */
  owner: 7_283_020,
} as const

/** Waits for the lock and holds it until the transaction ends; a text is a lock of its own. */
export const lockUntilEnd = (db: Db, lock: keyof typeof LOCKS | { text: string }) =>
  typeof lock === 'string'
    ? db.execute(sql`select pg_advisory_xact_lock(${LOCKS[lock]})`)
    : db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${lock.text}, 0))`)

/** Whether this transaction is the only one that does so now, in any process. */
export async function takeTurn(db: Db, work: keyof typeof LOCKS): Promise<boolean> {
  const result = await db.execute<{ is_taken: boolean }>(
    sql`select pg_try_advisory_xact_lock(${LOCKS[work]}) as is_taken`,
  )
  return result.rows[0]?.is_taken ?? false
}
