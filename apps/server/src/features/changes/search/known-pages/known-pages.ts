import type { PagedSearch } from '@aviary/contract/changes/schemas'
import type { Db } from '../../../../database/open.ts'
import type { Order, Place } from '../queries.ts'
import * as queries from './queries.ts'

// A page that is asked for by its number is found by counting all changes before it. Where pages of a search begin is
// therefore kept for as long as no change is written, by whichever process: so it is the same page as counting finds.

const MOST_SEARCHES = 200
/** Of one search. */
const MOST_PAGES = 100

/** What lies right before a page, by its number. */
type Befores = Map<number, Place>
type Known = { written: string; befores: Befores }

const knownOf = new WeakMap<Db, Map<string, Known>>()

export type KnownPages = {
  /** The page that lies nearest before the wanted one, or is it. To be asked within the transaction of the search. */
  nearest: (transaction: Db) => Promise<{ page: number; before: Place } | undefined>
  /** Keeps where the page that was found begins, and where the next one does. */
  keep: (places: readonly Place[]) => void
}

/** To be opened before the transaction of the search begins; undefined when its page is not found by counting. */
export async function openKnownPages(db: Db, search: PagedSearch): Promise<KnownPages | undefined> {
  const { page_number: wanted, results_per_page: size, cursor, sort_by, sort_direction: order } = search
  if (wanted === 1 || cursor !== undefined || sort_by !== 'effective_at') return undefined
  const key = JSON.stringify({ ...search, page_number: 0 })
  const { written, isWriting } = await queries.findWritten(db)
  const searches = knownOf.get(db) ?? new Map<string, Known>()
  knownOf.set(db, searches)
  return {
    nearest: async (transaction) => {
      const known = searches.get(key)
      if (!known) return undefined
      const page = Math.max(...[...known.befores.keys()].filter((at) => at <= wanted))
      const before = known.befores.get(page)
      // Looked at now, and not as it was before: what this transaction sees was written by then.
      const isSame =
        before !== undefined && (await queries.findWritten(transaction)).written === known.written
      return isSame ? { page, before } : undefined
    },
    keep: (places) => {
      const [first, last, next] = [places[0], places[size - 1], places[size]]
      if (isWriting || !first) return
      const known = searches.get(key)
      const befores: Befores = known?.written === written ? known.befores : new Map()
      befores.set(wanted, rightBefore(first, order))
      if (last && next) befores.set(wanted + 1, last)
      keepNewest(befores, MOST_PAGES)
      searches.delete(key)
      searches.set(key, { written, befores })
      keepNewest(searches, MOST_SEARCHES)
    },
  }
}

const rightBefore = ({ at, changeId }: Place, order: Order): Place => ({
  at,
  changeId: changeId + (order === 'DESC' ? 1 : -1),
})

function keepNewest(entries: Map<unknown, unknown>, most: number): void {
  for (const key of entries.keys()) {
    if (entries.size <= most) return
    entries.delete(key)
  }
}
