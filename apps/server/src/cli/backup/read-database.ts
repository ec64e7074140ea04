import { createReadStream } from 'node:fs'
import { VERSION } from '../../process/version.ts'
import type { Backup, Header, Part } from './format.ts'
import type { FoundFile } from './installation-files.ts'
import { readJournal } from './load/migrations.ts'
import type { Connection, OrderedTable } from './queries.ts'
import * as queries from './queries.ts'

type Options = {
  /** Error text if another session uses the database; if omitted, other sessions are allowed. */
  aloneOr?: string
  /** Finds the files to include, after the snapshot is fixed. */
  findFiles?: (tables: readonly OrderedTable[]) => Promise<FoundFile[]>
}

/**
 * Reads a snapshot of a database. The parts are read later in the connection's open transaction, so use the
 * connection for nothing else.
 */
export async function readDatabase(
  source: Connection,
  { aloneOr, findFiles = () => Promise.resolve([]) }: Options,
): Promise<Backup> {
  const before = await queries.listTables(source)
  if (!before.some(({ schema }) => schema === 'drizzle'))
    throw new Error('There is nothing of Aviary in this database.')
  await queries.beginReading(source)
  if (aloneOr !== undefined && !(await queries.lockTables(source, before))) throw new Error(aloneOr)
  const moment = await queries.readMoment(source)
  const tables = await queries.listTables(source)
  const header: Header = {
    aviary_backup: 1,
    version: VERSION,
    ...moment,
    migrations: await nameMigrations(source),
  }
  const files = await findFiles(tables)
  return { header, parts: readParts(source, { tables, files }) }
}

async function* readParts(
  source: Connection,
  { tables, files }: { tables: readonly OrderedTable[]; files: readonly FoundFile[] },
): AsyncGenerator<Part> {
  for (const { file, filePath } of files) {
    // The file may have grown since it was hashed; stream only the hashed bytes.
    const content = file.size > 0 ? createReadStream(filePath, { end: file.size - 1 }) : nothing()
    yield { kind: 'file', file, content }
  }
  for (const table of tables) yield { kind: 'table', table, rows: queries.copyRows(source, table) }
  for (const sequence of await queries.listSequences(source)) yield { kind: 'sequence', sequence }
}

async function* nothing(): AsyncGenerator<Buffer> {}

async function nameMigrations(source: Connection): Promise<Header['migrations']> {
  const known = readJournal()
  const done = await queries.listMigrations(source)
  // The database may have migrations of a newer version, whose names this version does not know.
  return done.map((result) => ({
    name: known.find(({ when }) => when === result.created_at)?.tag ?? `a migration of ${result.created_at}`,
    ...result,
  }))
}
