// A mail merge: templates with fields `{{column}}`, filled in from one row of a file. Server and browser do it the same way.

const FIELD = /\{\{([^{}]*)\}\}/g
/** What opens a field, left where none was read: a field without its end, which nobody wants to mail. */
const OPENING = '{{'

export type Piece = { text: string } | { field: string }

/** A template as text and fields in turn. The name of a field is what stands between its braces, without spaces around it. */
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

/** What a field stands for; undefined when there is no such column. */
export type ValueOf = (field: string) => string | undefined

/** A subject: plain text on one line. What a value brings along is not read as a field again. */
export const mergeSubject = (template: string, textOf: ValueOf): string =>
  oneLine(fill(piecesOf(template), (field) => textOf(field) ?? ''))

/** A body: values are text in its HTML, their line ends breaks. The template's own HTML is yet to be sanitized. */
export const mergeBody = (template: string, textOf: ValueOf): string =>
  fill(piecesOf(template), (field) => toHtml(textOf(field) ?? ''))

const fill = (pieces: readonly Piece[], textOf: (field: string) => string): string =>
  pieces.map((piece) => ('field' in piece ? textOf(piece.field) : piece.text)).join('')

/** Line ends would start further headers: a subject is one line. */
const oneLine = (text: string): string => text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim()

const ESCAPES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** A cell as the body of a mail shows it. */
export const toHtml = (cell: string): string =>
  cell.replace(/[&<>"']/g, (sign) => ESCAPES[sign] ?? sign).replace(/\r\n|\n|\r/g, '<br />')

/** Where a fault of a file stands, as `path` of a problem's errors spells it: `12:subject`, or `12` for a whole row. */
export type FaultPosition = { line: number; column: string | undefined }

export const faultPath = ({ line, column }: FaultPosition): string =>
  column === undefined ? String(line) : `${line}:${column}`

/** Undefined when the path is one of another kind. A column may have colons in its name. */
export function readFaultPath(path: string): FaultPosition | undefined {
  const match = /^(\d+)(?::(.*))?$/s.exec(path)
  return match ? { line: Number(match[1]), column: match[2] } : undefined
}
