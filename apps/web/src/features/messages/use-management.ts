import { MANAGEMENT_LARGEST_PAGE } from '@aviary/contract/constants'
import { listPriorityIncidents } from '@aviary/contract/messages/endpoints'
import type { PriorityType } from '@aviary/contract/wire'
import { useInfiniteQuery } from '@tanstack/react-query'
import { call } from '../../shared/api.ts'

/** The incidents of one priority, newest start first, a hundred at a time (spec 1 §7). */
export const usePriorityIncidents = (priority: PriorityType) =>
  useInfiniteQuery({
    queryKey: ['incidents', 'priority', priority],
    queryFn: ({ pageParam, signal }) =>
      call(listPriorityIncidents, {
        query: {
          priority_type: priority,
          start_at: pageParam,
          response_size: MANAGEMENT_LARGEST_PAGE,
          sort_col: 'start_date',
          sort_direction: 'DESC',
        },
        signal,
      }),
    initialPageParam: 0,
    getNextPageParam: (last, pages) =>
      last.more_results ? pages.length * MANAGEMENT_LARGEST_PAGE : undefined,
  })
