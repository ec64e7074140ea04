import { Readable } from 'node:stream'
import { parse } from 'csv-parse'

export type Format = 'jsonl' | 'csv'

/** One row of a file: its line number, counted from 1, and what stands there or why it cannot be read. */
export type Row = { line: number } & ({ value: Record<string, unknown> } | { fault: string })

const LONGEST_LINE = 16 * 1024 * 1024

/** A file that cannot be read as what it claims to be. The message says where and what to mend. */
export class UnreadableFile extends Error {}

/** Reads row by row; the file may be of any size. Throws UnreadableFile. */
export function readRows(
  source: AsyncIterable<Buffer>,
  format: Format,
  lists: readonly string[],
): AsyncIterable<Row> {
  return format === 'csv' ? readCsv(source, lists) : readJsonLines(source)
}

/** Decodes strictly: a byte that is no UTF-8 ends the reading instead of becoming a question mark. */
async function* decode(source: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  try {
    for await (const chunk of source) yield decoder.decode(chunk, { stream: true })
    yield decoder.decode()
  } catch (error) {
    if (error instanceof TypeError)
      throw new UnreadableFile('The file is not UTF-8; save it as UTF-8 and try again')
    throw error
  }
}

async function* readJsonLines(source: AsyncIterable<Buffer>): AsyncGenerator<Row> {
  let rest = ''
  let line = 0
  for await (const text of decode(source)) {
    const lines = (rest + text).split('\n')
    rest = lines.pop() ?? ''
    if (rest.length > LONGEST_LINE)
      throw new UnreadableFile(`Line ${line + lines.length + 1} is longer than 16 MB`)
    for (const one of lines) {
      line += 1
      if (one.trim() !== '') yield readJsonLine(one, line)
    }
  }
  if (rest.trim() !== '') yield readJsonLine(rest, line + 1)
}

function readJsonLine(text: string, line: number): Row {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
      return { line, value: value as Record<string, unknown> }
    }
    return { line, fault: 'is no JSON object' }
  } catch (error) {
    return { line, fault: `is not JSON: ${error instanceof Error ? error.message : 'unreadable'}` }
  }
}

type CsvRecord = { record: Record<string, string>; info: { lines: number } }

async function* readCsv(source: AsyncIterable<Buffer>, lists: readonly string[]): AsyncGenerator<Row> {
  const parser = parse({ columns: true, bom: true, info: true, skip_empty_lines: true, trim: true })
  const input = Readable.from(decode(source))
  input.on('error', (error) => parser.destroy(error))
  try {
    for await (const { record, info } of input.pipe(parser) as AsyncIterable<CsvRecord>) {
      yield { line: info.lines, value: readCells(record, lists) }
    }
  } catch (error) {
    if (error instanceof UnreadableFile || !(error instanceof Error)) throw error
    throw new UnreadableFile(`The file is not CSV: ${error.message}`)
  }
}

/** An empty cell is an absent field; lists are split at `|` or `;`. */
function readCells(record: Record<string, string>, lists: readonly string[]): Record<string, unknown> {
  const given = Object.entries(record).filter(([, cell]) => cell !== '')
  const values = given.map(([name, cell]) => [name, lists.includes(name) ? cell.split(/\s*[|;]\s*/) : cell])
  return {
    ...Object.fromEntries(lists.filter((name) => name in record).map((name) => [name, []])),
    ...Object.fromEntries(values),
  }
}
