import { diffArrays, diffWords, diffWordsWithSpace } from 'diff'

export type Part = { kind: 'same' | 'added' | 'removed'; text: string }

/** Words of texts that have no spaces between them are found as well. */
const intlSegmenter = new Intl.Segmenter(undefined, { granularity: 'word' })

/** Texts that differ in more words than this have little in common; comparing them on would hold the page. */
const MOST_EDITS = 1_000

/** What was removed from one text and added for the other, by words. */
export function partsOf(before: string, after: string): Part[] {
  if (before === after) return [{ kind: 'same', text: before }]
  const words = diffWords(before, after, { intlSegmenter, maxEditLength: MOST_EDITS })
  // Where only spaces and line ends differ, words alone would say that nothing does.
  const isSpaceOnly = words?.every(({ added, removed }) => !added && !removed)
  const found = isSpaceOnly ? diffWordsWithSpace(before, after, { maxEditLength: MOST_EDITS }) : words
  if (!found) return replaced(before, after)
  return found.map(({ value, ...change }) => ({ kind: kindOf(change), text: value }))
}

const kindOf = ({ added, removed }: { added: boolean; removed: boolean }): Part['kind'] =>
  added ? 'added' : removed ? 'removed' : 'same'

/** The same of HTML, whose tags stay whole. */
export function markupParts(before: string, after: string): Part[] {
  const tokens = (html: string) => html.match(/<[^>]*>|\s+|[^<\s]+/g) ?? []
  const found = diffArrays(tokens(before), tokens(after), { maxEditLength: MOST_EDITS })
  if (!found) return replaced(before, after)
  return found.map(({ value, ...change }) => ({ kind: kindOf(change), text: value.join('') }))
}

/** The one text taken away as a whole, the other put in its place. */
export const replaced = (before: string, after: string): Part[] =>
  [
    { kind: 'removed' as const, text: before },
    { kind: 'added' as const, text: after },
  ].filter(({ text }) => text !== '')

/** How much is shown of an unchanged stretch at either end, in characters. */
const CONTEXT = 150

/** An unchanged stretch with its middle left out when that is long. */
export const shortened = (text: string): string =>
  text.length > 3 * CONTEXT ? `${text.slice(0, CONTEXT)} … ${text.slice(-CONTEXT)}` : text
