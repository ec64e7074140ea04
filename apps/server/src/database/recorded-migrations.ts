import { sql } from 'drizzle-orm'
import type { Db } from './open.ts'

export type RecordedMigration = { created_at: number }

/** Migrations that have run on the database; none if it is empty. */
export async function listRecordedMigrations(db: Db): Promise<RecordedMigration[]> {
  const { rows: tables } = await db.execute<{ is_there: boolean }>(
    sql`select to_regclass('drizzle.__drizzle_migrations') is not null as is_there`,
  )
  if (!tables[0]?.is_there) return []
  const { rows } = await db.execute<{ created_at: string }>(
    sql`select created_at from drizzle.__drizzle_migrations`,
  )
  return rows.map((row) => ({ created_at: Number(row.created_at) }))
}
