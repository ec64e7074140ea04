import type { AddressSearch } from './queries.ts'

const BEFORE = String.raw`(?<![A-Za-z0-9._%+\u00C0-\u1FFF-])(?<![A-Za-z0-9]')`
const AFTER = String.raw`(?![A-Za-z0-9\u00C0-\u1FFF-])(?!\.[A-Za-z0-9])`
/** Before the letters of an escape, an address would seem to be a longer one. An even number of backslashes is no escape. */
const ESCAPED = String.raw`(?<=(?<!\\)(?:\\\\)*\\(?:[bfnrt]|u[0-9a-f]{4}))`

/** How PostgreSQL finds an address in texts, and not in the middle of a longer one. */
export function searchOf(email: string): AddressSearch {
  const literal = email.replaceAll(/[^\p{L}\p{N}@_-]/gu, (character) => `\\${character}`)
  return {
    email,
    inText: `${BEFORE}${literal}${AFTER}`,
    inJson: `(?:${BEFORE}|${ESCAPED})${literal}${AFTER}`,
  }
}

/** Whether an address is in a text or a value of JSON, as PostgreSQL finds it. */
export function openSearch(email: string): (value: unknown) => boolean {
  const { inText, inJson } = searchOf(email)
  const [text, json] = [new RegExp(inText, 'i'), new RegExp(inJson, 'i')]
  return (value) => (typeof value === 'string' ? text.test(value) : json.test(JSON.stringify(value)))
}
