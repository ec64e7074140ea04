import { UPLOAD_MAX_FAULTS } from '@aviary/contract/constants'
import { type FaultPosition, faultPath } from '@aviary/contract/security/merge'
import type { Problem } from '@aviary/contract/wire'
import { type Cells, isBlank, readCells } from '../../csv/read-cells.ts'
import { UnreadableFile } from '../../csv/row.ts'
import { InvalidInput } from '../../http/errors.ts'

// What both CSV files of security communications have in common: mail merges, and the people who get them.

/** Rows are looked at for so long before others get their turn. */
const SLICE_MS = 2

/**
 * The rows below the header, one after the other, and others' requests between them. `checkHeader` throws when the columns are
 * not those of such a file. Throws InvalidInput when it cannot be read, or has no rows.
 */
export async function* readSheet(
  source: AsyncIterable<Buffer>,
  checkHeader: (columns: readonly string[], line: number) => void,
): AsyncGenerator<Cells & { columns: readonly string[] }> {
  let columns: readonly string[] | undefined
  let rows = 0
  let begun = performance.now()
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
      if (performance.now() - begun < SLICE_MS) continue
      await new Promise(setImmediate)
      begun = performance.now()
    }
  } catch (error) {
    if (error instanceof UnreadableFile) throw new InvalidInput(`${error.message}. Nothing was stored`)
    throw error
  }
  if (!columns) throw new InvalidInput('The file is empty')
  if (rows === 0) throw new InvalidInput('The file has no rows below its header')
}

/** Refuses a header with names that are missing, empty or there twice. `required`: what must be among them. */
export function checkColumns(columns: readonly string[], line: number, required: readonly string[]): void {
  const missing = required
    .filter((name) => !columns.includes(name))
    .map((name) => ({
      column: name,
      message: `there is no column '${name}' in the header${nearly(columns, name)}`,
    }))
  const empty = columns.flatMap((name, at) =>
    name === '' ? [{ column: undefined, message: `column ${at + 1} has no name in the header` }] : [],
  )
  const twice = columns
    .filter((name, at) => name !== '' && columns.indexOf(name) < at && columns.lastIndexOf(name) === at)
    .map((name) => ({ column: name, message: `the column '${name.slice(0, 40)}' is there twice` }))
  const unstorable = columns
    .filter((name) => name.includes('\0'))
    .map(() => ({ column: undefined, message: 'a name in the header has the character U+0000 in it' }))
  const errors = [...missing, ...empty, ...twice, ...unstorable]
    .slice(0, UPLOAD_MAX_FAULTS)
    .map(({ column, message }) => toError({ line, column }, message))
  if (errors.length === 0) return
  const told = errors.slice(0, 3).map(({ message }) => message)
  throw new InvalidInput(`${told.join('; ')}; nothing was stored`, errors)
}

const SEPARATORS: Record<string, string> = { ';': 'semicolons', '\t': 'tabs' }

const LONGEST_HEADER = 64 * 1024

/**
 * Looks at the first line that is not blank before any cell is read: a file of spreadsheets whose language separates by
 * semicolons has quotes in odd places, and a fault of these would send people the wrong way.
 */
async function* withCheckedSeparator(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let head: string | undefined = ''
  for await (const chunk of source) {
    if (head !== undefined) {
      head += chunk.toString('latin1')
      const found: RegExpExecArray | null = FIRST_LINE.exec(head)
      if (found || head.length > LONGEST_HEADER) {
        refuseOtherSeparator(found?.groups?.line ?? head, linesIn(found?.groups?.blank ?? '') + 1)
        head = undefined
      }
    }
    yield chunk
  }
  if (head) refuseOtherSeparator(head.trim(), 1)
}

const FIRST_LINE = /^(?<blank>[\s\u00ef\u00bb\u00bf]*)(?<line>[^\r\n]+)[\r\n]/

const linesIn = (text: string): number => text.match(/\r\n|\n|\r/g)?.length ?? 0

/** All of such a line is one cell, which no list of missing columns explains. */
function refuseOtherSeparator(header: string, line: number): void {
  const found = header.includes(',') ? undefined : /[;\t]/.exec(header)?.[0]
  if (found === undefined) return
  const message = `the cells are separated by ${SEPARATORS[found]}; save the file with commas between them`
  throw new InvalidInput(`${message}; nothing was stored`, [toError({ line, column: undefined }, message)])
}

/** Names are taken as they are written; whoever wrote `Subject` is told. */
function nearly(columns: readonly string[], name: string): string {
  const other = columns.find((column) => column.toLowerCase().replace(/[\s-]+/g, '_') === name)
  return other === undefined ? '' : `, only '${other}'`
}

const LARGEST_COMPANY = 2 ** 31 - 1

/** The company that a cell names, or what is wrong with it. */
export function companyOf(cell: string): number | string {
  const text = cell.trim()
  if (text === '') return 'Company ID is required'
  if (/^[1-9]\d{0,9}$/.test(text) && Number(text) <= LARGEST_COMPANY) return Number(text)
  return `use a whole number from 1 to ${LARGEST_COMPANY}, and not '${text.slice(0, 40)}'`
}

/** What is wrong with a file's rows, as far as it is told one by one. */
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

  /** Throws when a row was at fault. */
  refuse(): void {
    if (this.bad === 0) return
    const [bad, rows] = [this.bad, this.rows].map((count) => count.toLocaleString('en'))
    const told = `${bad} of ${rows} rows cannot be taken in; nothing was stored`
    const more = this.#faults - this.#errors.length
    const rest = `. The first ${this.#errors.length} faults are told, ${more.toLocaleString('en')} more are not`
    throw new InvalidInput(more > 0 ? told + rest : told, this.#errors)
  }
}

const toError = (place: FaultPosition, message: string) => ({ path: faultPath(place), message })
