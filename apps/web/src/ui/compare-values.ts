export type Value = string | number | null

const { compare } = new Intl.Collator(undefined, { sensitivity: 'base' })

/** Nothing to sort by. It stands at the end whichever way a column is sorted. */
export const isEmptyValue = (value: Value): value is null | '' => value === null || value === ''

/** Numbers by size, texts by the language's order, either way round; nothing at the end. */
export function compareValues(a: Value, b: Value, isDescending = false): number {
  if (a === b) return 0
  if (isEmptyValue(a) || isEmptyValue(b)) return Number(isEmptyValue(a)) - Number(isEmptyValue(b))
  const order = typeof a === 'number' && typeof b === 'number' ? a - b : compare(String(a), String(b))
  return isDescending ? -order : order
}
