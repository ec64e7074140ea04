import { csvLine } from '../../csv/csv-line.ts'
import type { Db } from '../../database/open.ts'
import type { Place, Sought } from './queries.ts'
import * as queries from './queries.ts'

const COLUMNS = ['name', 'outtask_id', 'entity_code', 'data_center']
const ROWS_AT_ONCE = 10_000

/** The companies as CSV, by name, a batch at a time: the next is read when the last one has been taken. */
export async function* exportCompanies(db: Db, sought: Sought, count: number): AsyncGenerator<string> {
  // The mark lets spreadsheets read the file as UTF-8.
  yield `\uFEFF${csvLine(COLUMNS)}`
  let after: Place | undefined
  do {
    const batch = await queries.listCompanies(db, sought, { after, limit: ROWS_AT_ONCE, count })
    yield batch
      .map((row) => csvLine([row.name ?? '', row.id, row.entity_code ?? '', row.data_center ?? '']))
      .join('')
    const last = batch.length === ROWS_AT_ONCE ? batch.at(-1) : undefined
    after = last && { name: last.name ?? '', id: last.id }
  } while (after)
}
