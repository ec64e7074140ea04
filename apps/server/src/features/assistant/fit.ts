/** Characters of JSON that the list of an answer may take; with the facts beside it an answer has 8,000 at most. */
const MOST = 6_000
export const MOST_ITEMS = 20
const LONGEST_TEXT = 1_500

/** Cuts long texts at any depth. */
function cutTexts<T>(value: T): T {
  if (typeof value === 'string')
    return (value.length > LONGEST_TEXT ? `${value.slice(0, LONGEST_TEXT - 1).toWellFormed()}…` : value) as T
  if (Array.isArray(value)) return value.map(cutTexts) as T
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, cutTexts(inner)])) as T
}

export type Part<T> = { items: T[]; next_cursor: string | null }

/**
 * As many of the items, which stand at `start` of the whole list, as fit into one answer, at least one. The cursor names
 * the first that is left, or of those that were not read: `hasMore`.
 */
export function fit<T>(items: readonly T[], start: number, hasMore = false): Part<T> {
  const taken: T[] = []
  let size = 0
  for (const item of items.slice(0, MOST_ITEMS)) {
    const cut = cutTexts(item)
    size += JSON.stringify(cut).length
    if (taken.length > 0 && size > MOST) break
    taken.push(cut)
  }
  const isLast = taken.length === items.length && !hasMore
  return { items: taken, next_cursor: isLast ? null : String(start + taken.length) }
}

/** The part of a whole list that begins at the cursor. */
export const fitFrom = <T>(items: readonly T[], cursor: string): Part<T> =>
  fit(items.slice(Number(cursor)), Number(cursor))
