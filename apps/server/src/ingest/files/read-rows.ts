import { readCsv } from '../../csv/read-csv.ts'
import type { Fields, Row } from '../../csv/row.ts'
import { readJsonLines } from './read-json-lines.ts'

export type Format = 'jsonl' | 'csv'

/** Reads row by row, so a file of any size fits into memory. Throws UnreadableFile. */
export function readRows(source: AsyncIterable<Buffer>, format: Format, fields: Fields): AsyncIterable<Row> {
  return format === 'csv' ? readCsv(source, fields) : readJsonLines(source)
}
