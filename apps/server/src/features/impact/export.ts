import { csvLine } from '@aviary/contract/csv'
import type { Db } from '../../database/open.ts'
import type { CompanyFilters, Position } from './queries.ts'
import * as queries from './queries.ts'

const COLUMNS = ['name', 'outtask_id', 'entity_code', 'data_center']
const BATCH_ROWS = 10_000

/** Companies as CSV, by name; a batch is read when the previous one has been consumed. */
export async function* exportCompanies(
  db: Db,
  filters: CompanyFilters,
  count: number,
): AsyncGenerator<string> {
  // The byte order mark lets spreadsheets read the file as UTF-8.
  yield `\uFEFF${csvLine(COLUMNS)}`
  let after: Position | undefined
  do {
    const batch = await queries.listCompanies(db, filters, { after, limit: BATCH_ROWS, count })
    yield batch
      .map((row) => csvLine([row.name ?? '', row.id, row.entity_code ?? '', row.data_center ?? '']))
      .join('')
    const last = batch.length === BATCH_ROWS ? batch.at(-1) : undefined
    after = last && { name: last.name ?? '', id: last.id }
  } while (after)
}
