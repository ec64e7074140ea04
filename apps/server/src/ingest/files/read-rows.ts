import { readCsv } from './read-csv.ts'
import { readJsonLines } from './read-json-lines.ts'
import type { Fields, Format, Row } from './row.ts'

/** Reads row by row, whatever the file's size. Throws UnreadableFile. */
export function readRows(source: AsyncIterable<Buffer>, format: Format, fields: Fields): AsyncIterable<Row> {
  return format === 'csv' ? readCsv(source, fields) : readJsonLines(source)
}
