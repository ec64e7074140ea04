import { compareTexts } from '../../shared/formats.ts'

export type Value = string | number | null

/** Empty values sort last in both directions. */
export const isEmptyValue = (value: Value): value is null | '' => value === null || value === ''

/** Orders numbers by size and texts by the language's rules; empty values last in both directions. */
export function compareValues(a: Value, b: Value, isDescending = false): number {
  if (a === b) return 0
  if (isEmptyValue(a) || isEmptyValue(b)) return Number(isEmptyValue(a)) - Number(isEmptyValue(b))
  const order = typeof a === 'number' && typeof b === 'number' ? a - b : compareTexts(String(a), String(b))
  return isDescending ? -order : order
}

/**
 * Texts that, in lower case, sort the same by character code as by locale; comparing codes is ten times
 * faster.
 */
const PLAIN = /^[a-z0-9-]*$/i

/**
 * Positions of the values in sorted order, empty values last; ranks each distinct text once, because locale
 * comparisons of long lists block a frame.
 */
export function sortedPositions(values: readonly Value[], isDescending: boolean): number[] {
  const keys = sortKeys(values)
  const direction = isDescending ? -1 : 1
  return Array.from(values.keys()).sort((a, b) => {
    const [keyA, keyB] = [keys[a] ?? null, keys[b] ?? null]
    if (keyA === null || keyB === null) return Number(keyA === null) - Number(keyB === null)
    return keyA === keyB ? 0 : keyA < keyB ? -direction : direction
  })
}

/** Sort keys: texts or numbers that sort like the values, null for empty values. */
function sortKeys(values: readonly Value[]): Value[] {
  if (values.every((value) => typeof value !== 'string' || PLAIN.test(value)))
    return values.map((value) => (typeof value === 'string' ? value.toLowerCase() || null : value))
  const texts = [...new Set(values.filter((value) => typeof value === 'string'))].sort(compareTexts)
  const ranks = new Map<string, number>()
  let rank = 0
  for (const [index, text] of texts.entries()) {
    if (index > 0 && compareTexts(texts[index - 1] ?? '', text) !== 0) rank += 1
    ranks.set(text, rank)
  }
  return values.map((value) =>
    isEmptyValue(value) ? null : typeof value === 'string' ? (ranks.get(value) ?? null) : value,
  )
}
