import { Readable } from 'node:stream'
import { CsvError, parse } from 'csv-parse'
import { decode } from './decode.ts'
import { type Fields, LONGEST_ROW, type Row, UnreadableFile } from './row.ts'

type Cells = { line: number; cells: string[] }

/** Reads CSV with a header row (RFC 4180); blank lines are passed over. Throws UnreadableFile. */
export async function* readCsv(source: AsyncIterable<Buffer>, fields: Fields): AsyncGenerator<Row> {
  let header: string[] | undefined
  for await (const { line, cells } of readCells(source)) {
    if (cells.length === 1 && cells[0] === '') continue
    const size = cells.reduce((sum, cell) => sum + cell.length, 0)
    if (!header) {
      const fault = faultOfHeader(cells, fields)
      if (fault) {
        yield { line, size, fault }
        return
      }
      header = cells
    } else if (cells.length !== header.length) {
      yield { line, size, fault: `has ${cells.length} cells where the header has ${header.length}` }
    } else {
      yield { line, size, value: toRecord(header, cells, fields.lists) }
    }
  }
}

async function* readCells(source: AsyncIterable<Buffer>): AsyncGenerator<Cells> {
  let line = 1
  const parser = parse({
    trim: true,
    relax_column_count: true,
    record_delimiter: ['\r\n', '\n', '\r'],
    max_record_size: LONGEST_ROW,
    // The parser counts a CRLF within quotes twice, and it runs ahead of the loop below: lines are counted here.
    on_record: (cells: string[]) => {
      const begins = line
      line += 1 + cells.reduce((sum, cell) => sum + lineEndsIn(cell), 0)
      return [String(begins), ...cells]
    },
  })
  const input = Readable.from(decode(source))
  input.on('error', (error) => parser.destroy(error))
  try {
    for await (const [begins, ...cells] of input.pipe(parser) as AsyncIterable<string[]>) {
      yield { line: Number(begins), cells }
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    throw new UnreadableFile(`The file is not CSV: line ${line}: ${FAULTS[error.code] ?? error.message}`)
  } finally {
    input.destroy()
  }
}

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

function faultOfHeader(header: readonly string[], { fields }: Fields): string | undefined {
  const unknown = header.filter((name) => !fields.includes(name))
  if (unknown.length > 0) {
    const names = unknown.slice(0, 5).map((name) => `'${name.slice(0, 40)}'`)
    return `unknown column ${names.join(', ')}; known are ${fields.join(', ')}`
  }
  const twice = header.find((name, at) => header.indexOf(name) !== at)
  return twice && `the column '${twice}' is there twice`
}

/** An empty cell is an absent field, in a list column an empty list; lists are split at `|` or `;`. */
function toRecord(header: readonly string[], cells: readonly string[], lists: readonly string[]) {
  const entries = header.flatMap((name, at): [string, unknown][] => {
    const cell = cells[at] ?? ''
    if (lists.includes(name)) return [[name, cell === '' ? [] : cell.split(/\s*[|;]\s*/)]]
    return cell === '' ? [] : [[name, cell]]
  })
  return Object.fromEntries(entries)
}
