import { MANAGEMENT_LARGEST_PAGE } from '@aviary/contract/constants'
import { listPriorityIncidents } from '@aviary/contract/messages/endpoints'
import type { ManagedSortColumn } from '@aviary/contract/messages/schemas'
import type { PriorityType } from '@aviary/contract/rules'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { call } from '../../shared/api.ts'

export type ManagedSort = { key: ManagedSortColumn; isDescending: boolean }

/** The incidents of one priority, sorted by the server and loaded by the hundred (spec 1 §7). */
export const usePriorityIncidents = (priority: PriorityType, sort: ManagedSort) =>
  useInfiniteQuery({
    queryKey: ['incidents', 'priority', priority, sort.key, sort.isDescending],
    queryFn: ({ pageParam, signal }) =>
      call(listPriorityIncidents, {
        query: {
          priority_type: priority,
          start_at: pageParam,
          response_size: MANAGEMENT_LARGEST_PAGE,
          sort_col: sort.key,
          sort_direction: sort.isDescending ? 'DESC' : 'ASC',
        },
        signal,
      }),
    initialPageParam: 0,
    getNextPageParam: (lastPage, pages) =>
      lastPage.more_results ? pages.length * MANAGEMENT_LARGEST_PAGE : undefined,
    // The old rows stay until the newly sorted ones are loaded.
    placeholderData: keepPreviousData,
  })
