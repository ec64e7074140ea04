import { SEARCHED_FIELDS, type SearchType } from '@aviary/contract/changes/rules'
import type { Change } from '@aviary/contract/changes/schemas'
import { cutText } from '@aviary/contract/cut-text'

export type SearchedField = (typeof SEARCHED_FIELDS)['any'][number]

/** Part of a text: either a match or the text between matches. */
export type Piece = { start: number; text: string; isMatch: boolean }

/** Pattern of the keyword, and the fields in which it was searched. */
export type Highlight = { pattern: RegExp | undefined; fields: readonly SearchedField[] }

/** The keyword is literal text, case-insensitive. */
export function toHighlight(keywords: string, searchType: SearchType): Highlight {
  const literal = keywords.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&')
  return {
    pattern: literal === '' ? undefined : new RegExp(literal, 'giu'),
    fields: SEARCHED_FIELDS[searchType],
  }
}

/** Splits a text into matches and the text between them. */
export function splitByMatch(text: string, pattern: RegExp | undefined): Piece[] {
  if (!pattern) return [{ start: 0, text, isMatch: false }]
  const pieces: Piece[] = []
  let offset = 0
  for (const { 0: match, index } of text.matchAll(pattern)) {
    if (index > offset) pieces.push({ start: offset, text: text.slice(offset, index), isMatch: false })
    pieces.push({ start: index, text: match, isMatch: true })
    offset = index + match.length
  }
  if (offset < text.length) pieces.push({ start: offset, text: text.slice(offset), isMatch: false })
  return pieces
}

/** Number of characters of a field that are shown: undefined for all of them, 0 for none. */
export type GetShownLength = (field: SearchedField) => number | undefined

export type HiddenMatch = { field: SearchedField; excerpt: string }

/** The first match of the keyword in each field, unless that match is shown in full. */
export function findHiddenMatches(
  change: Change,
  highlight: Highlight,
  getShownLength: GetShownLength,
): HiddenMatch[] {
  const { pattern, fields } = highlight
  if (!pattern) return []
  return fields.flatMap((field) => {
    const text = change[field] ?? ''
    const [match] = text.matchAll(pattern)
    if (!match) return []
    const shownLength = cutText(text, getShownLength(field) ?? Number.POSITIVE_INFINITY).length
    if (match.index + match[0].length <= shownLength) return []
    return [{ field, excerpt: getExcerpt(text, match.index, match[0].length) }]
  })
}

const EXCERPT_MARGIN = 40

/** One line of text around a match. */
function getExcerpt(text: string, index: number, length: number): string {
  const from = toCharacterStart(text, Math.max(0, index - EXCERPT_MARGIN))
  const to = toCharacterStart(text, Math.min(text.length, index + length + EXCERPT_MARGIN))
  const excerpt = text.slice(from, to).replaceAll(/\s+/g, ' ').trim()
  return `${from > 0 ? '…' : ''}${excerpt}${to < text.length ? '…' : ''}`
}

/** Moves an index out of the middle of a surrogate pair. */
const toCharacterStart = (text: string, index: number): number =>
  /[\uDC00-\uDFFF]/.test(text[index] ?? '') ? index - 1 : index
