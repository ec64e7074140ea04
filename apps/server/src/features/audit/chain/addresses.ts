// Seals cover digests of e-mail addresses instead of the addresses (ADR 88). What an address is must never change:
// the functions `audit_addresses` and `audit_rest` of the database say the same.

/**
 * Characters of an address before its "@": those of RFC 5321 without quotes, and letters of scripts that put blanks
 * between words. Other scripts write on right before and after an address.
 */
const LOCAL = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~.\-\u00C0-\u1FFF]$/
const IS_LOCAL = Array.from({ length: 0x2000 }, (_, code) => LOCAL.test(String.fromCharCode(code)))
const MAX_LOCAL = 64
/** Letters of the longest escape of JSON, such as `u0001`. */
const LONGEST_ESCAPE = 5
const DOMAIN = /@[A-Za-z0-9\-\u00C0-\u1FFF]+(?:\.[A-Za-z0-9\-\u00C0-\u1FFF]+)+/y
const ESCAPE = /u[0-9a-f]{4}|./sy

type Span = { start: number; end: number }

/** Where the addresses of a text are; texts are JSON, or hold no backslash. Takes linear time whatever the text. */
function findAddresses(text: string): Span[] {
  const spans: Span[] = []
  let low = 0
  for (let at = text.indexOf('@'); at !== -1; at = text.indexOf('@', Math.max(at + 1, low))) {
    const start = startOf(text, at, low)
    if (start === at) continue
    DOMAIN.lastIndex = at
    if (!DOMAIN.test(text)) continue
    low = DOMAIN.lastIndex
    spans.push({ start, end: low })
  }
  return spans
}

/** Start of the address whose "@" is at `at`; `at` itself if no character of an address is before it. */
function startOf(text: string, at: number, low: number): number {
  let position = at
  const end = Math.max(low, at - MAX_LOCAL - LONGEST_ESCAPE)
  while (position > end && IS_LOCAL[text.charCodeAt(position - 1)]) position -= 1
  return Math.min(at, Math.max(at - MAX_LOCAL, position + escapedAt(text, position)))
}

/** How many characters at `position` belong to an escape of JSON whose backslash is right before it. */
function escapedAt(text: string, position: number): number {
  let backslashes = 0
  while (text[position - 1 - backslashes] === '\\') backslashes += 1
  if (backslashes % 2 === 0) return 0
  ESCAPE.lastIndex = position
  return ESCAPE.exec(text)?.[0].length ?? 0
}

/** No text of PostgreSQL contains this character, so a masked text cannot be mistaken for another one. */
const MASK = '\0'

export type MaskedText = { masked: string; addresses: string[] }

export function maskAddresses(text: string): MaskedText {
  const addresses: string[] = []
  const masked = replaceAddresses(text, (address) => {
    addresses.push(address)
    return MASK
  })
  return { masked, addresses }
}

export function replaceAddresses(text: string, replace: (address: string) => string): string {
  let copied = 0
  let result = ''
  for (const { start, end } of findAddresses(text)) {
    result += text.slice(copied, start) + replace(text.slice(start, end))
    copied = end
  }
  return copied === 0 ? text : result + text.slice(copied)
}

/** Stands for an erased person, the same in all places; no mail can be sent to it (RFC 2606). */
export const pseudonymOf = (number: number): string => `erased-${number}@erased.invalid`
const PSEUDONYM = /^erased-[1-9]\d*@erased\.invalid$/
export const isPseudonym = (address: string): boolean => PSEUDONYM.test(address)

/** Whether an address that was found is this person's, perhaps with what is written right before it. */
export function isAddressOf(email: string): (address: string) => boolean {
  const literal = email.replaceAll(/[^\p{L}\p{N}@_-]/gu, (character) => `\\${character}`)
  const before = String.raw`(?<![A-Za-z0-9._%+\u00C0-\u1FFF-])(?<![A-Za-z0-9]')`
  const after = String.raw`(?![A-Za-z0-9\u00C0-\u1FFF-])(?!\.[A-Za-z0-9])`
  const pattern = new RegExp(`${before}${literal}${after}`, 'i')
  return (address) => pattern.test(address)
}
