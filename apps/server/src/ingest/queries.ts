import { lt } from 'drizzle-orm'
import { inBatches } from '../database/in-batches.ts'
import type { Db } from '../database/open.ts'
import { webhookDeliveries } from '../database/tables/operations.ts'

type Row = typeof webhookDeliveries.$inferInsert

/** Notes deliveries; answers how many were new. A second writer of the same one waits for the first to commit. */
export async function insertDeliveries(db: Db, rows: Row[]): Promise<number> {
  let inserted = 0
  for (const batch of inBatches(rows))
    inserted += (await db.insert(webhookDeliveries).values(batch).onConflictDoNothing()).rowCount ?? 0
  return inserted
}

export const removeDeliveriesBefore = (db: Db, before: Date) =>
  db.delete(webhookDeliveries).where(lt(webhookDeliveries.receivedAt, before))
