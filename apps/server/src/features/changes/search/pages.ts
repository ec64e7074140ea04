import type { PagedSearch } from '@aviary/contract/changes/schemas'
import type { Db } from '../../../database/open.ts'
import { fault } from '../../../http/errors.ts'
import { getWriteState } from '../queries.ts'
import type { Order, Position } from './queries.ts'

/** A position as an opaque text. */
export const cursorOf = ({ at, changeId }: Position): string =>
  Buffer.from(`${at} ${changeId}`).toString('base64url')

const POSITION = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z) (\d{1,15})$/

export function readCursor(cursor: string): Position {
  const [, at, changeId] = POSITION.exec(Buffer.from(cursor, 'base64url').toString('latin1')) ?? []
  if (at === undefined || !isReal(at))
    throw fault('cursor', 'send it as the answer before had it, or leave it out')
  return { at, changeId: Number(changeId) }
}

/** Not the 31st of February. */
function isReal(at: string): boolean {
  const ms = Date.parse(at)
  return !Number.isNaN(ms) && new Date(ms).toISOString().slice(0, 23) === at.slice(0, 23)
}

// A page number means counting all matches before the page. The first positions of pages are therefore cached until any
// process writes a change, so that a cached page is the page that counting finds.

const MAX_SEARCHES = 200
const MAX_PAGES_PER_SEARCH = 100

/** The position right before each page, by its number. */
type PageStarts = Map<number, Position>
type CachedSearch = { written: string; starts: PageStarts }

const caches = new WeakMap<Db, Map<string, CachedSearch>>()

export type PageCache = {
  /** The nearest cached page up to the requested one. Call it within the transaction of the search. */
  findNearest: (transaction: Db) => Promise<{ page: number; before: Position } | undefined>
  /** Saves where the page that was found begins, and where the next one does. */
  save: (positions: readonly Position[]) => void
}

/** Opened before the transaction of the search begins; undefined for a page that is found without counting. */
export async function openPageCache(db: Db, search: PagedSearch): Promise<PageCache | undefined> {
  const { page_number: requested, results_per_page: size, cursor, sort_by, sort_direction: order } = search
  if (requested === 1 || cursor !== undefined || sort_by !== 'effective_at') return undefined
  const key = JSON.stringify({ ...search, page_number: 0 })
  const { written, isWriting } = await getWriteState(db)
  const searches = caches.get(db) ?? new Map<string, CachedSearch>()
  caches.set(db, searches)
  return {
    findNearest: async (transaction) => {
      const cached = searches.get(key)
      if (!cached) return undefined
      const page = Math.max(...[...cached.starts.keys()].filter((number) => number <= requested))
      const before = cached.starts.get(page)
      // Read again: everything this transaction sees was written by now.
      const isCurrent = before !== undefined && (await getWriteState(transaction)).written === cached.written
      return isCurrent ? { page, before } : undefined
    },
    save: (positions) => {
      const [first, last, next] = [positions[0], positions[size - 1], positions[size]]
      if (isWriting || !first) return
      const cached = searches.get(key)
      const starts: PageStarts = cached?.written === written ? cached.starts : new Map()
      starts.set(requested, rightBefore(first, order))
      if (last && next) starts.set(requested + 1, last)
      dropOldest(starts, MAX_PAGES_PER_SEARCH)
      searches.delete(key)
      searches.set(key, { written, starts })
      dropOldest(searches, MAX_SEARCHES)
    },
  }
}

const rightBefore = ({ at, changeId }: Position, order: Order): Position => ({
  at,
  changeId: changeId + (order === 'DESC' ? 1 : -1),
})

function dropOldest(entries: Map<unknown, unknown>, limit: number): void {
  for (const key of entries.keys()) {
    if (entries.size <= limit) return
    entries.delete(key)
  }
}
