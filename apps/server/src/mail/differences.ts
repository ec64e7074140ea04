import { shortenMiddle } from '@aviary/contract/cut-text'
import { diffWords } from 'diff'
import { compile } from 'html-to-text'

/** A piece of text that two versions share, or that only one of them has. */
export type Difference = { kind: 'same' | 'added' | 'removed'; text: string }

/** Finds words also in languages that are written without spaces. */
const intlSegmenter = new Intl.Segmenter(undefined, { granularity: 'word' })

/** Limit on differing words: beyond it the texts have little in common, and comparing takes long. */
const MAX_EDITS = 500
/** White space that is shortened: comparing takes time that grows with the square of its length. */
const LONG_SPACE = /(\s{4})\s+/g
/** Characters kept at each end of a long passage that did not change. */
const CONTEXT_LENGTH = 80

/** The visible text of a body; long lines are not wrapped. */
export const toVisibleText = compile({
  wordwrap: false,
  limits: { maxDepth: 300 },
  selectors: [
    ...['h1', 'h2', 'h3', 'h4'].map((selector) => ({ selector, options: { uppercase: false } })),
    ...['dl', 'dt', 'dd'].map((selector) => ({ selector, format: 'block' })),
    { selector: 'table', format: 'dataTable', options: { uppercaseHeaderCells: false } },
  ],
})

/** Word-by-word difference between two texts; the middle of long unchanged passages is left out. */
export function compareTexts(before: string, after: string): Difference[] {
  const [old, now] = [before, after].map((text) => text.replace(LONG_SPACE, '$1')) as [string, string]
  const words = diffWords(old, now, { intlSegmenter, maxEditLength: MAX_EDITS })
  if (!words) return replaceText(before, after)
  return words.map(({ added, removed, value }) => ({
    kind: added ? 'added' : removed ? 'removed' : 'same',
    text: added || removed ? value : shortenMiddle(value, CONTEXT_LENGTH),
  }))
}

/** A difference that removes the whole text `before` and adds the whole text `after`. */
export const replaceText = (before: string, after: string): Difference[] =>
  [
    { kind: 'removed' as const, text: before },
    { kind: 'added' as const, text: after },
  ].filter(({ text }) => text !== '')
