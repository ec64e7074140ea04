import { toVisibleText } from '../../mail/public.ts'

/** Maximum bytes of a text and of a fact's label or value, and maximum facts; keeps a whole event below 20 kB. */
const LARGEST_TEXT = 8_000
const LARGEST_FACT = 300
const MOST_FACTS = 20

/** A sanitized body as plain text, cut if it is long. */
export function toEventText(bodyHtml: string): { text: string; is_cut: boolean } {
  const whole = toVisibleText(bodyHtml).trim()
  const text = cutBytes(whole, LARGEST_TEXT)
  return { text, is_cut: text !== whole }
}

/** Labels and values of a mail, cut if they are long. */
export const toEventFacts = (rows: readonly (readonly [label: string, value: string, ...unknown[]])[]) =>
  rows
    .slice(0, MOST_FACTS)
    .map(([label, value]) => ({ label: cutBytes(label, LARGEST_FACT), value: cutBytes(value, LARGEST_FACT) }))

/** Cuts to a number of bytes, between two characters. */
function cutBytes(text: string, largest: number): string {
  const bytes = Buffer.from(text)
  if (bytes.length <= largest) return text
  // A character that was cut in two becomes the replacement character.
  return `${bytes.toString('utf8', 0, largest - 3).replace(/\ufffd+$/, '')}…`
}
