import { setTimeout as pause } from 'node:timers/promises'
import { systemClock } from '../clock.ts'
import type { Config } from '../config.ts'
import { checkDatabase } from '../database/check.ts'
import { type EmbeddedDatabase, startEmbedded } from '../database/embedded/embedded.ts'
import { explainDatabaseError } from '../database/faults.ts'
import { migrateDatabase } from '../database/migrate.ts'
import { type Db, openDatabase } from '../database/open.ts'
import { listDataCenters, seedReference } from '../features/reference/public.ts'
import * as queries from './queries.ts'

const ATTEMPTS = 10
const CHECK_DELAY_MS = 100

/** Runs `work` on the configured database, migrated to this version. */
export const withDatabase = (config: Config, work: (db: Db, url: string) => Promise<void>): Promise<void> =>
  withDatabaseUrl(config, async (url) => {
    await checkDatabase(url).catch((error: unknown) => {
      throw explainDatabaseError(error, url)
    })
    await migrateDatabase(url, (db) => seedNames(db, config.productKey), {
      warn: (message) => void process.stderr.write(`${message}\n`),
    })
    await withOpen(url, (db) => work(db, url))
  })

/** Runs `work` on the configured database without migrating it. */
export async function withDatabaseAsItIs<T>(config: Config, work: (db: Db) => Promise<T>): Promise<T> {
  let result: { value: T } | undefined
  await withDatabaseUrl(config, async (url) => {
    await checkDatabase(url).catch((error: unknown) => {
      throw explainDatabaseError(error, url)
    })
    result = { value: await withOpen(url, work) }
  })
  if (!result) throw new Error('The work on the database did not run')
  return result.value
}

/**
 * Runs `work` on the configured server or on the embedded database, starting the latter if it is not running. Does
 * not migrate.
 */
export async function withDatabaseUrl(config: Config, work: (url: string) => Promise<void>): Promise<void> {
  if (config.databaseUrl) return work(config.databaseUrl)
  const embedded = await startEmbedded({ dataDir: config.dataDir, log: () => undefined })
  let mayStop = !embedded.wasAlreadyRunning
  const forget = stopOnSignal(embedded, () => mayStop)
  try {
    await work(embedded.url)
  } finally {
    try {
      // If another process attached meanwhile, that process needs the database and stops it later.
      if (mayStop) mayStop = await withOpen(embedded.url, isLeftToUs)
    } finally {
      forget()
      if (mayStop) await embedded.stop()
    }
  }
}

/** Checks repeatedly, because PostgreSQL still lists a closed connection for a moment. */
async function isLeftToUs(db: Db): Promise<boolean> {
  for (let attempts = 1; await queries.isUsedByOthers(db); attempts += 1) {
    if (attempts === ATTEMPTS) return false
    await pause(CHECK_DELAY_MS)
  }
  return true
}

async function withOpen<T>(url: string, work: (db: Db) => Promise<T>): Promise<T> {
  const database = openDatabase(url, () => undefined)
  try {
    return await work(database.db)
  } finally {
    await database.close()
  }
}

/**
 * Seeds reference data so that imports work before the first server start. That start adds the rest (secrets,
 * demo data).
 */
async function seedNames(db: Db, productKey: string): Promise<void> {
  if ((await listDataCenters(db)).length > 0) return
  await db.transaction((transaction) => seedReference(transaction, productKey, systemClock()))
}

/**
 * On a signal, stops the database that was started for this command; uncommitted work is lost. Returns a
 * function that removes the handlers.
 */
function stopOnSignal(embedded: EmbeddedDatabase, mayStop: () => boolean): () => void {
  const end = (signal: NodeJS.Signals) => {
    const stopped = mayStop() ? embedded.stop() : Promise.resolve()
    stopped.finally(() => process.exit(signal === 'SIGINT' ? 130 : 143))
  }
  process.once('SIGINT', end).once('SIGTERM', end)
  return () => void process.off('SIGINT', end).off('SIGTERM', end)
}
