import type { ReferenceKind } from '@aviary/contract/reference/rules'

/** Name of the draft that keeps an order which is not saved yet. */
export const orderDraft = (kind: ReferenceKind): string => `reference-order-${kind}`

export function movedItem<Item>(items: readonly Item[], from: number, to: number): Item[] {
  const item = items[from]
  if (item === undefined || to < 0 || to >= items.length) return [...items]
  return items.toSpliced(from, 1).toSpliced(to, 0, item)
}

/** Applies a person's order to the current records; records added meanwhile come last. */
export const mergedOrder = (own: readonly string[], now: readonly string[]): string[] => [
  ...own.filter((key) => now.includes(key)),
  ...now.filter((key) => !own.includes(key)),
]

export const isSameOrder = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((key, index) => key === other[index])
