import { DELIVERIES_LARGEST_PAGE } from '@aviary/contract/constants'
import { listReached, listReachedCompanies } from '@aviary/contract/messages/endpoints'
import { useInfiniteQuery } from '@tanstack/react-query'
import { call } from '../../shared/api.ts'

/** The incident and the type of a message. */
export type Concerned = { jira_id: string; message_type: string }

const PAGE = DELIVERIES_LARGEST_PAGE

const startOfNextPage = (lastPage: { more_results: boolean }, pages: readonly unknown[]) =>
  lastPage.more_results ? pages.length * PAGE : undefined

/** The people whom the message would be mailed to now. */
export const useReachedPeople = (message: Concerned, search: string) =>
  useInfiniteQuery({
    queryKey: ['reached', 'people', message, search],
    queryFn: ({ pageParam, signal }) =>
      call(listReached, {
        query: { ...message, search, start_at: pageParam, response_size: PAGE },
        signal,
      }),
    initialPageParam: 0,
    getNextPageParam: startOfNextPage,
  })

/**
 * The companies of the people whom the message would be mailed to now, and the size of the company catalogue.
 */
export const useReachedCompanies = (message: Concerned, search: string) =>
  useInfiniteQuery({
    queryKey: ['reached', 'companies', message, search],
    queryFn: ({ pageParam, signal }) =>
      call(listReachedCompanies, {
        query: { ...message, search, start_at: pageParam, response_size: PAGE },
        signal,
      }),
    initialPageParam: 0,
    getNextPageParam: startOfNextPage,
  })
