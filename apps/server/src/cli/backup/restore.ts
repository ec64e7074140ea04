import { createReadStream, existsSync } from 'node:fs'
import type { Config } from '../../config.ts'
import { runAuditVerify } from '../audit.ts'
import { configOf, type DatabaseOptions } from '../database-options.ts'
import { openProgress } from '../progress.ts'
import { withDatabaseUrl } from '../with-database.ts'
import { measureTable } from './compare.ts'
import { decode } from './decode.ts'
import type { Header } from './format.ts'
import { type IncomingFiles, openIncomingFiles } from './installation-files.ts'
import { type Loaded, load, nameOf } from './load/load.ts'
import { migrationsOf } from './load/migrations.ts'
import { analyze } from './load/queries.ts'
import { isSame } from './measure.ts'
import { unpacked } from './packed-file.ts'
import type { Connection } from './queries.ts'
import * as queries from './queries.ts'

/** `aviary restore <file>`: fills an empty database, completely or not at all. Errors say what to fix. */
export async function runRestore(file: string, options: DatabaseOptions): Promise<void> {
  const config = configOf(options)
  if (!existsSync(file)) throw new Error(`There is no file ${file}`)
  const files = openIncomingFiles(config)
  const { taken_at, version } = await readThrough(file, files)
  process.stdout.write(`The backup is whole: Aviary ${version} as it was at ${taken_at}\n`)
  await withDatabaseUrl(config, async (url) => {
    const loaded = await restoreInto(url, { file, files, refusal: refusalOf(config) })
    process.stdout.write(`${summaryOf(loaded)} are restored, and are what the backup says\n`)
    // Verifies the restored audit log; opening the database also migrates its schema to this version.
    await runAuditVerify(options)
  })
}

/** Reads the whole file once before anything is changed. */
async function readThrough(file: string, files: IncomingFiles): Promise<Header> {
  const { header, parts } = await decode(unpacked(createReadStream(file)))
  migrationsOf(header)
  for await (const part of parts) if (part.kind === 'file') await files.refuseIfTaken(part.file)
  return header
}

/** Fills an empty database that was made for this alone, and keeps no files of the installation. */
export async function restoreAside(url: string, file: string, config: Config): Promise<void> {
  if (!existsSync(file)) throw new Error(`There is no file ${file}`)
  const files = openIncomingFiles(config)
  await readThrough(file, files)
  await restoreInto(url, { file, files, refusal: refusalOf(config) })
}

type Restoring = { file: string; files: IncomingFiles; refusal: string }

async function restoreInto(url: string, { file, files, refusal }: Restoring): Promise<Loaded[]> {
  const target = await queries.connect(url)
  const progress = openProgress(file)
  try {
    const backup = await decode(unpacked(progress.watch(createReadStream(file))))
    const loaded = await load(target, backup, {
      refusal,
      onRows: progress.rows,
      takeFile: files.write,
      check: async (all) => {
        await compareWithBackup(target, all)
        await files.moveIntoPlace()
      },
    })
    await analyze(target)
    return loaded
  } finally {
    progress.end()
    await files.discard()
    await target.end()
  }
}

async function compareWithBackup(target: Connection, loaded: readonly Loaded[]): Promise<void> {
  for (const { table, came } of loaded)
    if (!isSame(came, await measureTable(target, table)))
      throw new Error(`The rows of ${nameOf(table)} are not what the backup has: nothing was restored.`)
}

export const summaryOf = (loaded: readonly Loaded[]): string =>
  `${loaded.length} tables with ${loaded.reduce((sum, { came }) => sum + came.rows, 0)} rows`

const refusalOf = ({ databaseUrl, dataDir }: Config): string =>
  databaseUrl
    ? 'The database is not empty: make a new one (createdb) and restore into that. Nothing was changed.'
    : `There is a database in ${dataDir} already: restore into another folder (--data-dir). Nothing was changed.`
