import type * as endpoints from '@aviary/contract/audit/endpoints'
import { csvLine } from '../../csv/csv-line.ts'
import type { Db } from '../../database/open.ts'
import type { Place, Sought } from './queries.ts'
import * as queries from './queries.ts'

export const FORMATS = {
  csv: {
    type: 'text/csv; charset=utf-8',
    // The mark lets spreadsheets read the file as UTF-8.
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

type Form = {
  format: keyof typeof FORMATS
  /** A row as whoever asks for the file may read it. */
  readable: (record: endpoints.AuditRecord) => endpoints.AuditRecord
}

const ROWS_AT_ONCE = 1_000

/** The log as text, oldest first, a batch at a time: the next is read when the last one has been taken. */
export async function* exportText(
  db: Db,
  sought: Sought,
  { format, readable }: Form,
): AsyncGenerator<string> {
  const { head, line } = FORMATS[format]
  if (head) yield head
  let after: Place | undefined
  do {
    const batch = await queries.getAuditBatch(db, sought, { after, most: ROWS_AT_ONCE })
    if (batch.records.length > 0) yield batch.records.map((record) => line(readable(record))).join('')
    after = batch.last
  } while (after)
}
