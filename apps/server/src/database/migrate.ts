import path from 'node:path'
import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import pg from 'pg'
import { serverFolder } from '../server-folder.ts'
import type { Db } from './open.ts'

const LOCK = 7_283_001

/** Brings the schema up to date, then runs `afterwards` (seeding) under the same lock: one process at a time. */
export async function migrateDatabase(url: string, afterwards: (db: Db) => Promise<void>): Promise<void> {
  // One connection only: the lock belongs to it, and everything below runs on it.
  const pool = new pg.Pool({ connectionString: url, max: 1, application_name: 'aviary-migrate' })
  const db = drizzle(pool)
  try {
    await db.execute(sql`select pg_advisory_lock(${LOCK})`)
    await migrate(db, { migrationsFolder: path.join(serverFolder, 'migrations') })
    await afterwards(db)
  } finally {
    await pool.end()
  }
}
