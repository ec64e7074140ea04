import { closenessOf, type Shared } from '@aviary/contract/correlation/rules'

export const MAX_LISTED = 20

/** `distanceMs`: distance in time; `id` orders candidates at the same distance. */
export type Candidate<Item> = { item: Item; shared: Shared; distanceMs: number; id: number }

/** The first MAX_LISTED candidates, sorted by closeness, then by distance in time, then by id. */
export const selectNearest = <Item>(candidates: readonly Candidate<Item>[]): Item[] =>
  candidates
    .toSorted(
      (a, b) => closenessOf(b.shared) - closenessOf(a.shared) || a.distanceMs - b.distanceMs || a.id - b.id,
    )
    .slice(0, MAX_LISTED)
    .map(({ item }) => item)
