import { and, eq, lt, sql } from 'drizzle-orm'
import type { Db } from '../../../database/open.ts'
import { oidcRecords } from '../../../database/tables/access.ts'

type Row = typeof oidcRecords.$inferInsert

export const upsertRecord = (db: Db, row: Row) =>
  db
    .insert(oidcRecords)
    .values(row)
    .onConflictDoUpdate({ target: [oidcRecords.model, oidcRecords.id], set: row })

export const getRecord = async (db: Db, model: string, id: string) =>
  (
    await db
      .select()
      .from(oidcRecords)
      .where(and(eq(oidcRecords.model, model), eq(oidcRecords.id, id)))
  )[0]

export const getRecordByUid = async (db: Db, model: string, uid: string) =>
  (
    await db
      .select()
      .from(oidcRecords)
      .where(and(eq(oidcRecords.model, model), eq(oidcRecords.uid, uid)))
  )[0]

type RecordKey = { model: string; id: string }

export const updateRecordConsumed = (db: Db, { model, id }: RecordKey, epochSeconds: number) =>
  db
    .update(oidcRecords)
    .set({ payload: sql`${oidcRecords.payload} || ${JSON.stringify({ consumed: epochSeconds })}::jsonb` })
    .where(and(eq(oidcRecords.model, model), eq(oidcRecords.id, id)))

export const deleteRecord = (db: Db, model: string, id: string) =>
  db.delete(oidcRecords).where(and(eq(oidcRecords.model, model), eq(oidcRecords.id, id)))

export const deleteGrantRecords = (db: Db, grantId: string) =>
  db.delete(oidcRecords).where(eq(oidcRecords.grantId, grantId))

export const deleteExpiredRecords = (db: Db, now: Date) =>
  db.delete(oidcRecords).where(lt(oidcRecords.expiresAt, now))
