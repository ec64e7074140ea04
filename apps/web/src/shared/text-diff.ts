import { diffArrays, diffWords, diffWordsWithSpace } from 'diff'
import { wordSegmenter } from './formats.ts'

export type Part = { kind: 'same' | 'added' | 'removed'; text: string }

/** Limit on differing words: beyond it the texts have little in common, and comparing would block the page. */
const MAX_EDITS = 1_000

/** Word-by-word difference between two texts. */
export function diffText(before: string, after: string): Part[] {
  if (before === after) return [{ kind: 'same', text: before }]
  const words = diffWords(before, after, { intlSegmenter: wordSegmenter(), maxEditLength: MAX_EDITS })
  // The word comparison ignores spaces and line ends; if only those differ, compare them too.
  const isSpaceOnly = words?.every(({ added, removed }) => !added && !removed)
  const changes = isSpaceOnly ? diffWordsWithSpace(before, after, { maxEditLength: MAX_EDITS }) : words
  if (!changes) return diffAsReplacement(before, after)
  return changes.map(({ value, ...change }) => ({ kind: toKind(change), text: value }))
}

const toKind = ({ added, removed }: { added: boolean; removed: boolean }): Part['kind'] =>
  added ? 'added' : removed ? 'removed' : 'same'

/** Difference between two HTML texts; tags stay whole. */
export function diffMarkup(before: string, after: string): Part[] {
  const tokens = (html: string) => html.match(/<[^>]*>|\s+|[^<\s]+/g) ?? []
  const changes = diffArrays(tokens(before), tokens(after), { maxEditLength: MAX_EDITS })
  if (!changes) return diffAsReplacement(before, after)
  return changes.map(({ value, ...change }) => ({ kind: toKind(change), text: value.join('') }))
}

/** Difference between two lists of lines; lines stay whole. */
export function diffLines(before: readonly string[], after: readonly string[]): Part[] {
  const changes = diffArrays([...before], [...after], { maxEditLength: MAX_EDITS })
  if (!changes) return diffAsReplacement(before.join('\n'), after.join('\n'))
  return changes.map(({ value, ...change }) => ({ kind: toKind(change), text: `${value.join('\n')}\n` }))
}

/** The whole old text removed, the whole new one added. */
export const diffAsReplacement = (before: string, after: string): Part[] =>
  [
    { kind: 'removed' as const, text: before },
    { kind: 'added' as const, text: after },
  ].filter(({ text }) => text !== '')
