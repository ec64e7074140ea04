import { and, eq, lt, sql } from 'drizzle-orm'
import type { Db } from '../../../database/open.ts'
import { statusHistory } from '../../../database/tables/incidents.ts'
import {
  errorReports,
  idempotencyKeys,
  unknownNames,
  webhookDeliveries,
} from '../../../database/tables/operations.ts'
import type { Batch } from '../batch.ts'

/** Deletes changes of status. The last one before keeps saying which status a service had then. */
export async function deleteStatusChanges(db: Db, { before, limit }: Batch): Promise<number> {
  const result = await db.execute(sql`
    delete from ${statusHistory} where id in (
      select old.id from ${statusHistory} old where old.changed_at < ${before.toISOString()} and exists (
        select from ${statusHistory} later where later.service = old.service and later.data_center = old.data_center
          and (later.changed_at, later.id) > (old.changed_at, old.id) and later.changed_at <= ${before.toISOString()})
      order by old.id limit ${limit})`)
  return result.rowCount ?? 0
}

export const countStatusChanges = (db: Db, before: Date): Promise<number> =>
  db.$count(statusHistory, lt(statusHistory.changedAt, before))

export async function deleteErrorReports(db: Db, { before, limit }: Batch): Promise<number> {
  const result = await db.execute(sql`
    delete from ${errorReports} where id in (
      select id from ${errorReports} where created_at < ${before.toISOString()} order by created_at limit ${limit})`)
  return result.rowCount ?? 0
}

export const countErrorReports = (db: Db, before: Date): Promise<number> =>
  db.$count(errorReports, lt(errorReports.createdAt, before))

export async function deleteUnknownNames(db: Db, { before, limit }: Batch): Promise<number> {
  const result = await db.execute(sql`
    delete from ${unknownNames} where (source, kind, name) in (
      select source, kind, name from ${unknownNames}
      where last_at < ${before.toISOString()} and not is_ignored limit ${limit} for update skip locked)`)
  return result.rowCount ?? 0
}

export const countUnknownNames = (db: Db, before: Date): Promise<number> =>
  db.$count(unknownNames, and(lt(unknownNames.lastAt, before), eq(unknownNames.isIgnored, false)))

export async function deleteWebhooks(db: Db, { before, limit }: Batch): Promise<number> {
  const result = await db.execute(sql`
    delete from ${webhookDeliveries} where (sender, delivery_key) in (
      select sender, delivery_key from ${webhookDeliveries} where received_at < ${before.toISOString()}
      order by received_at limit ${limit} for update skip locked)`)
  return result.rowCount ?? 0
}

export const countWebhooks = (db: Db, before: Date): Promise<number> =>
  db.$count(webhookDeliveries, lt(webhookDeliveries.receivedAt, before))

export async function deleteAnswers(db: Db, { before, limit }: Batch): Promise<number> {
  const result = await db.execute(sql`
    delete from ${idempotencyKeys} where (caller, endpoint, key) in (
      select caller, endpoint, key from ${idempotencyKeys} where created_at < ${before.toISOString()}
      order by created_at limit ${limit} for update skip locked)`)
  return result.rowCount ?? 0
}

export const countAnswers = (db: Db, before: Date): Promise<number> =>
  db.$count(idempotencyKeys, lt(idempotencyKeys.createdAt, before))
