import { SEARCHED_FIELDS, type SearchType } from '@aviary/contract/changes/rules'
import type { Change } from '@aviary/contract/changes/schemas'
import { cutText } from './cut-text.ts'

export type SearchedField = (typeof SEARCHED_FIELDS)['any'][number]

/** A part of a text, and whether it is what was looked for. */
export type Piece = { at: number; text: string; isMatch: boolean }

/** What was looked for, and in which fields. */
export type Highlight = { pattern: RegExp | undefined; fields: readonly SearchedField[] }

/** The keyword is taken literally, whatever its case. */
export function highlightOf(keywords: string, searchType: SearchType): Highlight {
  const literal = keywords.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&')
  return {
    pattern: literal === '' ? undefined : new RegExp(literal, 'giu'),
    fields: SEARCHED_FIELDS[searchType],
  }
}

/** The whole text in pieces, those that match apart from the rest. */
export function piecesOf(text: string, pattern: RegExp | undefined): Piece[] {
  if (!pattern) return [{ at: 0, text, isMatch: false }]
  const pieces: Piece[] = []
  let done = 0
  for (const { 0: found, index } of text.matchAll(pattern)) {
    if (index > done) pieces.push({ at: done, text: text.slice(done, index), isMatch: false })
    pieces.push({ at: index, text: found, isMatch: true })
    done = index + found.length
  }
  if (done < text.length) pieces.push({ at: done, text: text.slice(done), isMatch: false })
  return pieces
}

/** How much of a field shows; all of it where nothing is said, nothing where it is 0. */
export type Shown = (field: SearchedField) => number | undefined

export type FoundElsewhere = { field: SearchedField; excerpt: string }

/** Where the keyword is in a change although it does not show: beyond a cut, or in a field that has no place here. */
export function foundElsewhere(change: Change, highlight: Highlight, shown: Shown): FoundElsewhere[] {
  const { pattern, fields } = highlight
  if (!pattern) return []
  return fields.flatMap((field) => {
    const text = change[field] ?? ''
    const [first] = text.matchAll(pattern)
    if (!first) return []
    const visible = cutText(text, shown(field) ?? Number.POSITIVE_INFINITY).shown.length
    if (first.index + first[0].length <= visible) return []
    return [{ field, excerpt: excerptOf(text, first.index, first[0].length) }]
  })
}

const AROUND = 40

/** What stands around a place in a text, in one line. */
function excerptOf(text: string, at: number, length: number): string {
  const from = wholeCharacter(text, Math.max(0, at - AROUND))
  const to = wholeCharacter(text, Math.min(text.length, at + length + AROUND))
  const within = text.slice(from, to).replaceAll(/\s+/g, ' ').trim()
  return `${from > 0 ? '…' : ''}${within}${to < text.length ? '…' : ''}`
}

/** Not between the two halves of a character. */
const wholeCharacter = (text: string, at: number): number =>
  /[\uDC00-\uDFFF]/.test(text[at] ?? '') ? at - 1 : at
