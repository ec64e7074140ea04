import type * as endpoints from '@aviary/contract/changes/endpoints'
import type { PagedSearch } from '@aviary/contract/changes/schemas'
import type { AnswerOf } from '@aviary/contract/endpoint'
import type { Db } from '../../../database/open.ts'
import { listChanges } from '../queries.ts'
import { cursorOf, readCursor } from './cursor.ts'
import { asAWhole, FIRST_WALK } from './experience.ts'
import { findByKeyword } from './find-by-keyword.ts'
import { type KnownPages, openKnownPages } from './known-pages/known-pages.ts'
import type { Place, Walk } from './queries.ts'
import * as queries from './queries.ts'
import { readSought, wayOf } from './sought.ts'
import { type Limited, SEARCH_MOST_MS, withinTime } from './within-time.ts'

const LIMITS = { mostMs: SEARCH_MOST_MS, firstWalk: FIRST_WALK }
type Limits = typeof LIMITS
type Paging = Pick<PagedSearch, 'page_number' | 'results_per_page' | 'cursor'>

/** One page of the changes that fit, the same whichever way they are found: equal times are told apart by their ids. */
export async function searchChanges(
  db: Db,
  search: PagedSearch,
  limits: Limits = LIMITS,
): Promise<AnswerOf<typeof endpoints.searchChanges>> {
  const known = await openKnownPages(db, search)
  return withinTime(db, limits.mostMs, async (limited) => {
    const places = await findPlaces(limited, search, { ...limits, known })
    known?.keep(places)
    // One more than asked for tells whether there is another page.
    const page = places.slice(0, search.results_per_page)
    const last = places.length > page.length ? page.at(-1) : undefined
    const ids = page.map(({ changeId }) => changeId)
    await limited.prefer('walk')
    return {
      rows: await listChanges(limited.db, ids),
      has_next_page: last !== undefined,
      ...(last && search.sort_by === 'effective_at' ? { next_cursor: cursorOf(last) } : {}),
    }
  })
}

/** The ids of all changes that fit, in their order, at most `most`. */
export const findAllIds = (
  db: Db,
  search: Omit<PagedSearch, keyof Paging>,
  most: number,
): Promise<number[]> =>
  withinTime(db, LIMITS.mostMs, async (limited) => {
    const whole = { ...search, page_number: 1, results_per_page: most, cursor: undefined }
    const places = await findPlaces(limited, whole, { ...LIMITS, known: undefined })
    return places.slice(0, most).map(({ changeId }) => changeId)
  })

/** Behind which place a page lies, and how many changes further on. */
async function beginningOf({ db }: Limited, search: PagedSearch, known: KnownPages | undefined) {
  const { page_number: page, results_per_page: size, cursor, sort_by } = search
  if (cursor !== undefined && sort_by === 'effective_at') return { after: readCursor(cursor), skip: 0 }
  const nearest = await known?.nearest(db)
  return { after: nearest?.before, skip: (page - (nearest?.page ?? 1)) * size }
}

async function findPlaces(
  limited: Limited,
  search: PagedSearch,
  limits: Limits & { known: KnownPages | undefined },
): Promise<readonly Place[]> {
  const { sort_by: by, results_per_page: size } = search
  const { after, skip } = await beginningOf(limited, search, limits.known)
  const sought = await readSought(limited.db, search)
  if (!sought) return []
  const walk: Walk = { ...sought, order: search.sort_direction, after }
  const part = { skip, most: size + 1 }
  if (by !== 'effective_at') {
    const whole = await asAWhole(limited, walk)
    await limited.prefer(wayOf(walk))
    return queries.findSorted(limited.db, whole, { ...part, by })
  }
  if (walk.keyword)
    return findByKeyword(
      limited,
      { ...walk, keyword: walk.keyword },
      { ...part, firstWalk: limits.firstWalk },
    )
  await limited.prefer('walk')
  return (await queries.findByPlace(limited.db, walk, part)).page
}
