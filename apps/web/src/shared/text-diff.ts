import { diffArrays, diffWords, diffWordsWithSpace } from 'diff'

export type Part = { kind: 'same' | 'added' | 'removed'; text: string }

/** Finds words also in languages that write no spaces. */
const intlSegmenter = new Intl.Segmenter(undefined, { granularity: 'word' })

/** Limit on differing words: beyond it the texts have little in common, and comparing would block the page. */
const MOST_EDITS = 1_000

/** Word-by-word difference between two texts. */
export function partsOf(before: string, after: string): Part[] {
  if (before === after) return [{ kind: 'same', text: before }]
  const words = diffWords(before, after, { intlSegmenter, maxEditLength: MOST_EDITS })
  // A comparison by words ignores changes of spaces and line ends.
  const isSpaceOnly = words?.every(({ added, removed }) => !added && !removed)
  const found = isSpaceOnly ? diffWordsWithSpace(before, after, { maxEditLength: MOST_EDITS }) : words
  if (!found) return replaced(before, after)
  return found.map(({ value, ...change }) => ({ kind: kindOf(change), text: value }))
}

const kindOf = ({ added, removed }: { added: boolean; removed: boolean }): Part['kind'] =>
  added ? 'added' : removed ? 'removed' : 'same'

/** Difference between two HTML texts; tags stay whole. */
export function markupParts(before: string, after: string): Part[] {
  const tokens = (html: string) => html.match(/<[^>]*>|\s+|[^<\s]+/g) ?? []
  const found = diffArrays(tokens(before), tokens(after), { maxEditLength: MOST_EDITS })
  if (!found) return replaced(before, after)
  return found.map(({ value, ...change }) => ({ kind: kindOf(change), text: value.join('') }))
}

/** The whole old text removed, the whole new one added. */
export const replaced = (before: string, after: string): Part[] =>
  [
    { kind: 'removed' as const, text: before },
    { kind: 'added' as const, text: after },
  ].filter(({ text }) => text !== '')

/** Characters shown at each end of an unchanged part. */
const CONTEXT = 150

/** Cuts the middle out of a long unchanged part. */
export const shortened = (text: string): string =>
  text.length > 3 * CONTEXT ? `${text.slice(0, CONTEXT)} … ${text.slice(-CONTEXT)}` : text
