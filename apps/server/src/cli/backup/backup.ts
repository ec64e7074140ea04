import { existsSync, statSync } from 'node:fs'
import path from 'node:path'
import { configOf, type DatabaseOptions, refuseWithoutDatabase } from '../database-options.ts'
import { openProgress } from '../progress.ts'
import { withDatabaseUrl } from '../with-database.ts'
import { encode } from './encode.ts'
import { emptyTally } from './format.ts'
import { findFiles } from './installation-files.ts'
import { writePacked } from './packed-file.ts'
import * as queries from './queries.ts'
import { readDatabase } from './read-database.ts'

export type BackupOptions = DatabaseOptions & { force?: boolean; archives?: boolean }

/** `aviary backup <file>`: writes a snapshot of the database and its files. Errors say what to fix. */
export async function runBackup(file: string, options: BackupOptions): Promise<void> {
  const config = configOf(options)
  refuseWithoutDatabase(config)
  if (existsSync(file) && !options.force)
    throw new Error(`${file} is there already: choose another name, or say --force to write over it.`)
  if (!existsSync(path.dirname(path.resolve(file))))
    throw new Error(`There is no folder ${path.dirname(file)}`)
  const tally = emptyTally()
  await withDatabaseUrl(config, async (url) => {
    const source = await queries.connect(url)
    const progress = openProgress('')
    try {
      const backup = await readDatabase(source, {
        findFiles: async (tables) => {
          const hasArchives =
            options.archives !== false && tables.some(({ name }) => name === 'audit_archives')
          return findFiles(config, hasArchives ? await queries.listArchiveNames(source) : [])
        },
      })
      await writePacked(file, encode(backup, tally, progress.rows))
    } finally {
      progress.end()
      await source.end()
    }
  })
  process.stdout.write(
    `${tally.tables} tables with ${tally.rows} rows and ${tally.files} files are in ${file}, ${megabytes(file)} MB\n`,
  )
}

const megabytes = (file: string): string => (statSync(file).size / 1_000_000).toFixed(1)
