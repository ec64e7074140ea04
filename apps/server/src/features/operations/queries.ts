import { and, eq, sql } from 'drizzle-orm'
import type { Db } from '../../database/open.ts'
import { errorReports, idempotencyKeys } from '../../database/tables/operations.ts'

export const createErrorReport = (db: Db, row: typeof errorReports.$inferInsert) =>
  db.insert(errorReports).values(row)

/** False on a standby, and where `default_transaction_read_only` is on. */
export async function acceptsWrites(db: Db): Promise<boolean> {
  const { rows } = await db.execute<{ is_read_only: string }>(
    sql`select current_setting('transaction_read_only') as is_read_only`,
  )
  return rows[0]?.is_read_only === 'off'
}

/** Returns whether the key is new. Waits for a concurrent request with the same key. */
export const createIdempotencyKey = async (db: Db, row: typeof idempotencyKeys.$inferInsert) =>
  (await db.insert(idempotencyKeys).values(row).onConflictDoNothing().returning()).length > 0

type Key = { caller: string; endpoint: string; key: string }

const isKey = ({ caller, endpoint, key }: Key) =>
  and(
    eq(idempotencyKeys.caller, caller),
    eq(idempotencyKeys.endpoint, endpoint),
    eq(idempotencyKeys.key, key),
  )

export const getIdempotencyKey = async (db: Db, key: Key) =>
  (await db.select().from(idempotencyKeys).where(isKey(key)))[0]

export const updateIdempotencyKey = (db: Db, key: Key, answer: { status: number; answer: unknown }) =>
  db.update(idempotencyKeys).set(answer).where(isKey(key))
