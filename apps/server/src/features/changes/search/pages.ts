import type { PagedSearch } from '@aviary/contract/changes/schemas'
import type { Db } from '../../../database/open.ts'
import { fault } from '../../../http/errors.ts'
import { getWriteState } from '../queries.ts'
import type { Order, Position } from './queries.ts'

/** Encodes a position as an opaque string. */
export const toCursor = ({ effectiveAt, changeId }: Position): string =>
  Buffer.from(`${effectiveAt} ${changeId}`).toString('base64url')

const POSITION = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z) (\d{1,15})$/

export function readCursor(cursor: string): Position {
  const [, effectiveAt, changeId] = POSITION.exec(Buffer.from(cursor, 'base64url').toString('latin1')) ?? []
  if (effectiveAt === undefined || !isReal(effectiveAt))
    throw fault('cursor', 'send it as the answer before had it, or leave it out')
  return { effectiveAt, changeId: Number(changeId) }
}

/** False for dates that do not exist, such as 31 February. */
function isReal(effectiveAt: string): boolean {
  const ms = Date.parse(effectiveAt)
  return !Number.isNaN(ms) && new Date(ms).toISOString().slice(0, 23) === effectiveAt.slice(0, 23)
}

// Opening a page by its number means counting all matches before it, so the starts of pages are cached. A
// change written by any process invalidates them: counting from a cached start must find the same page as
// counting from the first.

const MAX_SEARCHES = 200
const MAX_PAGES_PER_SEARCH = 100

/** Position right before each page, by page number. */
type PageStarts = Map<number, Position>
type CachedSearch = { writeCounter: string; starts: PageStarts }

const caches = new WeakMap<Db, Map<string, CachedSearch>>()

export type PageCache = {
  /** Returns the nearest cached page at or before the requested one. Call it within the transaction of the search. */
  findNearest: (transaction: Db) => Promise<{ page: number; before: Position } | undefined>
  /** Saves the start of the requested page, and of each next page that the positions reach. */
  save: (positions: readonly Position[]) => void
  /** False while changes are being written: `save` then saves nothing. */
  canSave: boolean
}

/** Call it before the transaction of the search begins. Undefined if the page is found without counting. */
export async function openPageCache(db: Db, search: PagedSearch): Promise<PageCache | undefined> {
  const { page_number: requested, results_per_page: size, cursor, sort_by, sort_direction: order } = search
  if (requested === 1 || cursor !== undefined || sort_by !== 'effective_at') return undefined
  const key = JSON.stringify({ ...search, page_number: 0 })
  const { writeCounter, isWriting } = await getWriteState(db)
  const searches = caches.get(db) ?? new Map<string, CachedSearch>()
  caches.set(db, searches)
  return {
    canSave: !isWriting,
    findNearest: async (transaction) => {
      const cached = searches.get(key)
      if (!cached) return undefined
      const page = Math.max(...[...cached.starts.keys()].filter((number) => number <= requested))
      const before = cached.starts.get(page)
      // Reads the counter again, in the transaction of the search: every write that the transaction can see
      // has advanced the counter by now.
      const isCurrent =
        before !== undefined && (await getWriteState(transaction)).writeCounter === cached.writeCounter
      return isCurrent ? { page, before } : undefined
    },
    save: (positions) => {
      const [first] = positions
      if (isWriting || !first) return
      const cached = searches.get(key)
      const starts: PageStarts = cached?.writeCounter === writeCounter ? cached.starts : new Map()
      starts.set(requested, positionBefore(first, order))
      for (let next = size; next < positions.length; next += size)
        starts.set(requested + next / size, positions[next - 1] ?? first)
      deleteOldest(starts, MAX_PAGES_PER_SEARCH)
      searches.delete(key)
      searches.set(key, { writeCounter, starts })
      deleteOldest(searches, MAX_SEARCHES)
    },
  }
}

const positionBefore = ({ effectiveAt, changeId }: Position, order: Order): Position => ({
  effectiveAt,
  changeId: changeId + (order === 'DESC' ? 1 : -1),
})

function deleteOldest(entries: Map<unknown, unknown>, limit: number): void {
  for (const key of entries.keys()) {
    if (entries.size <= limit) return
    entries.delete(key)
  }
}
