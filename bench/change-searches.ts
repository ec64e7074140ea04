import { pagedSearch } from '@aviary/contract/changes/schemas'
import { ABSENT_WORD, RARE_WORD } from '../apps/server/testing/changes.ts'

/** All changes of the benchmark lie before this time. */
export const BEFORE = new Date('2026-09-01T00:00:00Z')
const DAY_MS = 86_400_000

export type Search = {
  name: string
  body: { search_params: { date_range_start: string }; [field: string]: unknown }
  /**
   * `limit`: the limit for this number of changes. `two seconds`: an answer, or a request to narrow the
   * search, in this time. `none`: only compared with SQL.
   */
  target: 'limit' | 'two seconds' | 'none'
  /** Each request uses a range one second longer than the request before, so that no result is cached. */
  isNew?: boolean
}

/** Body of the nth request. */
export function bodyOf({ body, isNew }: Search, nth: number): object {
  if (!isNew) return body
  const start = new Date(Date.parse(body.search_params.date_range_start) - nth * 1_000).toISOString()
  return { ...body, search_params: { ...body.search_params, date_range_start: start } }
}

type Options = { days: number; target?: Search['target']; page?: number; sortBy?: 'summary' }

function search(name: string, params: object, { days, target = 'limit', page = 1, sortBy }: Options): Search {
  const range = {
    date_range_start: new Date(BEFORE.getTime() - days * DAY_MS).toISOString(),
    date_range_end: BEFORE.toISOString(),
  }
  const pageNote = page > 1 ? `, page ${page}` : ''
  return {
    name: `${name}, ${days} days${pageNote}`,
    target,
    body: {
      change_type: 'auto',
      page_number: page,
      sort_by: sortBy ?? 'effective_at',
      search_params: { ...range, ...params },
    },
  }
}

const YEAR = 365
const ALL = 730
const NARROW: Options = { days: ALL, target: 'two seconds' }

/** Searches measured separately. `us2` matches four of ten changes, `eu` one of ten. */
export const SEARCHES: readonly Search[] = [
  search('data center us2', { data_centers: ['us2'] }, { days: 7 }),
  search('data center eu', { data_centers: ['eu'] }, { days: ALL }),
  search('three data centers', { data_centers: ['us2', 'eu', 'eu2'] }, { days: YEAR }),
  search('data center and service', { data_centers: ['eu2'], services: ['Mobile'] }, { days: YEAR }),
  search('common word "production"', { keyword: 'production' }, { days: YEAR }),
  search(`rare word "${RARE_WORD}"`, { keyword: RARE_WORD }, { days: ALL }),
  search(`absent word "${ABSENT_WORD}"`, { keyword: ABSENT_WORD }, { days: ALL }),
  search(
    `rare word "${RARE_WORD}", data center eu`,
    { keyword: RARE_WORD, data_centers: ['eu'] },
    { days: ALL },
  ),
  search('common word in summary', { keyword: 'deploy whitehall', search_type: 'summary' }, { days: YEAR }),
  search('two letters "v1"', { keyword: 'v1' }, { days: 30 }),
  search('absent two letters "zq"', { keyword: 'zq' }, { days: 30 }),
  search('absent letter "ß"', { keyword: 'ß' }, { days: 30 }),
  search('absent two letters "zq", data center us2', { keyword: 'zq', data_centers: ['us2'] }, { days: 30 }),
  search('absent two letters "zq", data center eu', { keyword: 'zq', data_centers: ['eu'] }, { days: 30 }),
  search('absent two letters "zq"', { keyword: 'zq' }, NARROW),
  search('absent phrase of common words', { keyword: 'staging deploy' }, NARROW),
  search('sorted by summary', {}, { days: 7, target: 'none', sortBy: 'summary' }),
]

const paged = (name: string, params: object, days: number) => ({
  first: search(name, params, { days }),
  deep: search(name, params, { days, page: 50 }),
  before: search(name, params, { days, page: 49 }),
})

/** Searches measured on their first and fiftieth page. */
export const PAGED = [
  paged('data center us2', { data_centers: ['us2'] }, YEAR),
  paged('common word "production"', { keyword: 'production' }, YEAR),
]

export const parsed = ({ body }: Pick<Search, 'body'>) => pagedSearch.parse(body)
