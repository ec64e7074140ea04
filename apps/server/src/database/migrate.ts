import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import pg from 'pg'
import { serverFolder } from '../server-folder.ts'
import { hasCode, LOCK_NOT_AVAILABLE } from './error-code.ts'
import { LOCKS } from './locks.ts'
import type { Db } from './open.ts'

/** A migration that waits for a table holds up everybody who comes to that table behind it: it waits for so long only. */
const WAITS_MS = 2_000
const TRIES_AGAIN_AFTER_MS = 3_000

/**
 * Brings the schema up to date, then runs `afterwards` (seeding) under the same lock: one process at a time. Where others work
 * on the tables, it tries again until it gets them; `onWaiting` hears of each time.
 */
export async function migrateDatabase(
  url: string,
  afterwards: (db: Db) => Promise<void>,
  onWaiting: (error: unknown) => void = () => undefined,
): Promise<void> {
  // One connection only: the lock belongs to it, and everything below runs on it.
  const pool = new pg.Pool({ connectionString: url, max: 1, application_name: 'aviary-migrate' })
  const db = drizzle(pool)
  try {
    await db.execute(sql`select pg_advisory_lock(${LOCKS.migration})`)
    await db.execute(sql.raw(`set lock_timeout = ${WAITS_MS}`))
    while (!(await isMigrated(db, onWaiting))) await pause(TRIES_AGAIN_AFTER_MS)
    await db.execute(sql.raw('set lock_timeout = 0'))
    await afterwards(db)
  } finally {
    await pool.end()
  }
}

/** All that is missing, or none of it: they are one transaction. */
async function isMigrated(db: Parameters<typeof migrate>[0], onWaiting: (error: unknown) => void) {
  try {
    await migrate(db, { migrationsFolder: path.join(serverFolder, 'migrations') })
    return true
  } catch (error) {
    if (!hasCode(error, LOCK_NOT_AVAILABLE)) throw error
    onWaiting(error)
    return false
  }
}
