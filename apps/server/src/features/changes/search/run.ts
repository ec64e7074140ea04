import type * as endpoints from '@aviary/contract/changes/endpoints'
import type { PagedSearch } from '@aviary/contract/changes/schemas'
import type { AnswerOf } from '@aviary/contract/endpoint'
import { hasCode, QUERY_CANCELED } from '../../../database/error-code.ts'
import type { Db } from '../../../database/open.ts'
import { TookTooLong } from '../../../http/errors.ts'
import { limitConcurrency } from '../../../process/limit-concurrency.ts'
import { applySettings, listChanges } from '../queries.ts'
import { readFilters } from './filters.ts'
import { cursorOf, openPageCache, type PageCache, readCursor } from './pages.ts'
import {
  type KeywordScan,
  plannerSettings,
  planWhole,
  SAMPLE_ROWS,
  type ScanMethod,
  type SearchTransaction,
  sampleAndPlan,
  scanMethodOf,
  windowsOf,
} from './plan.ts'
import type { Page, Position, Scan } from './queries.ts'
import * as queries from './queries.ts'

export const SEARCH_TIMEOUT_MS = 2_000

const LIMITS = { timeoutMs: SEARCH_TIMEOUT_MS, sampleRows: SAMPLE_ROWS }
type Limits = typeof LIMITS
type Paging = Pick<PagedSearch, 'page_number' | 'results_per_page' | 'cursor'>

/** One page of the matching changes. Equal times are ordered by id, so that every plan gives the same pages. */
export async function searchChanges(
  db: Db,
  search: PagedSearch,
  limits: Limits = LIMITS,
): Promise<AnswerOf<typeof endpoints.searchChanges>> {
  const cache = await openPageCache(db, search)
  return withinTime(db, limits.timeoutMs, async (transaction) => {
    const positions = await findPositions(transaction, search, { ...limits, cache })
    cache?.save(positions)
    // One more than requested tells whether there is another page.
    const page = positions.slice(0, search.results_per_page)
    const last = positions.length > page.length ? page.at(-1) : undefined
    const ids = page.map(({ changeId }) => changeId)
    await transaction.setScanMethod('index')
    return {
      rows: await listChanges(transaction.db, ids),
      has_next_page: last !== undefined,
      ...(last && search.sort_by === 'effective_at' ? { next_cursor: cursorOf(last) } : {}),
    }
  })
}

/** The ids of all matching changes, in their order, at most `limit`. */
export const findAllIds = (
  db: Db,
  search: Omit<PagedSearch, keyof Paging>,
  limit: number,
): Promise<number[]> =>
  withinTime(db, LIMITS.timeoutMs, async (transaction) => {
    const whole = { ...search, page_number: 1, results_per_page: limit, cursor: undefined }
    const positions = await findPositions(transaction, whole, { ...LIMITS, cache: undefined })
    return positions.slice(0, limit).map(({ changeId }) => changeId)
  })

async function findPositions(
  transaction: SearchTransaction,
  search: PagedSearch,
  { sampleRows, cache }: Limits & { cache: PageCache | undefined },
): Promise<readonly Position[]> {
  const { sort_by: sortBy, sort_direction: order, results_per_page: size } = search
  const { after, offset } = await startOfPage(transaction, search, cache)
  const filters = await readFilters(transaction.db, search)
  if (!filters) return []
  const scan: Scan = { ...filters, order, after }
  const page: Page = { offset, limit: size + 1 }
  if (sortBy !== 'effective_at') {
    const whole = await planWhole(transaction, scan)
    await transaction.setScanMethod(scanMethodOf(scan))
    return queries.findSorted(transaction.db, whole, { ...page, sortBy })
  }
  const { keyword } = scan
  if (keyword) return findByKeyword(transaction, { ...scan, keyword }, { ...page, sampleRows })
  await transaction.setScanMethod('index')
  return (await queries.findWithoutKeyword(transaction.db, scan, page)).page
}

/** The position from which the rows of a page are counted, and how many to skip. */
async function startOfPage(
  { db }: SearchTransaction,
  { page_number, results_per_page, cursor, sort_by }: PagedSearch,
  cache: PageCache | undefined,
) {
  if (cursor !== undefined && sort_by === 'effective_at') return { after: readCursor(cursor), offset: 0 }
  const nearest = await cache?.findNearest(db)
  return { after: nearest?.before, offset: (page_number - (nearest?.page ?? 1)) * results_per_page }
}

/** The sample first, then the windows of its plan until the page is full. */
async function findByKeyword(
  transaction: SearchTransaction,
  scan: KeywordScan,
  { sampleRows, ...page }: Page & { sampleRows: typeof SAMPLE_ROWS },
): Promise<readonly Position[]> {
  const sample = await sampleAndPlan(transaction, scan, { ...page, sampleRows })
  const positions = [...sample.page]
  if (!sample.plan) return positions
  let [offset, wanted] = [page.offset - sample.total, page.offset + page.limit - sample.total]
  for (const window of windowsOf(scan, sample.plan)) {
    await transaction.setScanMethod(scanMethodOf(scan))
    const rest = { offset: Math.max(0, offset), limit: page.limit - positions.length }
    const found = await queries.findInWindow(transaction.db, window, rest)
    positions.push(...found.page)
    offset -= found.total
    wanted -= found.total
    if (wanted === 0) break
  }
  return positions
}

/** Half of the connections: however many searches run at once, everything else goes on beside them. */
const inTurn = limitConcurrency(5)

/** Runs a read when it is its turn; answers 504 when it has not ended in time, counted from the call. */
export async function withinTime<T>(
  db: Db,
  timeoutMs: number,
  read: (transaction: SearchTransaction) => Promise<T>,
): Promise<T> {
  const deadline = performance.now() + timeoutMs
  try {
    return await inTurn(() =>
      db.transaction(
        async (transaction) => {
          const limited = { db: transaction, setScanMethod: openSettings(transaction, deadline) }
          await limited.setScanMethod('any')
          return read(limited)
        },
        // All statements see one snapshot.
        { isolationLevel: 'repeatable read', accessMode: 'read only' },
      ),
    )
  } catch (error) {
    throw hasCode(error, QUERY_CANCELED) ? new TookTooLong(NARROW_IT) : error
  }
}

/** Enough for a bitmap of single rows over a month of changes, where a smaller one is of whole pages. */
const WORK_MEM = '16MB'
/** `statement_timeout` is per statement, so what is left is set again, unless it is about the same. */
const ABOUT_MS = 20

function openSettings(db: Db, deadline: number): SearchTransaction['setScanMethod'] {
  let current: { method: ScanMethod; left: number } | undefined
  return async (method) => {
    const left = Math.floor(deadline - performance.now())
    if (left < 1) throw new TookTooLong(NARROW_IT)
    if (current?.method === method && current.left - left < ABOUT_MS) return
    current = { method, left }
    await applySettings(db, {
      ...{ statement_timeout: String(left), work_mem: WORK_MEM },
      ...plannerSettings(method),
    })
  }
}

const NARROW_IT = 'The search took longer than 2 seconds. Choose a shorter range or more filters'
