import type { ImpactFilter, SavedImpactFilter } from '@aviary/contract/incidents/saved-filters'

/** One change of a user's saved filters. */
export type FilterChange =
  | { kind: 'add'; filter: SavedImpactFilter }
  | { kind: 'replace'; id: string; nickname: string; filters: ImpactFilter[] }
  | { kind: 'delete'; ids: readonly string[] }

export class NameTaken extends Error {}
/** The filter to overwrite no longer exists; the message is its name. */
export class FilterNotFound extends Error {}

const normalizeName = ({ nickname }: SavedImpactFilter) => nickname.trim().toLowerCase()

/** Applies the change to the latest list, so that changes from other windows are kept. */
export function changeFilters(all: readonly SavedImpactFilter[], change: FilterChange): SavedImpactFilter[] {
  switch (change.kind) {
    case 'add':
      if (all.some((filter) => normalizeName(filter) === normalizeName(change.filter))) throw new NameTaken()
      return [...all, change.filter]
    case 'replace':
      if (!all.some(({ id }) => id === change.id)) throw new FilterNotFound(change.nickname)
      return all.map((filter) => (filter.id === change.id ? { ...filter, filters: change.filters } : filter))
    default:
      return all.filter(({ id }) => !change.ids.includes(id))
  }
}
