import type { Measured } from './format.ts'
import { nameOf } from './load/load.ts'
import { drain, isSame, openMeasure } from './measure.ts'
import type { Connection, OrderedTable } from './queries.ts'
import * as queries from './queries.ts'

const NEW_LINE = 10

/** Counts a table's rows and computes their digest, in key order. */
export async function measureTable(connection: Connection, table: OrderedTable): Promise<Measured> {
  const measure = openMeasure()
  await drain(measure.watch(queries.copyRows(connection, table)))
  return measure.end()
}

export type Both = { source: Connection; target: Connection }

export type Compared = { name: string; rows: number; sha256: string; isSame: boolean; difference?: string }

/** Compares every row of the tables in both databases; `difference` names the first row that differs. */
export async function compareTables(both: Both, tables: readonly OrderedTable[]): Promise<Compared[]> {
  const all: Compared[] = []
  for (const table of tables) {
    const [there, here] = await Promise.all([
      measureTable(both.source, table),
      measureTable(both.target, table),
    ])
    const compared = { name: nameOf(table), ...there, isSame: isSame(there, here) }
    all.push(compared.isSame ? compared : { ...compared, difference: await findDifference(both, table) })
  }
  return all
}

/** Names of the sequences whose next number differs. */
export async function compareSequences({ source, target }: Both): Promise<string[]> {
  const [there, here] = [await queries.listSequences(source), await queries.listSequences(target)]
  const known = new Set(here.map((entry) => JSON.stringify(entry)))
  return there.filter((entry) => !known.has(JSON.stringify(entry))).map(nameOf)
}

async function findDifference({ source, target }: Both, table: OrderedTable): Promise<string> {
  const [there, here] = [linesOf(queries.copyRows(source, table)), linesOf(queries.copyRows(target, table))]
  let difference: string | undefined
  // Read both sides to their end even after a difference: a connection left in the middle of COPY cannot be used
  // again.
  for (;;) {
    const [ours, theirs] = await Promise.all([there.next(), here.next()])
    if (ours.done && theirs.done) return difference ?? 'the rows are the same, and their digest is not'
    if (ours.value !== theirs.value) difference ??= keyOf(table, ours.value ?? theirs.value ?? '')
  }
}

/** Identifies a row by its key columns, as COPY spells them. */
function keyOf({ key, columns }: OrderedTable, line: string): string {
  const values = line.split('\t')
  return key.map((column) => `${column} ${values[columns.indexOf(column)]}`).join(', ')
}

async function* linesOf(chunks: AsyncIterable<Buffer>): AsyncGenerator<string, undefined> {
  let rest: Buffer = Buffer.alloc(0)
  for await (const chunk of chunks) {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
    for (let end = rest.indexOf(NEW_LINE); end >= 0; end = rest.indexOf(NEW_LINE)) {
      yield rest.toString('utf8', 0, end)
      rest = rest.subarray(end + 1)
    }
  }
}
