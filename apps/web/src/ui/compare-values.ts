export type Value = string | number | null

const { compare } = new Intl.Collator(undefined, { sensitivity: 'base' })

/** Numbers by size, texts by the language's order, nothing at the end. */
export function compareValues(a: Value, b: Value): number {
  if (a === b) return 0
  if (a === null) return 1
  if (b === null) return -1
  return typeof a === 'number' && typeof b === 'number' ? a - b : compare(String(a), String(b))
}
