import {
  getChange,
  getChangeTimeline,
  searchChangeEntity,
  searchChanges,
} from '@aviary/contract/changes/endpoints'
import type { EntityKind } from '@aviary/contract/changes/rules'
import { CUSTOMER_SEARCH_DEBOUNCE_MS } from '@aviary/contract/constants'
import type { AnswerOf } from '@aviary/contract/endpoint'
import { joinNames } from '@aviary/contract/wire'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../shared/api.ts'
import { nowMs } from '../../shared/time.ts'
import { useDebounced } from '../../shared/use-debounced.ts'
import { secondText } from '../../shared/utc-text.ts'
import { keyOf } from './change-address.ts'
import { type ChangeSearch, type Filters, searchFaultOf } from './change-search.ts'
import { type Range, rangeOf } from './range.ts'

/** A search as it was asked: a relative range is a fixed one from then on, so that its pages belong together. */
export type Asked = { key: string; at: number; range: Range }

/** When and over which range the filters are asked; anew when they change, and when it is told to. */
export function useAsked(filters: Filters): { asked: Asked; askAgain: () => void } {
  const key = keyOf(filters)
  const ask = (): Asked => {
    const at = nowMs()
    return { key, at, range: rangeOf(filters, at) }
  }
  const [known, setKnown] = useState(ask)
  if (known.key === key) return { asked: known, askAgain: () => setKnown(ask()) }
  const asked = ask()
  setKnown(asked)
  return { asked, askAgain: () => undefined }
}

const paramsOf = (filters: Filters, { from, to }: Range) => ({
  data_centers: [...filters.names.data_centers],
  services: [...filters.names.services],
  cis: [...filters.names.cis],
  keyword: filters.keywords,
  search_type: filters.searchType,
  date_range_start: secondText(from),
  date_range_end: secondText(to),
})

/** What the file of all that was found is asked for with. */
export function exportInput({ filters, display }: ChangeSearch, asked: Asked) {
  const { data_centers, services, cis, keyword, ...params } = paramsOf(filters, asked.range)
  const given = (names: readonly string[]) => (names.length > 0 ? joinNames(names) : undefined)
  const query = {
    ...params,
    data_centers: given(data_centers),
    services: given(services),
    cis: given(cis),
    keyword: keyword === '' ? undefined : keyword,
    change_type: filters.changeType,
    sort_by: display.sortBy,
    sort_direction: display.sortDirection,
  }
  return { query }
}

/** Pushed changes do not move rows under the reader: the rows of a search stay until it is asked again. */
const asAsked = { staleTime: 'static', retry: false } as const

/**
 * A page of what was found; nothing is asked while the dates are no range. While another page or order of the same search comes, the page before it stays. It begins
 * where the page before it ended, where that is known: however deep it lies, and whatever was taken in meanwhile.
 */
export function useResults({ filters, display }: ChangeSearch, asked: Asked) {
  const { sortBy, sortDirection, resultsPerPage, page } = display
  const list = ['change-search', asked.key, asked.at, sortBy, sortDirection, resultsPerPage]
  return useQuery({
    queryKey: [...list, page],
    queryFn: ({ signal, client }) =>
      call(searchChanges, {
        body: {
          search_params: paramsOf(filters, asked.range),
          change_type: filters.changeType,
          sort_by: sortBy,
          sort_direction: sortDirection,
          results_per_page: resultsPerPage,
          page_number: page,
          cursor: client.getQueryData<AnswerOf<typeof searchChanges>>([...list, page - 1])?.next_cursor,
        },
        signal,
      }),
    enabled: searchFaultOf(filters) === undefined,
    placeholderData: (before, query) => (query?.queryKey[1] === asked.key ? before : undefined),
    ...asAsked,
  })
}

const timelineQuery = (filters: Filters, asked: Asked) =>
  queryOptions({
    queryKey: ['change-timeline', asked.key, asked.at],
    queryFn: ({ signal }) =>
      call(getChangeTimeline, {
        body: { search_params: paramsOf(filters, asked.range), change_type: filters.changeType },
        signal,
      }),
    ...asAsked,
  })

/** How many took effect when, and the incidents that began meanwhile. */
export const useChangeTimeline = (filters: Filters, asked: Asked) =>
  useQuery({
    ...timelineQuery(filters, asked),
    placeholderData: (before, query) => (query?.queryKey[1] === asked.key ? before : undefined),
  })

/** How many were found, as the picture counts them; 'unknown' where it could not. Asks the server nothing. */
export function useFoundCount(filters: Filters, asked: Asked): number | 'unknown' | undefined {
  const { data, isError } = useQuery({ ...timelineQuery(filters, asked), enabled: false })
  return data?.buckets.reduce((sum, { count }) => sum + count, 0) ?? (isError ? 'unknown' : undefined)
}

/** Whether anything was told of changes since then. Asks the server nothing. */
export const useHasNewer = (since: number): boolean =>
  useQuery({
    queryKey: ['changes', 'heard', since],
    queryFn: () => nowMs(),
    initialData: since,
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

/** The data centers, services or CIs that match what is typed, once it has rested. */
export function useEntitySearch(kind: EntityKind, typed: string) {
  const wanted = typed.trim()
  const text = useDebounced(wanted, CUSTOMER_SEARCH_DEBOUNCE_MS)
  const isWanted = wanted !== '' && text !== ''
  const { data, error, isFetching } = useQuery({
    queryKey: ['change-entities', kind, text],
    queryFn: async ({ signal }) =>
      (await call(searchChangeEntity, { body: { entity: kind, search_text: text }, signal })).entities,
    enabled: isWanted,
    placeholderData: keepPreviousData,
    staleTime: STALE_AFTER_MS,
    retry: false,
  })
  return {
    entities: isWanted ? data : undefined,
    error: isWanted ? error : null,
    isSearching: wanted !== '' && (text !== wanted || isFetching),
  }
}
