import { COMPOSER_TABLE } from '@aviary/contract/constants'
import { type BodyLine, MAX_COLUMNS, MAX_ROWS } from './body-lines.ts'

export type TextLine = { id: number; kind: 'paragraph' | 'header'; text: string }
export type HtmlLine = { id: number; kind: 'html'; html: string }
export type TableLine = {
  id: number
  kind: 'table'
  /** The typed sizes, which may be invalid. */
  width: string
  height: string
  /** The last valid sizes. Cells beyond them keep their texts, which are shown again when the table grows. */
  columns: number
  count: number
  headers: readonly string[]
  rows: readonly (readonly string[])[]
}
/** A line while it is edited; `id` stays the same when it moves. */
export type DraftLine = TextLine | HtmlLine | TableLine
export type LineKind = DraftLine['kind']

const nextId = (lines: readonly DraftLine[]): number => Math.max(0, ...lines.map(({ id }) => id)) + 1

/** Appends a new line. */
export function withLine(lines: readonly DraftLine[], kind: Exclude<LineKind, 'html'>): readonly DraftLine[] {
  const id = nextId(lines)
  if (kind !== 'table') return [...lines, { id, kind, text: '' }]
  const { width, height } = COMPOSER_TABLE
  const empty = { id, kind, width: '', height: '', columns: 0, count: 0, headers: [], rows: [] }
  return [...lines, resized(empty, { width: String(width), height: String(height) })]
}

export const draftLines = (lines: readonly BodyLine[]): readonly DraftLine[] =>
  lines.map((line, position): DraftLine => {
    if (line.kind !== 'table') return { id: position + 1, ...line }
    const [columns, count] = [line.headers.length, line.rows.length]
    return { id: position + 1, ...line, columns, count, width: String(columns), height: String(count) }
  })

export const bodyLines = (lines: readonly DraftLine[]): readonly BodyLine[] =>
  lines.map((line): BodyLine => {
    if (line.kind === 'html') return { kind: 'html', html: line.html }
    if (line.kind === 'table') return { kind: 'table', ...shownCells(line) }
    return { kind: line.kind, text: line.text }
  })

/** The texts of the cells within the table's size. */
export const shownCells = ({ headers, rows, columns, count }: TableLine) => ({
  headers: headers.slice(0, columns),
  rows: rows.slice(0, count).map((row) => row.slice(0, columns)),
})

/** A positive integer, else undefined (spec 3 §5). */
const parseSize = (typed: string): number | undefined =>
  /^\d+$/.test(typed.trim()) && Number(typed) > 0 ? Number(typed) : undefined

export const MAX_SIZE = { width: MAX_COLUMNS, height: MAX_ROWS } as const

/** Sets the typed size of a table; an invalid or too large size does not change the cells. */
export function resized(line: TableLine, changes: { width?: string; height?: string }): TableLine {
  const next = { ...line, ...changes }
  const toValidSize = (typed: string, max: number) => {
    const size = parseSize(typed)
    return size !== undefined && size <= max ? size : undefined
  }
  const columns = toValidSize(next.width, MAX_SIZE.width) ?? line.columns
  const count = toValidSize(next.height, MAX_SIZE.height) ?? line.count
  const filled = (texts: readonly string[]) => [
    ...texts,
    ...Array(Math.max(0, columns - texts.length)).fill(''),
  ]
  const missing = Math.max(0, count - line.rows.length)
  const rows = [...line.rows, ...Array.from({ length: missing }, () => [] as string[])]
  return { ...next, columns, count, headers: filled(line.headers), rows: rows.map(filled) }
}

/** Changes the text of one cell, or of a header if `row` is undefined. */
export function withCell(
  line: TableLine,
  position: { row?: number; column: number },
  text: string,
): TableLine {
  const changed = (texts: readonly string[]) => texts.with(position.column, text)
  if (position.row === undefined) return { ...line, headers: changed(line.headers) }
  return { ...line, rows: line.rows.with(position.row, changed(line.rows[position.row] ?? [])) }
}

export type TableFault = 'size' | 'most' | 'empty'

/** Why a typed size of a table is invalid. */
export function sizeFault(typed: string, max: number): 'size' | 'most' | undefined {
  const size = parseSize(typed)
  if (size === undefined) return 'size'
  return size > max ? 'most' : undefined
}

export function tableFault(line: TableLine): TableFault | undefined {
  const size = sizeFault(line.width, MAX_SIZE.width) ?? sizeFault(line.height, MAX_SIZE.height)
  if (size) return size
  const { headers, rows } = shownCells(line)
  return [headers, ...rows].flat().some((text) => text.trim() === '') ? 'empty' : undefined
}

/** Whether the line has no text to lose. */
export function isEmptyLine(line: DraftLine): boolean {
  if (line.kind === 'html') return line.html.trim() === ''
  if (line.kind === 'table') return [line.headers, ...line.rows].flat().every((text) => text.trim() === '')
  return line.text.trim() === ''
}

/** Moves a line up (-1) or down (1). */
export function moveLine(lines: readonly DraftLine[], id: number, by: -1 | 1): readonly DraftLine[] {
  const position = lines.findIndex((line) => line.id === id)
  const [line, other] = [lines[position], lines[position + by]]
  return line && other ? lines.with(position, other).with(position + by, line) : lines
}

/** Lines as text, for comparing two bodies; `html` lines keep their markup. */
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
