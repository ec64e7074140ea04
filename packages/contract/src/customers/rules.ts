const AMPERSAND = 'ampersand'
const ANY_AMPERSAND = /ampersand/gi
const MAX_AMPERSANDS = 3

/**
 * Converts typed text to the sent search text: cuts it at the first pipe and writes & as the word ampersand
 * (spec 1 §5). A second conversion changes nothing.
 */
export const catalogSearchText = (typed: string): string =>
  (typed.split('|')[0] ?? '').replaceAll('&', AMPERSAND).trim()

/**
 * Texts that a person may have typed for a sent search text: "ampersand" may stand for & ("A & B") or for
 * itself ("Ampersand Ltd"). Up to three occurrences are tried in all combinations; if there are more, either
 * all or none stand for &.
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
