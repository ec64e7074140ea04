import { setTimeout as pause } from 'node:timers/promises'
import type { PagedSearch } from '@aviary/contract/changes/schemas'
import type { Db } from '../../../database/open.ts'
import { openPageCache } from './pages.ts'
import { findPositions, withTimeLimit } from './run.ts'

// Whoever has read the first page may open a later one by its number. Where these begin is found in the background, so
// that nobody waits while the matches before them are counted.

const LAST_NOTED_PAGE = 50
const PAGES_PER_STEP = 10
/** Limit of one step; a search that takes longer is left to those who ask for the page. */
const STEP_TIMEOUT_MS = 500
/** Searches that wait; of more, the oldest are left out. */
const MAX_WAITING = 10
/** Pause after each search, as a multiple of its time: the background takes at most a fifth of one connection. */
const PAUSES = 4

/** Searches that wait, by their key, newest last; present while one is being noted. */
const waiting = new WeakMap<Db, Map<string, PagedSearch>>()

/** Notes where the pages after the first begin, if this is a first page and there are more. */
export function notePages(db: Db, search: PagedSearch, { has_next_page }: { has_next_page: boolean }): void {
  const { page_number, cursor, sort_by } = search
  if (!has_next_page || page_number !== 1 || cursor !== undefined || sort_by !== 'effective_at') return
  const key = JSON.stringify(search)
  const searches = waiting.get(db)
  if (!searches) {
    const started = new Map([[key, search]])
    waiting.set(db, started)
    void noteAll(db, started).finally(() => waiting.delete(db))
    return
  }
  searches.delete(key)
  searches.set(key, search)
  for (const oldest of searches.keys()) if (searches.size > MAX_WAITING) searches.delete(oldest)
}

async function noteAll(db: Db, searches: Map<string, PagedSearch>): Promise<void> {
  for (let newest = [...searches].at(-1); newest; newest = [...searches].at(-1)) {
    const [key, search] = newest
    searches.delete(key)
    const startedAt = performance.now()
    // Nobody waits for this: after a fault or the time limit, the page is found by counting.
    await noteSearch(db, search).catch(() => undefined)
    await pause(PAUSES * (performance.now() - startedAt), undefined, { ref: false })
  }
}

async function noteSearch(db: Db, search: PagedSearch): Promise<void> {
  const size = search.results_per_page
  const known = await (await openPageCache(db, { ...search, page_number: LAST_NOTED_PAGE }))?.findNearest(db)
  for (let page = known?.page ?? 2; page < LAST_NOTED_PAGE; page += PAGES_PER_STEP) {
    const fromPage = { ...search, page_number: page }
    const cache = await openPageCache(db, fromPage)
    if (!cache?.canSave) return
    const positions = await withTimeLimit(db, STEP_TIMEOUT_MS, (transaction) =>
      findPositions(transaction, fromPage, { cache, pages: PAGES_PER_STEP }),
    )
    cache.save(positions)
    if (positions.length <= PAGES_PER_STEP * size) return
  }
}
