import { asInBox } from '../upload/read-csv-file.ts'

export type CsvPart = {
  rows: string[][]
  /** What comes behind the last whole row. */
  rest: string
}

/** The rows of a text. Of a part that more comes behind, the last row may go on there. */
export async function rowsOf(text: string, isLast: boolean): Promise<CsvPart> {
  const { default: papaparse } = await import('papaparse')
  // Half of a line's end is none yet.
  const half = !isLast && text.endsWith('\r') ? '\r' : ''
  const whole = asInBox(text.slice(0, text.length - half.length))
  const rows: string[][] = []
  const ends: number[] = []
  papaparse.parse<string[]>(whole, {
    delimiter: ',',
    newline: '\n',
    step: ({ data, meta }) => {
      rows.push(data)
      ends.push(meta.cursor)
    },
  })
  const complete = isLast ? rows.length : Math.max(0, rows.length - 1)
  const rest = isLast ? '' : whole.slice(ends[complete - 1] ?? 0) + half
  // The server leaves out what is empty as well.
  return { rows: rows.slice(0, complete).filter((row) => row.some((cell) => cell !== '')), rest }
}
