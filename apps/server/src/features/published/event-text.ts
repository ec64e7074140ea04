import { toVisibleText } from '../../mail/public.ts'

/** Characters of a text in an event: with all its other parts, an event stays below 20 kB. */
const LONGEST_TEXT = 4_000

/** A sanitized body as plain text, cut if it is long. */
export function toEventText(bodyHtml: string): { text: string; is_cut: boolean } {
  const text = toVisibleText(bodyHtml).trim()
  if (text.length <= LONGEST_TEXT) return { text, is_cut: false }
  // The cut may fall within a character.
  return { text: `${text.slice(0, LONGEST_TEXT - 1).replace(/[\ud800-\udbff]$/, '')}…`, is_cut: true }
}
