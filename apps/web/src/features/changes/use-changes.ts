import {
  getChange,
  getChangeTimeline,
  searchChangeEntity,
  searchChanges,
} from '@aviary/contract/changes/endpoints'
import type { EntityKind } from '@aviary/contract/changes/rules'
import { CUSTOMER_SEARCH_DEBOUNCE_MS } from '@aviary/contract/constants'
import type { AnswerOf } from '@aviary/contract/endpoint'
import { joinNames } from '@aviary/contract/rules'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../shared/api.ts'
import { nowMs } from '../../shared/time/clock.ts'
import { toDateTimeText } from '../../shared/time/utc-text.ts'
import { useDebounced } from '../../shared/use-debounced.ts'
import { getFiltersKey } from './change-address.ts'
import { type ChangeSearch, type Filters, getSearchFault } from './change-search.ts'
import { type Range, toRange } from './range.ts'

/**
 * A search with its range resolved: a relative range stays fixed, so that all pages of the results belong together.
 */
export type SearchRequest = { key: string; requestedAt: number; range: Range }

/** The current request for the filters; renewed when the filters change or `refresh` is called. */
export function useSearchRequest(filters: Filters): { request: SearchRequest; refresh: () => void } {
  const key = getFiltersKey(filters)
  const createRequest = (): SearchRequest => {
    const requestedAt = nowMs()
    return { key, requestedAt, range: toRange(filters, requestedAt) }
  }
  const [current, setCurrent] = useState(createRequest)
  if (current.key === key) return { request: current, refresh: () => setCurrent(createRequest()) }
  const request = createRequest()
  setCurrent(request)
  return { request, refresh: () => undefined }
}

const toSearchParams = (filters: Filters, { from, to }: Range) => ({
  data_centers: [...filters.names.data_centers],
  services: [...filters.names.services],
  cis: [...filters.names.cis],
  keyword: filters.keywords,
  search_type: filters.searchType,
  date_range_start: toDateTimeText(from),
  date_range_end: toDateTimeText(to),
})

/** Input of the CSV export of all results. */
export function getExportInput({ filters, display }: ChangeSearch, request: SearchRequest) {
  const { data_centers, services, cis, keyword, ...params } = toSearchParams(filters, request.range)
  const joinIfAny = (names: readonly string[]) => (names.length > 0 ? joinNames(names) : undefined)
  const query = {
    ...params,
    data_centers: joinIfAny(data_centers),
    services: joinIfAny(services),
    cis: joinIfAny(cis),
    keyword: keyword === '' ? undefined : keyword,
    change_type: filters.changeType,
    sort_by: display.sortBy,
    sort_direction: display.sortDirection,
  }
  return { query }
}

/**
 * Never refetches: pushed changes must not move rows under the reader, so results stay until the search is repeated.
 */
const FETCH_ONCE = { staleTime: 'static', retry: false } as const

/**
 * One page of results; disabled while the dates are invalid. The current page stays while another page or
 * sort order of the same search loads. A page starts at the cursor of the previous page, if loaded, so that
 * new changes shift no rows.
 */
export function useResults({ filters, display }: ChangeSearch, request: SearchRequest) {
  const { sortBy, sortDirection, resultsPerPage, page } = display
  const listKey = ['change-search', request.key, request.requestedAt, sortBy, sortDirection, resultsPerPage]
  return useQuery({
    queryKey: [...listKey, page],
    queryFn: ({ signal, client }) =>
      call(searchChanges, {
        body: {
          search_params: toSearchParams(filters, request.range),
          change_type: filters.changeType,
          sort_by: sortBy,
          sort_direction: sortDirection,
          results_per_page: resultsPerPage,
          page_number: page,
          cursor: client.getQueryData<AnswerOf<typeof searchChanges>>([...listKey, page - 1])?.next_cursor,
        },
        signal,
      }),
    enabled: getSearchFault(filters) === undefined,
    placeholderData: (before, query) => (query?.queryKey[1] === request.key ? before : undefined),
    ...FETCH_ONCE,
  })
}

const timelineQuery = (filters: Filters, request: SearchRequest) =>
  queryOptions({
    queryKey: ['change-timeline', request.key, request.requestedAt],
    queryFn: ({ signal }) =>
      call(getChangeTimeline, {
        body: { search_params: toSearchParams(filters, request.range), change_type: filters.changeType },
        signal,
      }),
    ...FETCH_ONCE,
  })

/** Change counts per time bucket, and the incidents that began in the range. */
export const useChangeTimeline = (filters: Filters, request: SearchRequest) =>
  useQuery({
    ...timelineQuery(filters, request),
    placeholderData: (before, query) => (query?.queryKey[1] === request.key ? before : undefined),
  })

/** Number of results as counted by the timeline; 'unknown' if the count failed. Sends no request. */
export function useResultCount(filters: Filters, request: SearchRequest): number | 'unknown' | undefined {
  const { data, isError } = useQuery({ ...timelineQuery(filters, request), enabled: false })
  return data?.buckets.reduce((sum, { count }) => sum + count, 0) ?? (isError ? 'unknown' : undefined)
}

/**
 * Whether a push reported changes after `since`. The query sends no request: each push reruns the query, which
 * then returns the current time.
 */
export const useHasNewer = (since: number): boolean =>
  useQuery({
    queryKey: ['changes', 'heard', since],
    queryFn: () => nowMs(),
    initialData: since,
    // Without it the time of the data changes between the first render and its effects, and the page is rendered again.
    initialDataUpdatedAt: since,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  }).data > since

export const useChange = (changeId: number) =>
  useQuery({
    queryKey: ['changes', 'one', changeId],
    queryFn: async ({ signal }) =>
      (await call(getChange, { params: { change_id: changeId }, signal })).change,
  })

const STALE_AFTER_MS = 60_000

/** Data centers, services or CIs that match the typed text, after the debounce. */
export function useEntitySearch(kind: EntityKind, typed: string) {
  const searchText = typed.trim()
  const debouncedText = useDebounced(searchText, CUSTOMER_SEARCH_DEBOUNCE_MS)
  const isActive = searchText !== '' && debouncedText !== ''
  const { data, error, isFetching } = useQuery({
    queryKey: ['change-entities', kind, debouncedText],
    queryFn: async ({ signal }) =>
      (await call(searchChangeEntity, { body: { entity: kind, search_text: debouncedText }, signal }))
        .entities,
    enabled: isActive,
    placeholderData: keepPreviousData,
    staleTime: STALE_AFTER_MS,
    retry: false,
  })
  return {
    entities: isActive ? data : undefined,
    error: isActive ? error : null,
    isSearching: searchText !== '' && (debouncedText !== searchText || isFetching),
  }
}
