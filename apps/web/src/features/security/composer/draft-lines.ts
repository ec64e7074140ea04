import { COMPOSER_TABLE } from '@aviary/contract/constants'
import { type BodyLine, MOST_COLUMNS, MOST_ROWS } from './body-lines.ts'

export type TextLine = { id: number; kind: 'paragraph' | 'header'; text: string }
export type HtmlLine = { id: number; kind: 'html'; html: string }
export type TableLine = {
  id: number
  kind: 'table'
  /** As they are typed. */
  width: string
  height: string
  /** The last of them that were numbers: so much of the texts is the table, and what is beyond comes back with its size. */
  columns: number
  count: number
  headers: readonly string[]
  rows: readonly (readonly string[])[]
}
/** A line as it is edited; `id` tells it apart from the others wherever it is moved. */
export type DraftLine = TextLine | HtmlLine | TableLine
export type LineKind = DraftLine['kind']

const nextId = (lines: readonly DraftLine[]): number => Math.max(0, ...lines.map(({ id }) => id)) + 1

/** A new line at the end. */
export function withLine(lines: readonly DraftLine[], kind: Exclude<LineKind, 'html'>): readonly DraftLine[] {
  const id = nextId(lines)
  if (kind !== 'table') return [...lines, { id, kind, text: '' }]
  const { width, height } = COMPOSER_TABLE
  const empty = { id, kind, width: '', height: '', columns: 0, count: 0, headers: [], rows: [] }
  return [...lines, resized(empty, { width: String(width), height: String(height) })]
}

export const draftLines = (lines: readonly BodyLine[]): readonly DraftLine[] =>
  lines.map((line, at): DraftLine => {
    if (line.kind !== 'table') return { id: at + 1, ...line }
    const [columns, count] = [line.headers.length, line.rows.length]
    return { id: at + 1, ...line, columns, count, width: String(columns), height: String(count) }
  })

export const bodyLines = (lines: readonly DraftLine[]): readonly BodyLine[] =>
  lines.map((line): BodyLine => {
    if (line.kind === 'html') return { kind: 'html', html: line.html }
    if (line.kind === 'table') return { kind: 'table', ...shownCells(line) }
    return { kind: line.kind, text: line.text }
  })

/** The texts within the size of a table. */
export const shownCells = ({ headers, rows, columns, count }: TableLine) => ({
  headers: headers.slice(0, columns),
  rows: rows.slice(0, count).map((row) => row.slice(0, columns)),
})

/** A positive integer, else undefined (spec 3 §5). */
const sizeOf = (typed: string): number | undefined =>
  /^\d+$/.test(typed.trim()) && Number(typed) > 0 ? Number(typed) : undefined

export const SIZES = { width: MOST_COLUMNS, height: MOST_ROWS } as const

/** A table with another width or height, which is taken on once it is one. */
export function resized(line: TableLine, changes: { width?: string; height?: string }): TableLine {
  const next = { ...line, ...changes }
  const fitting = (typed: string, most: number) => {
    const size = sizeOf(typed)
    return size !== undefined && size <= most ? size : undefined
  }
  const columns = fitting(next.width, SIZES.width) ?? line.columns
  const count = fitting(next.height, SIZES.height) ?? line.count
  const filled = (texts: readonly string[]) => [
    ...texts,
    ...Array(Math.max(0, columns - texts.length)).fill(''),
  ]
  const missing = Math.max(0, count - line.rows.length)
  const rows = [...line.rows, ...Array.from({ length: missing }, () => [] as string[])]
  return { ...next, columns, count, headers: filled(line.headers), rows: rows.map(filled) }
}

/** One text changed; without a row it is that of a header. */
export function withCell(line: TableLine, at: { row?: number; column: number }, text: string): TableLine {
  const changed = (texts: readonly string[]) => texts.with(at.column, text)
  if (at.row === undefined) return { ...line, headers: changed(line.headers) }
  return { ...line, rows: line.rows.with(at.row, changed(line.rows[at.row] ?? [])) }
}

export type TableFault = 'size' | 'most' | 'empty'

/** What is not as it must be of one size of a table. */
export function sizeFault(typed: string, most: number): 'size' | 'most' | undefined {
  const size = sizeOf(typed)
  if (size === undefined) return 'size'
  return size > most ? 'most' : undefined
}

export function tableFault(line: TableLine): TableFault | undefined {
  const size = sizeFault(line.width, SIZES.width) ?? sizeFault(line.height, SIZES.height)
  if (size) return size
  const { headers, rows } = shownCells(line)
  return [headers, ...rows].flat().some((text) => text.trim() === '') ? 'empty' : undefined
}

/** Whether deleting the line would lose nothing. */
export function isEmptyLine(line: DraftLine): boolean {
  if (line.kind === 'html') return line.html.trim() === ''
  if (line.kind === 'table') return [line.headers, ...line.rows].flat().every((text) => text.trim() === '')
  return line.text.trim() === ''
}

/** The line one place up (-1) or down (1). */
export function moved(lines: readonly DraftLine[], id: number, by: -1 | 1): readonly DraftLine[] {
  const at = lines.findIndex((line) => line.id === id)
  const [line, other] = [lines[at], lines[at + by]]
  return line && other ? lines.with(at, other).with(at + by, line) : lines
}

/** Lines in words, for who compares two bodies. */
export const linesText = (lines: readonly DraftLine[]): string =>
  lines
    .filter((line) => !isEmptyLine(line))
    .map((line) => {
      if (line.kind === 'html') return line.html
      if (line.kind !== 'table') return line.text
      const { headers, rows } = shownCells(line)
      return [headers, ...rows].map((texts) => `| ${texts.join(' | ')} |`).join('\n')
    })
    .join('\n\n')
