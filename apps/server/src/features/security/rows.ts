import { UPLOAD_MAX_FAULTS } from '@aviary/contract/constants'
import { cutText } from '@aviary/contract/cut-text'
import { type FaultPosition, faultPath } from '@aviary/contract/security/merge'
import type { Problem } from '@aviary/contract/wire'
import { type Cells, isBlank, readCells } from '../../csv/read-cells.ts'
import { UnreadableFile } from '../../csv/row.ts'
import { InvalidInput } from '../../http/errors.ts'

// Shared by the two kinds of CSV file in security communications: mail merges and lists of security users.

/** Time in milliseconds after which reading rows lets other requests run. */
const SLICE_MS = 2

/**
 * Yields the rows below the header and lets other requests run between them. `checkHeader` throws for wrong columns.
 * Throws InvalidInput when the file cannot be read or has no rows.
 */
export async function* readSheet(
  source: AsyncIterable<Buffer>,
  checkHeader: (columns: readonly string[], line: number) => void,
): AsyncGenerator<Cells & { columns: readonly string[] }> {
  let columns: readonly string[] | undefined
  let rows = 0
  let sliceStart = performance.now()
  try {
    for await (const row of readCells(withCheckedSeparator(source))) {
      if (isBlank(row.cells)) continue
      if (!columns) {
        columns = row.cells
        checkHeader(columns, row.line)
        continue
      }
      rows += 1
      yield { ...row, columns }
      if (performance.now() - sliceStart < SLICE_MS) continue
      await new Promise(setImmediate)
      sliceStart = performance.now()
    }
  } catch (error) {
    if (error instanceof UnreadableFile) throw new InvalidInput(`${error.message}. Nothing was stored`)
    throw error
  }
  if (!columns) throw new InvalidInput('The file is empty')
  if (rows === 0) throw new InvalidInput('The file has no rows below its header')
}

/**
 * Refuses a header with missing, empty or duplicate names. `required` lists the columns that must be present.
 */
export function checkColumns(columns: readonly string[], line: number, required: readonly string[]): void {
  const missing = required
    .filter((name) => !columns.includes(name))
    .map((name) => ({
      column: name,
      message: `there is no column '${name}' in the header${suggestSimilar(columns, name)}`,
    }))
  const empty = columns.flatMap((name, index) =>
    name === '' ? [{ column: undefined, message: `column ${index + 1} has no name in the header` }] : [],
  )
  const duplicates = columns
    .filter(
      (name, index) => name !== '' && columns.indexOf(name) < index && columns.lastIndexOf(name) === index,
    )
    .map((name) => ({ column: name, message: `the column '${cutText(name, 40)}' is there twice` }))
  const unstorable = columns
    .filter((name) => name.includes('\0'))
    .map(() => ({ column: undefined, message: 'a name in the header has the character U+0000 in it' }))
  const errors = [...missing, ...empty, ...duplicates, ...unstorable]
    .slice(0, UPLOAD_MAX_FAULTS)
    .map(({ column, message }) => toError({ line, column }, message))
  if (errors.length === 0) return
  const messages = errors.slice(0, 3).map(({ message }) => message)
  throw new InvalidInput(`${messages.join('; ')}; nothing was stored`, errors)
}

const SEPARATORS: Record<string, string> = { ';': 'semicolons', '\t': 'tabs' }

const LONGEST_HEADER = 64 * 1024

/**
 * Checks the separator in the first non-blank line before any cell is read. In a file with semicolons, the
 * parser would otherwise report misplaced quotes, which misleads.
 */
async function* withCheckedSeparator(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let head: string | undefined = ''
  for await (const chunk of source) {
    if (head !== undefined) {
      head += chunk.toString('latin1')
      const match: RegExpExecArray | null = FIRST_LINE.exec(head)
      if (match || head.length > LONGEST_HEADER) {
        refuseOtherSeparator(match?.groups?.line ?? head, countLines(match?.groups?.blank ?? '') + 1)
        head = undefined
      }
    }
    yield chunk
  }
  if (head) refuseOtherSeparator(head.trim(), 1)
}

const FIRST_LINE = /^(?<blank>[\s\u00ef\u00bb\u00bf]*)(?<line>[^\r\n]+)[\r\n]/

const countLines = (text: string): number => text.match(/\r\n|\n|\r/g)?.length ?? 0

/** With another separator the whole header is one cell, so a list of missing columns would not explain the fault. */
function refuseOtherSeparator(header: string, line: number): void {
  const separator = header.includes(',') ? undefined : /[;\t]/.exec(header)?.[0]
  if (separator === undefined) return
  const message = `the cells are separated by ${SEPARATORS[separator]}; save the file with commas between them`
  throw new InvalidInput(`${message}; nothing was stored`, [toError({ line, column: undefined }, message)])
}

/** Names must match exactly, so the message mentions a similar column such as `Subject`. */
function suggestSimilar(columns: readonly string[], name: string): string {
  const similar = columns.find((column) => column.toLowerCase().replace(/[\s-]+/g, '_') === name)
  return similar === undefined ? '' : `, only '${similar}'`
}

const LARGEST_COMPANY = 2 ** 31 - 1

/** Parses a company id; returns a message if the cell has none. */
export function parseCompanyId(cell: string): number | string {
  const text = cell.trim()
  if (text === '') return 'Company ID is required'
  if (/^[1-9]\d{0,9}$/.test(text) && Number(text) <= LARGEST_COMPANY) return Number(text)
  return `use a whole number from 1 to ${LARGEST_COMPANY}, and not '${cutText(text, 40)}'`
}

/** Collects the faults of a file's rows, up to the number that is reported. */
export class RowFaults {
  rows = 0
  bad = 0
  readonly #errors: NonNullable<Problem['errors']> = []
  #faults = 0

  add(line: number, faults: readonly { column: string | undefined; message: string }[]): void {
    this.rows += 1
    if (faults.length > 0) this.bad += 1
    this.#faults += faults.length
    for (const { column, message } of faults)
      if (this.#errors.length < UPLOAD_MAX_FAULTS) this.#errors.push(toError({ line, column }, message))
  }

  /** Throws InvalidInput if any row has a fault. */
  refuse(): void {
    if (this.bad === 0) return
    const [bad, rows] = [this.bad, this.rows].map((count) => count.toLocaleString('en'))
    const summary = `${bad} of ${rows} rows cannot be taken in; nothing was stored`
    const more = this.#faults - this.#errors.length
    const overflow = `. The first ${this.#errors.length} faults are told, ${more.toLocaleString('en')} more are not`
    throw new InvalidInput(more > 0 ? summary + overflow : summary, this.#errors)
  }
}

const toError = (position: FaultPosition, message: string) => ({ path: faultPath(position), message })
