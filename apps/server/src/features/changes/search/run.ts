import type * as endpoints from '@aviary/contract/changes/endpoints'
import type { PagedSearch } from '@aviary/contract/changes/schemas'
import type { AnswerOf } from '@aviary/contract/endpoint'
import { hasCode, QUERY_CANCELED } from '../../../database/error-code.ts'
import type { Db } from '../../../database/open.ts'
import { TookTooLong } from '../../../http/errors.ts'
import { limitConcurrency } from '../../../process/limit-concurrency.ts'
import { applySettings, listChanges } from '../queries.ts'
import { readFilters } from './filters.ts'
import { openPageCache, type PageCache, readCursor, toCursor } from './pages.ts'
import {
  chooseScanMethod,
  generateWindows,
  isRare,
  type KeywordScan,
  planFullScan,
  plannerSettings,
  SAMPLE_ROWS,
  type ScanMethod,
  type SearchTransaction,
  sampleAndPlan,
} from './plan.ts'
import type { Page, Position, Scan } from './queries.ts'
import * as queries from './queries.ts'

export const SEARCH_TIMEOUT_MS = 2_000

const LIMITS = { timeoutMs: SEARCH_TIMEOUT_MS, sampleRows: SAMPLE_ROWS }
type Limits = typeof LIMITS
type FindOptions = {
  sampleRows?: Limits['sampleRows']
  cache: PageCache | undefined
  pages?: number
}
type Paging = Pick<PagedSearch, 'page_number' | 'results_per_page' | 'cursor'>

/** One page of the matching changes. Equal times are ordered by id, so that every plan gives the same pages. */
export async function searchChanges(
  db: Db,
  search: PagedSearch,
  limits: Limits = LIMITS,
): Promise<AnswerOf<typeof endpoints.searchChanges>> {
  const cache = await openPageCache(db, search)
  return withTimeLimit(db, limits.timeoutMs, async (transaction) => {
    const positions = await findPositions(transaction, search, { sampleRows: limits.sampleRows, cache })
    cache?.save(positions)
    // One row more than requested shows whether there is another page.
    const page = positions.slice(0, search.results_per_page)
    const last = positions.length > page.length ? page.at(-1) : undefined
    const ids = page.map(({ changeId }) => changeId)
    await transaction.setScanMethod('index')
    return {
      rows: await listChanges(transaction.db, ids),
      has_next_page: last !== undefined,
      ...(last && search.sort_by === 'effective_at' ? { next_cursor: toCursor(last) } : {}),
    }
  })
}

/** Ids of all matching changes in search order, at most `limit`. */
export const findAllIds = (
  db: Db,
  search: Omit<PagedSearch, keyof Paging>,
  limit: number,
): Promise<number[]> =>
  withTimeLimit(db, LIMITS.timeoutMs, async (transaction) => {
    const fullSearch = { ...search, page_number: 1, results_per_page: limit, cursor: undefined }
    const positions = await findPositions(transaction, fullSearch, { cache: undefined })
    return positions.slice(0, limit).map(({ changeId }) => changeId)
  })

/** Positions of the matches on the requested page and of one more; on `pages` pages from there on, if that is given. */
export async function findPositions(
  transaction: SearchTransaction,
  search: PagedSearch,
  { sampleRows = SAMPLE_ROWS, cache, pages = 1 }: FindOptions,
): Promise<readonly Position[]> {
  const { sort_by: sortBy, sort_direction: order, results_per_page: size } = search
  const { after, offset } = await findPageStart(transaction, search, cache)
  const filters = await readFilters(transaction.db, search)
  if (!filters) return []
  const scan: Scan = { ...filters, order, after }
  const page: Page = { offset, limit: pages * size + 1 }
  if (sortBy !== 'effective_at') {
    const fullScan = await planFullScan(transaction, scan)
    await transaction.setScanMethod(chooseScanMethod(scan))
    return queries.findSorted(transaction.db, fullScan, { ...page, sortBy })
  }
  const { keyword } = scan
  if (keyword) return findByKeyword(transaction, { ...scan, keyword }, { ...page, sampleRows })
  await transaction.setScanMethod('index')
  return (await queries.findWithoutKeyword(transaction.db, scan, page)).page
}

