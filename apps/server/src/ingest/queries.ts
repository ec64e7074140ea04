import { lt } from 'drizzle-orm'
import type { Db } from '../database/open.ts'
import { webhookDeliveries } from '../database/tables/operations.ts'

type Row = typeof webhookDeliveries.$inferInsert

/** Notes deliveries; answers how many were new. A second writer of the same one waits for the first to commit. */
export const insertDeliveries = async (db: Db, rows: Row[]): Promise<number> =>
  (await db.insert(webhookDeliveries).values(rows).onConflictDoNothing().returning()).length

export const removeDeliveriesBefore = (db: Db, before: Date) =>
  db.delete(webhookDeliveries).where(lt(webhookDeliveries.receivedAt, before))
