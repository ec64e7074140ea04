import { toBoxText } from '../upload/read-csv-file.ts'

export type CsvPart = {
  rows: string[][]
  /** The text after the last whole row. */
  rest: string
}

type RawRow = { record: string[]; raw: string }

/**
 * Parses the rows of a text as the server does. Unless the part is the last one, its last row may continue in the
 * next part.
 */
export async function rowsOf(text: string, isLast: boolean): Promise<CsvPart> {
  const { CsvError, parse } = await import('csv-parse/browser/esm/sync')
  // A trailing \r may be the first half of a CRLF, whose \n is then in the next part.
  const lineEndPart = !isLast && text.endsWith('\r') ? '\r' : ''
  const content = toBoxText(text.slice(0, text.length - lineEndPart.length))
  const rows: RawRow[] = []
  let isCutInQuotes = false
  try {
    parse(content, {
      trim: true,
      relax_column_count: true,
      record_delimiter: '\n',
      raw: true,
      // Rows are collected here, because a part that ends within quotes throws and returns none.
      on_record: (row: unknown) => {
        rows.push(row as RawRow)
        return null
      },
    })
  } catch (error) {
    isCutInQuotes = !isLast && error instanceof CsvError && error.code === 'CSV_QUOTE_NOT_CLOSED'
    if (!isCutInQuotes) throw error
  }
  if (!isLast && !isCutInQuotes) rows.pop()
  const length = rows.reduce((sum, { raw }) => sum + raw.length, 0)
  return {
    // Leaves out empty rows, as the server does.
    rows: rows.map(({ record }) => record).filter((row) => row.some((cell) => cell !== '')),
    rest: isLast ? '' : content.slice(length) + lineEndPart,
  }
}
