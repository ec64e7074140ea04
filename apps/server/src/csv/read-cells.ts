import { Readable } from 'node:stream'
import { CsvError, parse } from 'csv-parse'
import { decode } from './decode.ts'
import { LONGEST_ROW, UnreadableFile } from './row.ts'

/** One row of a CSV file: its first line, counted from 1, and its byte range; `to` is exclusive. */
export type Cells = { line: number; from: number; to: number; cells: string[] }

/** Reads CSV (RFC 4180) row by row, including header and blank lines. Throws UnreadableFile. */
export async function* readCells(source: AsyncIterable<Buffer>): AsyncGenerator<Cells> {
  let line = 1
  const parser = parse({
    // The parser removes the byte order mark itself, so that its byte counts include the mark.
    bom: true,
    trim: true,
    relax_column_count: true,
    record_delimiter: ['\r\n', '\n', '\r'],
    max_record_size: LONGEST_ROW,
    // The parser counts a CRLF within quotes twice and runs ahead of the loop below, so lines are counted here.
    on_record: (cells: string[], { bytes }) => {
      const begins = line
      line += 1 + cells.reduce((sum, cell) => sum + lineEndsIn(cell), 0)
      return [String(begins), String(bytes), ...cells]
    },
  })
  const input = Readable.from(decode(source, { keepsMark: true }))
  input.on('error', (error) => parser.destroy(error))
  let from = 0
  try {
    for await (const [begins, end, ...cells] of input.pipe(parser) as AsyncIterable<string[]>) {
      const to = Number(end)
      yield { line: Number(begins), from, to, cells }
      from = to
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    throw new UnreadableFile(`The file is not CSV: line ${line}: ${FAULTS[error.code] ?? error.message}`)
  } finally {
    input.destroy()
  }
}

/** An empty line; files often end with some. */
export const isBlank = (cells: readonly string[]): boolean => cells.every((cell) => cell === '')

export const faultOfCount = (cells: readonly string[], header: readonly string[]): string =>
  `has ${cells.length} cells where the header has ${header.length}`

const lineEndsIn = (cell: string): number => cell.match(/\r\n|\n|\r/g)?.length ?? 0

const STRAY_QUOTE =
  'text stands beside a quoted cell; put the whole cell into quotes and write a quote within it twice'
const FAULTS: Record<string, string> = {
  CSV_QUOTE_NOT_CLOSED: 'a quote opens here and is never closed',
  CSV_MAX_RECORD_SIZE: 'the row is longer than 16 MB; a quote may be left open',
  CSV_INVALID_CLOSING_QUOTE: STRAY_QUOTE,
  CSV_NON_TRIMABLE_CHAR_AFTER_CLOSING_QUOTE: STRAY_QUOTE,
  INVALID_OPENING_QUOTE: STRAY_QUOTE,
}
