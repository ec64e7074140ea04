import { systemClock } from '../clock.ts'
import type { Config } from '../config.ts'
import { type EmbeddedDatabase, startEmbedded } from '../database/embedded/embedded.ts'
import { migrateDatabase } from '../database/migrate.ts'
import { type Db, openDatabase } from '../database/open.ts'
import { findDataCenters, seedReference } from '../features/reference/public.ts'
import { isUsedByOthers } from './queries.ts'

/** Works on the configured server, or on the embedded database: the one that runs, or one that is started for it. */
export async function withDatabase(config: Config, work: (db: Db) => Promise<void>): Promise<void> {
  if (config.databaseUrl) return withUrl(config.databaseUrl, config, work)
  const embedded = await startEmbedded({ dataDir: config.dataDir, log: () => undefined })
  let mayStop = !embedded.wasAlreadyRunning
  const forget = stopOnSignal(embedded, () => mayStop)
  try {
    await withUrl(embedded.url, config, async (db) => {
      try {
        await work(db)
      } finally {
        // Whoever came meanwhile found it running, and stops it in turn.
        if (mayStop) mayStop = !(await isUsedByOthers(db))
      }
    })
  } finally {
    forget()
    if (mayStop) await embedded.stop()
  }
}

async function withUrl(url: string, config: Config, work: (db: Db) => Promise<void>): Promise<void> {
  await migrateDatabase(url, (db) => seedNames(db, config.productKey))
  const database = openDatabase(url, () => undefined)
  try {
    await work(database.db)
  } finally {
    await database.close()
  }
}

/** Names to import by, where no server has started yet. The rest of a first start (secrets, demo) is the server's. */
async function seedNames(db: Db, productKey: string): Promise<void> {
  if ((await findDataCenters(db)).length > 0) return
  await db.transaction((transaction) => seedReference(transaction, productKey, systemClock()))
}

/** A signal ends the database that was started for this, and with it what was not committed. Answers how to undo. */
function stopOnSignal(embedded: EmbeddedDatabase, mayStop: () => boolean): () => void {
  const end = (signal: NodeJS.Signals) => {
    const stopped = mayStop() ? embedded.stop() : Promise.resolve()
    stopped.finally(() => process.exit(signal === 'SIGINT' ? 130 : 143))
  }
  process.once('SIGINT', end).once('SIGTERM', end)
  return () => void process.off('SIGINT', end).off('SIGTERM', end)
}
