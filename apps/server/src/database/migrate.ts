import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import { Misconfigured } from '../process/cannot-start.ts'
import { serverFolder } from '../server-folder.ts'
import { DatabaseClient } from './client.ts'
import { hasCode, LOCK_NOT_AVAILABLE } from './error-code.ts'
import { describeNewerSchema } from './newer-schema.ts'
import { describeOlderSchema } from './older-schema.ts'
import type { Db } from './open.ts'
import { endWhenSilent } from './silence.ts'
import { acquireStartLock } from './start-lock.ts'

/** A migration that waits for a table holds up everybody who comes to that table behind it: it waits for so long only. */
const WAITS_MS = 2_000
const TRIES_AGAIN_AFTER_MS = 3_000
/** A query that says nothing for so long is asked after; one that the server works on is left alone. */
const SILENT_MS = 10_000
const MIGRATIONS = path.join(serverFolder, 'migrations')

type MigrateOptions = {
  /** Hears each time that a table is in use. */
  onTableInUse?: (error: unknown) => void
  /** Hears whom it waits for, and that the database is of a newer version. */
  warn?: (message: string) => void
  signal?: AbortSignal | undefined
  silentMs?: number
  migrationsFolder?: string
}

/**
 * Brings the schema up to date, then runs `afterwards` (seeding) under the same lock: one process at a time. Where others work
 * on the tables, it tries again until it gets them.
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
  // One connection only: the lock belongs to it, and everything below runs on it.
  const client = new DatabaseClient({
    connectionString: url,
    application_name: 'aviary-migrate',
    keepAlive: true,
    connectionTimeoutMillis: SILENT_MS,
  })
  client.on('error', () => undefined) // what is under way is told
  const db = drizzle(client)
  try {
    await client.connect()
    endWhenSilent(client, { url, silentMs })
    await acquireStartLock(db, { onWaiting: warn, signal })
    await db.execute(sql.raw(`set lock_timeout = ${WAITS_MS}`))
    const older = await describeOlderSchema(db)
    if (older) throw new Misconfigured(older)
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

/** All that is missing, or none of it: they are one transaction. */
async function isMigrated(
  db: Parameters<typeof migrate>[0],
  { migrationsFolder, onTableInUse }: { migrationsFolder: string; onTableInUse: (error: unknown) => void },
) {
  try {
    await migrate(db, { migrationsFolder })
    return true
  } catch (error) {
    if (!hasCode(error, LOCK_NOT_AVAILABLE)) throw error
    onTableInUse(error)
    return false
  }
}
