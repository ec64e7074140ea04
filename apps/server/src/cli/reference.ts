import { once } from 'node:events'
import { systemClock } from '../clock.ts'
import type { Db } from '../database/open.ts'
import { exportReferenceLines } from '../features/reference/public.ts'
import { importReference, type ReferenceImport } from '../ingest/files/import-reference.ts'
import { writeWhole } from '../process/whole-file.ts'
import { configOf, type DatabaseOptions } from './database-options.ts'
import { withDatabase } from './with-database.ts'

/** `aviary import reference <file>`; returns what it did, in a sentence. */
export async function importReferenceFile(db: Db, file: ReferenceImport): Promise<string> {
  const { created, updated, deleted, unchanged } = await importReference(db, systemClock, file)
  const counts = `${created} created, ${updated} updated, ${unchanged} unchanged`
  return deleted > 0 ? `${counts}, ${deleted} deleted` : counts
}

/** `aviary export reference [file]`; without a file it writes to standard output. */
export async function runExport(
  what: string,
  file: string | undefined,
  options: DatabaseOptions,
): Promise<void> {
  if (what !== 'reference') throw new Error(`'${what}' cannot be exported; known is reference`)
  await withDatabase(configOf(options), async (db) => {
    const lines = await exportReferenceLines(db)
    const text = lines.map((line) => `${JSON.stringify(line)}\n`).join('')
    if (file === undefined || file === '-') return void process.stdout.write(text)
    await writeWhole(file, async (out) => {
      out.end(text)
      await once(out, 'close')
    })
    process.stdout.write(`${lines.length} records written to ${file}\n`)
  })
}
