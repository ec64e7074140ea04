import { sql } from 'drizzle-orm'
import type { Db } from './open.ts'

/** All advisory locks. Processes of two versions share them, so a number must never change. */
export const LOCKS = {
  /** Held by the one process that migrates or seeds a database; others wait at their start. */
  migration: 7_283_001,
  cells: 7_283_002,
  sealing: 7_283_011,
  archiving: 7_283_012,
  impact: 7_283_013,
  companySets: 7_283_014,
  ngramIndex: 7_283_015,
  /** Held by the one process that deletes old rows. */
  retention: 7_283_016,
  changesPerHour: 7_283_017,
  unknownNames: 7_283_032,
  /** Held while an incident is declared or handed over to the tracker. */
  declaring: 7_283_033,
  /** Held by the one process that plays demo data. */
  demoPlay: 7_283_034,
  /** Shared by the processes that write the status page into folders and buckets, each of them by one. */
  statusPage: 7_283_035,
  /** Held while reference data are edited. */
  referenceRecords: 7_283_041,
  /** Shared lock while names of reference data are stored; a deletion holds the lock exclusively. */
  referenceNames: 7_283_042,
  /** Held by the server process that owns an embedded database. */
  owner: 7_283_020,
} as const

/** Waits for the lock and holds it until the transaction ends; each `text` is a lock of its own. */
export const lockUntilEnd = (db: Db, lock: keyof typeof LOCKS | { text: string }) =>
  typeof lock === 'string'
    ? db.execute(sql`select pg_advisory_xact_lock(${LOCKS[lock]})`)
    : db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${lock.text}, 0))`)

/** Tries to lock `work` without waiting; true if this transaction now holds the lock until its end. */
export async function takeTurn(db: Db, work: keyof typeof LOCKS): Promise<boolean> {
  const result = await db.execute<{ is_taken: boolean }>(
    sql`select pg_try_advisory_xact_lock(${LOCKS[work]}) as is_taken`,
  )
  return result.rows[0]?.is_taken ?? false
}

/**
 * As `takeTurn`, for a part of the work that others do not do meanwhile. Processes that take all of the work, as
 * earlier versions do, do none of it meanwhile, and nobody does a part of it while they have it.
 */
export async function takeTurnAt(db: Db, work: keyof typeof LOCKS, part: string): Promise<boolean> {
  const result = await db.execute<{ is_taken: boolean }>(
    sql`select pg_try_advisory_xact_lock_shared(${LOCKS[work]})
      and pg_try_advisory_xact_lock(hashtextextended(${`${LOCKS[work]} ${part}`}, 0)) as is_taken`,
  )
  return result.rows[0]?.is_taken ?? false
}
