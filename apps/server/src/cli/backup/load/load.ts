import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { isReplacedSchema } from '../../../database/older-schema.ts'
import type { Backup, Measured, Part, StoredFile, Table } from '../format.ts'
import { openMeasure } from '../measure.ts'
import { type Connection, listSequences, listTables, type OrderedTable } from '../queries.ts'
import { hashOf, migrationsOf, statementsOf } from './migrations.ts'
import * as queries from './queries.ts'

/** A table of this schema, and the count and digest of the rows loaded into it. */
export type Loaded = { table: OrderedTable; came: Measured }

type Options = {
  /** Error text if the database is not empty. */
  refusal: string
  onRows: (rows: number) => void
  takeFile: (file: StoredFile, content: AsyncIterable<Buffer>) => Promise<void>
  /** Last check before the commit; throws to roll back. */
  check: (loaded: Loaded[]) => Promise<void>
}

/** Fills an empty database from a backup in one transaction: a failure leaves it empty. */
export async function load(target: Connection, backup: Backup, options: Options): Promise<Loaded[]> {
  const migrations = migrationsOf(backup.header)
  await queries.beginLoading(target)
  try {
    if (await queries.isUsed(target)) throw new Error(options.refusal)
    await queries.makeMigrationsTable(target)
    for (const migration of migrations) await queries.migrateBy(target, statementsOf(migration))
    const tables = await listTables(target)
    const back = await queries.dropConstraints(target)
    await queries.emptyTables(target, tables)
    const loaded = await takeParts({ target, tables }, backup.parts, options)
    await queries.restoreConstraints(target, back)
    await options.check(loaded)
    if (isReplacedSchema(backup.header.migrations))
      await queries.recordMigrations(
        target,
        migrations.map((migration) => ({ hash: hashOf(migration), when: migration.when })),
      )
    await queries.commit(target)
    return loaded
  } catch (error) {
    await queries.rollback(target).catch(() => undefined)
    throw error
  }
}

type Room = { target: Connection; tables: readonly OrderedTable[] }

async function takeParts(
  { target, tables }: Room,
  parts: AsyncIterable<Part>,
  { onRows, takeFile }: Options,
): Promise<Loaded[]> {
  const loaded: Loaded[] = []
  const sequences = new Set((await listSequences(target)).map(nameOf))
  let rows = 0
  for await (const part of parts) {
    if (part.kind === 'file') await takeFile(part.file, part.content)
    else if (part.kind === 'table') {
      const measure = openMeasure((more) => {
        rows += more
        onRows(rows)
      })
      const table = roomFor(part.table, tables)
      const source = Readable.from(measure.watch(part.rows), { objectMode: false })
      await pipeline(source, queries.copyIn(target, part.table))
      loaded.push({ table: { ...table, columns: part.table.columns }, came: measure.end() })
    } else {
      if (!sequences.delete(nameOf(part.sequence))) throw doesNotFit(`a sequence ${nameOf(part.sequence)}`)
      await queries.setSequence(target, part.sequence)
    }
  }
  const missing = tables.filter((table) => loaded.every((result) => nameOf(result.table) !== nameOf(table)))
  if (missing.length > 0 || sequences.size > 0)
    throw doesNotFit(`no ${[...missing.map(nameOf), ...sequences].join(', ')}`)
  return loaded
}

function roomFor(table: Table, tables: readonly OrderedTable[]): OrderedTable {
  const target = tables.find((known) => nameOf(known) === nameOf(table))
  const isSame = target && target.columns.toSorted().join() === table.columns.toSorted().join()
  if (isSame) return target
  throw doesNotFit(`a table ${nameOf(table)} with ${table.columns.join(', ')}`)
}

const doesNotFit = (what: string) =>
  new Error(
    `What is to be loaded does not fit the schema of its version: it has ${what}. Nothing was changed.`,
  )

export const nameOf = ({ schema, name }: { schema: string; name: string }): string => `${schema}.${name}`
