// A mail merge: templates with fields `{{column}}`, filled in from one row of a file. Server and browser share this
// code.

import { escapeHtml } from '../escape-html.ts'

const FIELD = /\{\{([^{}]*)\}\}/g
/** Start of a field. A text piece that contains this has a field without an end and must not be mailed. */
const OPENING = '{{'

export type Piece = { text: string } | { field: string }

/**
 * Splits a template into texts and fields, in order. A field's name is the trimmed text between its braces.
 */
export function piecesOf(template: string): Piece[] {
  const pieces: Piece[] = []
  let from = 0
  for (const match of template.matchAll(FIELD)) {
    if (match.index > from) pieces.push({ text: template.slice(from, match.index) })
    pieces.push({ field: (match[1] ?? '').trim() })
    from = match.index + match[0].length
  }
  if (from < template.length) pieces.push({ text: template.slice(from) })
  return pieces
}

/** The names of a template's fields, each once, in the order of their first use. */
export const fieldsOf = (template: string): string[] => [
  ...new Set(piecesOf(template).flatMap((piece) => ('field' in piece ? [piece.field] : []))),
]

export const hasOpenField = (template: string): boolean =>
  piecesOf(template).some((piece) => 'text' in piece && piece.text.includes(OPENING))

/** The value of a field; undefined if there is no such column. */
export type ValueOf = (field: string) => string | undefined

/** Fills in a subject, as plain text on one line. Fields within inserted values are not filled in. */
export const mergeSubject = (template: string, textOf: ValueOf): string =>
  oneLine(fill(piecesOf(template), (field) => textOf(field) ?? ''))

/**
 * Fills in an HTML body: values are escaped, and their line ends become `<br />`. The caller must sanitize
 * the template's own HTML.
 */
export const mergeBody = (template: string, textOf: ValueOf): string =>
  fill(piecesOf(template), (field) => toHtml(textOf(field) ?? ''))

const fill = (pieces: readonly Piece[], textOf: (field: string) => string): string =>
  pieces.map((piece) => ('field' in piece ? textOf(piece.field) : piece.text)).join('')

/** One line, because line ends would start further headers. */
const oneLine = (text: string): string => text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim()

/** A cell as HTML for a mail body. */
export const toHtml = (cell: string): string => escapeHtml(cell).replace(/\r\n|\n|\r/g, '<br />')

/** Position of a fault in a file. In error answers: `12:subject` (line and column), or `12` for a whole row. */
export type FaultPosition = { line: number; column: string | undefined }

export const faultPath = ({ line, column }: FaultPosition): string =>
  column === undefined ? String(line) : `${line}:${column}`

/** Reverses `faultPath`; undefined for a path that is no position. A column's name may contain colons. */
export function readFaultPath(path: string): FaultPosition | undefined {
  const match = /^(\d+)(?::(.*))?$/s.exec(path)
  return match ? { line: Number(match[1]), column: match[2] } : undefined
}
