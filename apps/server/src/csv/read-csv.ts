import { cutText } from '@aviary/contract/cut-text'
import { faultOfCount, isBlank, readCells } from './read-cells.ts'
import type { Fields, Row } from './row.ts'

/** Reads CSV with a header row (RFC 4180); blank lines are skipped. Throws UnreadableFile. */
export async function* readCsv(source: AsyncIterable<Buffer>, fields: Fields): AsyncGenerator<Row> {
  let header: string[] | undefined
  for await (const { line, cells } of readCells(source)) {
    if (isBlank(cells)) continue
    const size = cells.reduce((sum, cell) => sum + cell.length, 0)
    if (!header) {
      const fault = faultOfHeader(cells, fields)
      if (fault) {
        yield { line, size, fault }
        return
      }
      header = cells
    } else if (cells.length !== header.length) {
      yield { line, size, fault: faultOfCount(cells, header) }
    } else {
      yield { line, size, value: toRecord(header, cells, fields.lists) }
    }
  }
}

function faultOfHeader(header: readonly string[], { fields }: Fields): string | undefined {
  const unknown = header.filter((name) => !fields.includes(name))
  if (unknown.length > 0) {
    const names = unknown.slice(0, 5).map((name) => `'${cutText(name, 40)}'`)
    return `unknown column ${names.join(', ')}; known are ${fields.join(', ')}`
  }
  const twice = header.find((name, index) => header.indexOf(name) !== index)
  return twice && `the column '${twice}' is there twice`
}

/** An empty cell is an absent field, or an empty list in a list column; lists are split at `|` or `;`. */
function toRecord(header: readonly string[], cells: readonly string[], lists: readonly string[]) {
  const entries = header.flatMap((name, index): [string, unknown][] => {
    const cell = cells[index] ?? ''
    if (lists.includes(name)) return [[name, cell === '' ? [] : cell.split(/\s*[|;]\s*/)]]
    return cell === '' ? [] : [[name, cell]]
  })
  return Object.fromEntries(entries)
}
