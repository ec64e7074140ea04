import { existsSync } from 'node:fs'
import { open } from 'node:fs/promises'
import path from 'node:path'
import { systemClock } from '../clock.ts'
import { importFile } from '../ingest/files/import-file.ts'
import { KINDS, type KindName } from '../ingest/files/kinds.ts'
import type { Format } from '../ingest/files/read-rows.ts'
import { configOf, type DatabaseOptions } from './database-options.ts'
import { openProgress } from './progress.ts'
import { userOfSystem } from './user-of-system.ts'
import { withDatabase } from './with-database.ts'

export type ImportOptions = DatabaseOptions & { format?: string }

const isKind = (text: string): text is KindName => Object.hasOwn(KINDS, text)

/** `aviary import <kind> <file>`. Errors say what to fix. */
export async function runImport(kind: string, file: string, options: ImportOptions): Promise<void> {
  if (!isKind(kind))
    throw new Error(`'${kind}' cannot be imported; known are ${Object.keys(KINDS).join(', ')}`)
  const format = formatOf(file, options.format)
  if (file !== '-' && !existsSync(file)) throw new Error(`There is no file ${file}`)
  const config = configOf(options)
  await withDatabase(config, async (db) => {
    const source = file === '-' ? process.stdin : (await open(file)).createReadStream()
    const progress = openProgress(file)
    try {
      const counts = await importFile(db, systemClock, {
        kind,
        source: progress.watch(source),
        format,
        name: path.basename(file),
        author: `cli:${userOfSystem()}`,
        onProgress: progress.rows,
      })
      progress.end()
      process.stdout.write(
        `${counts.created} created, ${counts.updated} updated, ${counts.unchanged} unchanged\n`,
      )
    } finally {
      progress.end()
      // After a refusal, another program may still write into the pipe; do not wait for its end.
      source.destroy()
    }
  })
}

function formatOf(file: string, given: string | undefined): Format {
  const name = given ?? path.extname(file).slice(1)
  if (name === 'csv') return 'csv'
  if (['jsonl', 'ndjson', 'json'].includes(name)) return 'jsonl'
  throw new Error('Is it JSON Lines or CSV? Say --format jsonl or --format csv')
}
