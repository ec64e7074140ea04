import type { Db } from '../../database/open.ts'
import { eraseFromAudit } from '../audit/public.ts'
import { searchOf } from './address-search.ts'
import { PLACES, WITHOUT_PLACES } from './places.ts'
import type { AddressSearch, Counts, TablePlace } from './queries.ts'
import * as queries from './queries.ts'

export type Person = { email: string; archiveDir: string }

/** Where a person was found; tables without them are missing. */
export type Found = {
  tables: { table: string; counts: Counts; why: string | undefined }[]
  unsentMails: number
  /** Channels that are paused once their owner is gone. */
  channels: number
  audit: { rows: number; keptRows: number; archives: readonly string[]; unreadable: readonly string[] }
}

/** The places of this database. Tables of a later version, which is not known here, are refused. */
export async function listPlaces(db: Db): Promise<TablePlace[]> {
  const types = await queries.listColumnTypes(db)
  const unknown = [...types.keys()]
    .map((name) => name.split('.')[0] ?? '')
    .find((table) => !(table in PLACES) && !WITHOUT_PLACES.includes(table) && hasText(types, table))
  if (unknown) throw new Error(`The table ${unknown} is of a later version: use the command of that version.`)
  return Object.entries(PLACES).map(([table, place]) => ({
    ...place,
    table,
    typeOf: (column) => types.get(`${table}.${column}`),
  }))
}

const TEXT_TYPES = ['text', '_text', 'jsonb', 'json', 'varchar', 'bytea']

const hasText = (types: ReadonlyMap<string, string>, table: string): boolean =>
  [...types].some(([name, type]) => name.startsWith(`${table}.`) && TEXT_TYPES.includes(type))

/** In one snapshot, so that a row that is sealed meanwhile is counted once. */
export const findPerson = (db: Db, person: Person): Promise<Found> =>
  db.transaction((transaction) => findWithin(transaction, person), {
    isolationLevel: 'repeatable read',
    accessMode: 'read only',
  })

export async function findWithin(db: Db, { email, archiveDir }: Person): Promise<Found> {
  const search = searchOf(email)
  const { rows, keptRows, archives, unreadable } = await eraseFromAudit(db, {
    ...{ email, number: undefined, archiveDir },
  })
  return {
    tables: await countTables(db, await listPlaces(db), search),
    unsentMails: (await queries.listUnsent(db, search)).length,
    channels: await queries.countChannels(db, search),
    audit: { rows, keptRows, archives, unreadable },
  }
}

async function countTables(
  db: Db,
  places: readonly TablePlace[],
  search: AddressSearch,
): Promise<Found['tables']> {
  const tables: Found['tables'] = []
  for (const place of places) {
    const counts = await queries.countRows(db, place, search)
    if (counts.deleted + counts.replaced + counts.kept > 0)
      tables.push({ table: place.table, counts, why: place.why })
  }
  return tables
}

/** False if nothing is left to erase; what is kept does not count. */
export const isAnywhere = ({ tables, audit }: Found): boolean =>
  audit.rows > 0 || tables.some(({ counts }) => counts.deleted + counts.replaced > 0)
