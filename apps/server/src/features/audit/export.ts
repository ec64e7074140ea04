import type * as endpoints from '@aviary/contract/audit/endpoints'
import { csvLine } from '@aviary/contract/csv'
import type { Db } from '../../database/open.ts'
import type { LogFilters, LogPosition } from './queries.ts'
import * as queries from './queries.ts'

export const FORMATS = {
  csv: {
    type: 'text/csv; charset=utf-8',
    // The byte order mark makes spreadsheets read the file as UTF-8.
    head: `\uFEFF${csvLine(['pkey', 'application_name', 'user_email', 'action_name', 'created_date', 'context'])}`,
    line: (row: endpoints.AuditRecord) =>
      csvLine([
        row.pkey,
        row.application_name,
        row.user_email,
        row.action_name,
        row.created_date,
        row.context === null ? '' : JSON.stringify(row.context),
      ]),
  },
  jsonl: {
    type: 'application/x-ndjson; charset=utf-8',
    head: '',
    line: (row: endpoints.AuditRecord) => `${JSON.stringify(row)}\n`,
  },
} as const

type ExportOptions = {
  format: keyof typeof FORMATS
  /** Reduces a row to what the reader may see. */
  readable: (record: endpoints.AuditRecord) => endpoints.AuditRecord
}

const ROWS_AT_ONCE = 1_000

/** The log as text, oldest first. The next batch is read only once the previous one has been sent. */
export async function* exportText(
  db: Db,
  filters: LogFilters,
  { format, readable }: ExportOptions,
): AsyncGenerator<string> {
  const { head, line } = FORMATS[format]
  if (head) yield head
  let after: LogPosition | undefined
  do {
    const batch = await queries.getAuditBatch(db, filters, { after, limit: ROWS_AT_ONCE })
    if (batch.records.length > 0) yield batch.records.map((record) => line(readable(record))).join('')
    after = batch.last
  } while (after)
}
