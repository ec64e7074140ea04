import { existsSync } from 'node:fs'
import { open } from 'node:fs/promises'
import path from 'node:path'
import type { IngestCounts } from '@aviary/contract/ingest/endpoints'
import { systemClock } from '../clock.ts'
import { importFile } from '../ingest/files/import-file.ts'
import { KINDS, type KindName } from '../ingest/files/kinds.ts'
import type { Format } from '../ingest/files/read-rows.ts'
import { publicUrlOf, statusSiteOf } from '../public-url.ts'
import { configOf, type DatabaseOptions } from './database-options.ts'
import { openProgress } from './progress.ts'
import { importReferenceFile } from './reference.ts'
import { userOfSystem } from './user-of-system.ts'
import { withDatabase } from './with-database.ts'

export type ImportOptions = DatabaseOptions & { format?: string }

/** Import kind for reference data; all other kinds are records of the ingestion API. */
const REFERENCE = 'reference'
export const IMPORTED = [...Object.keys(KINDS), REFERENCE]

const isKind = (text: string): text is KindName => Object.hasOwn(KINDS, text)

/** `aviary import <kind> <file>`. Errors say what to fix. */
export async function runImport(kind: string, file: string, options: ImportOptions): Promise<void> {
  if (!isKind(kind) && kind !== REFERENCE)
    throw new Error(`'${kind}' cannot be imported; known are ${IMPORTED.join(', ')}`)
  const format = formatOf(file, options.format)
  if (kind === REFERENCE && format !== 'jsonl')
    throw new Error('Reference data are read from JSON Lines, as aviary export reference writes them')
  if (file !== '-' && !existsSync(file)) throw new Error(`There is no file ${file}`)
  const config = configOf(options)
  await withDatabase(config, async (db) => {
    const source = file === '-' ? process.stdin : (await open(file)).createReadStream()
    const progress = openProgress(file)
    try {
      const sent = {
        ...{ source: progress.watch(source), name: path.basename(file) },
        author: `cli:${userOfSystem()}`,
        links: { publicUrl: publicUrlOf(config), statusSite: statusSiteOf(config, publicUrlOf(config)) },
      }
      const outcome = isKind(kind)
        ? toText(await importFile(db, systemClock, { kind, format, ...sent, onProgress: progress.rows }))
        : await importReferenceFile(db, { ...sent, internalDomains: config.mail.internalDomains })
      progress.end()
      process.stdout.write(`${outcome}\n`)
    } finally {
      progress.end()
      // After a refusal, the program that feeds the pipe may go on writing; do not wait for the end of its output.
      source.destroy()
    }
  })
}

const toText = ({ created, updated, unchanged }: IngestCounts): string =>
  `${created} created, ${updated} updated, ${unchanged} unchanged`

function formatOf(file: string, given: string | undefined): Format {
  const name = given ?? path.extname(file).slice(1)
  if (name === 'csv') return 'csv'
  if (['jsonl', 'ndjson', 'json'].includes(name)) return 'jsonl'
  throw new Error('Is it JSON Lines or CSV? Say --format jsonl or --format csv')
}