/** The position to start reading a page from, and how many matches to skip after it. */
async function findPageStart(
  { db }: SearchTransaction,
  { page_number, results_per_page, cursor, sort_by }: PagedSearch,
  cache: PageCache | undefined,
) {
  if (cursor !== undefined && sort_by === 'effective_at') return { after: readCursor(cursor), offset: 0 }
  const nearest = await cache?.findNearest(db)
  return { after: nearest?.before, offset: (page_number - (nearest?.page ?? 1)) * results_per_page }
}

/** Rows that are scanned before anything else: the most common keywords fill a page with them. */
const FIRST_ROWS = 1_000

/**
 * Scans a sample first, then the windows of the plan made from the sample, until the page is full; a rare keyword is read
 * from the trigram index at once.
 */
async function findByKeyword(
  transaction: SearchTransaction,
  scan: KeywordScan,
  { sampleRows, ...page }: Page & { sampleRows: typeof SAMPLE_ROWS },
): Promise<readonly Position[]> {
  const needed = page.offset + page.limit
  if (needed <= FIRST_ROWS && FIRST_ROWS < sampleRows.byTime && !scan.byMarks) {
    await transaction.setScanMethod('index')
    const first = await queries.findInScan(transaction.db, scan, { ...page, scanned: FIRST_ROWS })
    if (first.total === needed) return first.page
  }
  if (await isRare(transaction, scan, { needed, sampled: sampleRows.byTime })) {
    await transaction.setScanMethod(chooseScanMethod(scan))
    return (await queries.findInWindow(transaction.db, { ...scan, byTrigrams: true }, page)).page
  }
  const sample = await sampleAndPlan(transaction, scan, { ...page, sampleRows })
  const positions = [...sample.page]
  if (!sample.plan) return positions
  let [offset, left] = [page.offset - sample.total, needed - sample.total]
  for (const window of generateWindows(scan, sample.plan)) {
    await transaction.setScanMethod(chooseScanMethod(scan))
    const windowPage = { offset: Math.max(0, offset), limit: page.limit - positions.length }
    const result = await queries.findInWindow(transaction.db, window, windowPage)
    positions.push(...result.page)
    offset -= result.total
    left -= result.total
    if (left === 0) break
  }
  return positions
}

/** Half of the database connections, so that searches always leave connections for other requests. */
const limitSearches = limitConcurrency(5)

/** Runs a read; answers 504 if it takes too long, including the time it waits for other searches. */
export async function withTimeLimit<T>(
  db: Db,
  timeoutMs: number,
  read: (transaction: SearchTransaction) => Promise<T>,
): Promise<T> {
  const deadline = performance.now() + timeoutMs
  const tooLong = () =>
    new TookTooLong(
      `This took longer than ${timeoutMs / 1000} seconds. Ask for less, such as a shorter range or with more filters, or try again later`,
    )
  try {
    return await limitSearches(() =>
      db.transaction(
        async (transaction) => {
          const setScanMethod = openSettings(transaction, { deadline, tooLong })
          const searchTransaction = { db: transaction, setScanMethod }
          await searchTransaction.setScanMethod('any')
          return read(searchTransaction)
        },
        // All statements see one snapshot.
        { isolationLevel: 'repeatable read', accessMode: 'read only' },
      ),
    )
  } catch (error) {
    throw hasCode(error, QUERY_CANCELED) ? tooLong() : error
  }
}

/**
 * Enough memory for an exact bitmap scan over a month of changes. With less, the bitmap becomes lossy: it
 * lists whole pages, and PostgreSQL rechecks all their rows.
 */
const WORK_MEM = '16MB'
/**
 * `statement_timeout` limits single statements, not the whole search. It is lowered to the search's remaining time
 * whenever that time has become this much shorter.
 */
const TIMEOUT_TOLERANCE_MS = 20

function openSettings(
  db: Db,
  { deadline, tooLong }: { deadline: number; tooLong: () => TookTooLong },
): SearchTransaction['setScanMethod'] {
  let current: { method: ScanMethod; remainingMs: number } | undefined
  return async (method) => {
    const remainingMs = Math.floor(deadline - performance.now())
    if (remainingMs < 1) throw tooLong()
    if (current?.method === method && current.remainingMs - remainingMs < TIMEOUT_TOLERANCE_MS) return
    current = { method, remainingMs }
    await applySettings(db, {
      ...{ statement_timeout: String(remainingMs), work_mem: WORK_MEM },
      ...plannerSettings(method),
    })
  }
}
