import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import { Misconfigured } from '../process/cannot-start.ts'
import { serverFolder } from '../server-folder.ts'
import { DatabaseClient } from './client.ts'
import { DEADLOCK_DETECTED, hasCode, LOCK_NOT_AVAILABLE } from './error-code.ts'
import { describeNewerSchema } from './newer-schema.ts'
import { describeOlderSchema } from './older-schema.ts'
import type { Db } from './open.ts'
import { listRecordedMigrations } from './recorded-migrations.ts'
import { endWhenSilent } from './silent-connections.ts'
import { describeSkippedMigration } from './skipped-migration.ts'
import { acquireStartLock } from './start-lock.ts'

/** Lock timeout; short, because a migration that waits for a table blocks every later query on that table. */
const WAITS_MS = 2_000
const TRIES_AGAIN_AFTER_MS = 3_000
/** Silence after which a query is checked; a query that the server still runs is left alone. */
const SILENT_MS = 10_000
const MIGRATIONS = path.join(serverFolder, 'migrations')

type MigrateOptions = {
  /** Called when another session keeps a migration from locking a table; the migration is then retried. */
  onTableInUse?: (error: unknown) => void
  /** Receives messages about waiting for another process, and about a newer schema. */
  warn?: (message: string) => void
  signal?: AbortSignal | undefined
  silentMs?: number
  migrationsFolder?: string
}

/**
 * Migrates the schema, then runs `afterwards` (seeding) under the same lock, so that only one process at a
 * time does either. Retries while a table is in use.
 */
export async function migrateDatabase(
  url: string,
  afterwards: (db: Db) => Promise<void>,
  {
    onTableInUse = () => undefined,
    warn = () => undefined,
    signal,
    silentMs = SILENT_MS,
    migrationsFolder = MIGRATIONS,
  }: MigrateOptions = {},
): Promise<void> {
  // Advisory locks belong to a session, so everything runs on one connection.
  const client = new DatabaseClient({
    connectionString: url,
    application_name: 'aviary-migrate',
    keepAlive: true,
    connectionTimeoutMillis: SILENT_MS,
  })
  client.on('error', () => undefined) // ignored: the running query rejects as well
  const db = drizzle(client)
  try {
    await client.connect()
    endWhenSilent(client, { url, silentMs })
    await acquireStartLock(db, { onWaiting: warn, signal })
    await db.execute(sql.raw(`set lock_timeout = ${WAITS_MS}`))
    const recorded = await listRecordedMigrations(db)
    const unfit = describeOlderSchema(recorded) ?? describeSkippedMigration(recorded, migrationsFolder)
    if (unfit) throw new Misconfigured(unfit)
    while (!(await isMigrated(db, { migrationsFolder, onTableInUse })))
      await pause(TRIES_AGAIN_AFTER_MS, undefined, { signal })
    await db.execute(sql.raw('set lock_timeout = 0'))
    const newer = await describeNewerSchema(db, migrationsFolder)
    if (newer) warn(newer)
    await afterwards(db)
  } finally {
    await client.end()
  }
}

/** Applies all missing migrations in one transaction. False if a table was in use. */
async function isMigrated(
  db: Parameters<typeof migrate>[0],
  { migrationsFolder, onTableInUse }: { migrationsFolder: string; onTableInUse: (error: unknown) => void },
) {
  try {
    await migrate(db, { migrationsFolder })
    return true
  } catch (error) {
    // Writers that lock the tables in another order end a migration as well.
    if (!hasCode(error, LOCK_NOT_AVAILABLE) && !hasCode(error, DEADLOCK_DETECTED)) throw error
    onTableInUse(error)
    return false
  }
}
