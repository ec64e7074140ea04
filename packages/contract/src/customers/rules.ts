const AMPERSAND = 'ampersand'
const ANY_AMPERSAND = /ampersand/gi
const MAX_AMPERSANDS = 3

/**
 * Search text as sent: cut at the first pipe, & as the word ampersand (spec 1 §5). Applying it twice changes
 * nothing.
 */
export const catalogSearchText = (typed: string): string =>
  (typed.split('|')[0] ?? '').replaceAll('&', AMPERSAND).trim()

/**
 * Possible originals of a sent search text: "ampersand" may stand for & ("A & B") or for itself ("Ampersand Ltd").
 * Up to three are read both ways; more are all read the same way.
 */
export function spellingsOf(searchText: string): string[] {
  const parts = searchText.split(ANY_AMPERSAND)
  if (parts.length - 1 > MAX_AMPERSANDS) return [parts.join('&'), parts.join(AMPERSAND)]
  const [first = '', ...rest] = parts
  return rest.reduce(
    (spellings, part) => spellings.flatMap((start) => [`${start}&${part}`, `${start}${AMPERSAND}${part}`]),
    [first],
  )
}
