import { sql } from 'drizzle-orm'
import { inBatches } from '../database/in-batches.ts'
import { lockUntilEnd } from '../database/locks.ts'
import type { Db } from '../database/open.ts'
import { unknownNames, webhookDeliveries } from '../database/tables/operations.ts'

type Row = typeof webhookDeliveries.$inferInsert

/**
 * Records keys of webhook deliveries and returns how many were new. A second writer of the same key waits for
 * the first to commit.
 */
export async function createDeliveries(db: Db, rows: Row[]): Promise<number> {
  let inserted = 0
  for (const batch of inBatches(rows))
    inserted += (await db.insert(webhookDeliveries).values(batch).onConflictDoNothing()).rowCount ?? 0
  return inserted
}

/**
 * Locks the unknown names until the transaction ends. Without the lock, two senders with the same names in
 * different order would deadlock.
 */
export const lockUnknownNames = (db: Db) => lockUntilEnd(db, 'unknownNames')

/** Inserts unknown names, or adds to the counts of those already stored. */
export const upsertUnknown = (db: Db, rows: (typeof unknownNames.$inferInsert)[]) =>
  db
    .insert(unknownNames)
    .values(rows)
    .onConflictDoUpdate({
      target: [unknownNames.source, unknownNames.kind, unknownNames.name],
      set: {
        records: sql`${unknownNames.records} + excluded.records`,
        lastAt: sql`greatest(${unknownNames.lastAt}, excluded.last_at)`,
        lastCaller: sql`excluded.last_caller`,
      },
    })

/** Keeps the `limit` most recently seen names of a source. */
export const keepNewestUnknown = (db: Db, source: string, limit: number) =>
  db.execute(sql`
    delete from ${unknownNames} where source = ${source} and (kind, name) not in (
      select kind, name from ${unknownNames} where source = ${source}
      order by last_at desc, first_at, kind, name limit ${limit})`)
