const AMPERSAND = 'ampersand'
const ANY_AMPERSAND = /ampersand/gi
const MAX_AMPERSANDS = 3

/** What a customer search sends: cut at the first pipe, & as the word ampersand (spec 1 §5). Twice is as once. */
export const catalogSearchText = (typed: string): string =>
  (typed.split('|')[0] ?? '').replaceAll('&', AMPERSAND).trim()

/**
 * What the sender of a search text may have typed: the word stands for & in "A & B" and for itself in "Ampersand Ltd".
 * Up to three of them are read both ways, more all in the same way.
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
