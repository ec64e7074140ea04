import { createReadStream, existsSync } from 'node:fs'
import { userInfo } from 'node:os'
import path from 'node:path'
import { systemClock } from '../clock.ts'
import { type Config, readConfigWith } from '../config.ts'
import { startEmbedded } from '../database/embedded/embedded.ts'
import { migrateDatabase } from '../database/migrate.ts'
import { type Db, openDatabase } from '../database/open.ts'
import { importFile } from '../ingest/files/import-file.ts'
import { KINDS, type KindName } from '../ingest/files/kinds.ts'
import type { Format } from '../ingest/files/read-rows.ts'
import { seed } from '../seed.ts'
import { openProgress } from './progress.ts'

export type ImportOptions = { format?: string; dataDir?: string; databaseUrl?: string }

const isKind = (text: string): text is KindName => Object.hasOwn(KINDS, text)

/** `aviary import <kind> <file>`. Throws with a sentence that says what to mend. */
export async function runImport(kind: string, file: string, options: ImportOptions): Promise<void> {
  if (!isKind(kind))
    throw new Error(`'${kind}' cannot be imported; known are ${Object.keys(KINDS).join(', ')}`)
  const format = formatOf(file, options.format)
  if (file !== '-' && !existsSync(file)) throw new Error(`There is no file ${file}`)
  const config = readConfigWith({
    ...(options.dataDir ? { DATA_DIR: options.dataDir } : {}),
    ...(options.databaseUrl ? { DATABASE_URL: options.databaseUrl } : {}),
  })
  await withDatabase(config, async (db) => {
    const source = file === '-' ? process.stdin : createReadStream(file)
    const progress = openProgress(file)
    try {
      const taken = await importFile(db, systemClock, {
        kind,
        source: progress.watch(source),
        format,
        name: path.basename(file),
        author: `cli:${userInfo().username}`,
        onProgress: progress.rows,
      })
      progress.end()
      process.stdout.write(
        `${taken.created} created, ${taken.updated} updated, ${taken.unchanged} unchanged\n`,
      )
    } finally {
      progress.end()
    }
  })
}

function formatOf(file: string, given: string | undefined): Format {
  const name = given ?? path.extname(file).slice(1)
  if (name === 'csv') return 'csv'
  if (['jsonl', 'ndjson', 'json'].includes(name)) return 'jsonl'
  throw new Error('Is it JSON Lines or CSV? Say --format jsonl or --format csv')
}

/** Uses the configured server, or the embedded database: the one that runs, or one that is started for the import. */
async function withDatabase(config: Config, work: (db: Db) => Promise<void>): Promise<void> {
  const embedded = config.databaseUrl
    ? undefined
    : await startEmbedded({ dataDir: config.dataDir, log: () => undefined })
  try {
    const url = config.databaseUrl ?? embedded?.url ?? ''
    await migrateDatabase(url, (db) => seed(db, config, systemClock))
    const database = openDatabase(url, () => undefined)
    try {
      await work(database.db)
    } finally {
      await database.close()
    }
  } finally {
    if (embedded && !embedded.wasAlreadyRunning) await embedded.stop()
  }
}
