import { closenessOf, type Shared } from '@aviary/contract/correlation/rules'

export const MAX_LISTED = 20

/** `awayMs`: how far in time it is from what it is compared with; `id` tells those of one moment apart. */
export type Candidate<Item> = { item: Item; shared: Shared; awayMs: number; id: number }

/** The nearest: what shares the most, then what is closer in time, then by id. */
export const nearestOf = <Item>(candidates: readonly Candidate<Item>[]): Item[] =>
  candidates
    .toSorted((a, b) => closenessOf(b.shared) - closenessOf(a.shared) || a.awayMs - b.awayMs || a.id - b.id)
    .slice(0, MAX_LISTED)
    .map(({ item }) => item)
