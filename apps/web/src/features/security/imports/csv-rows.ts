import { toBoxText } from '../upload/read-csv-file.ts'

export type CsvPart = {
  rows: string[][]
  /** The text after the last whole row. */
  rest: string
}

/**
 * Parses a part of a CSV file. Unless `isLast`, the last row may continue in the next part, so it goes to
 * `rest`.
 */
export async function rowsOf(text: string, isLast: boolean): Promise<CsvPart> {
  const { default: papaparse } = await import('papaparse')
  // A trailing \r may be the first half of a \r\n that the next part completes.
  const lineEndPart = !isLast && text.endsWith('\r') ? '\r' : ''
  const content = toBoxText(text.slice(0, text.length - lineEndPart.length))
  const rows: string[][] = []
  const ends: number[] = []
  papaparse.parse<string[]>(content, {
    delimiter: ',',
    newline: '\n',
    step: ({ data, meta }) => {
      rows.push(data)
      ends.push(meta.cursor)
    },
  })
  const rowCount = isLast ? rows.length : Math.max(0, rows.length - 1)
  const rest = isLast ? '' : content.slice(ends[rowCount - 1] ?? 0) + lineEndPart
  // Skips empty rows, as the server does.
  return { rows: rows.slice(0, rowCount).filter((row) => row.some((cell) => cell !== '')), rest }
}
