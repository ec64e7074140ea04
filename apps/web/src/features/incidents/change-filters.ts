import type { ImpactFilter, SavedImpactFilter } from '@aviary/contract/incidents/saved-filters'

/** What a person does to their saved filters in one step. */
export type FilterChange =
  | { kind: 'add'; filter: SavedImpactFilter }
  | { kind: 'replace'; id: string; nickname: string; filters: ImpactFilter[] }
  | { kind: 'delete'; ids: readonly string[] }

export class NameTaken extends Error {}
/** The filter to save over is not there; the message is its name. */
export class FilterGone extends Error {}

const nameOf = ({ nickname }: SavedImpactFilter) => nickname.trim().toLowerCase()

/** The list after the change, whatever else has happened to it meanwhile. */
export function changeFilters(all: readonly SavedImpactFilter[], change: FilterChange): SavedImpactFilter[] {
  switch (change.kind) {
    case 'add':
      if (all.some((one) => nameOf(one) === nameOf(change.filter))) throw new NameTaken()
      return [...all, change.filter]
    case 'replace':
      if (!all.some(({ id }) => id === change.id)) throw new FilterGone(change.nickname)
      return all.map((one) => (one.id === change.id ? { ...one, filters: change.filters } : one))
    default:
      return all.filter(({ id }) => !change.ids.includes(id))
  }
}
