import { CallFailed } from '@aviary/contract/client'
import { AFFECTED_COMPANIES_PAGES } from '@aviary/contract/constants'
import {
  getIncidentByJiraId,
  getIncidentTeam,
  getMessages,
  listAffectedCompanies,
} from '@aviary/contract/incidents/endpoints'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../shared/api.ts'
import { polled } from '../../shared/queries.ts'
import { indexCompany } from './filter-companies.ts'

/** One incident, asked for every 30 seconds. */
export function useIncident(jiraId: string) {
  const { i18n } = useTranslation()
  return useQuery({
    queryKey: ['incidents', 'detail', jiraId, i18n.language],
    queryFn: async ({ signal }) => {
      const query = { jira_id: jiraId, locale: i18n.language }
      return (await call(getIncidentByJiraId, { query, signal })).payload
    },
    ...polled,
  })
}

export const useMessages = (jiraId: string) =>
  useQuery({
    queryKey: ['incidents', 'messages', jiraId],
    queryFn: async ({ signal }) => (await call(getMessages, { query: { jira_id: jiraId }, signal })).messages,
    ...polled,
  })

export const useTeam = (jiraId: string) =>
  useQuery({
    queryKey: ['incidents', 'team', jiraId],
    queryFn: ({ signal }) => call(getIncidentTeam, { params: { id: jiraId }, signal }),
  })

const pageSize = (startAt: number): number => {
  const { first, second, later } = AFFECTED_COMPANIES_PAGES
  return startAt === 0 ? first : startAt === first ? second : later
}

/**
 * The affected companies: 100 first, then 29,900, then 30,000 at a time until there are no more; each page is appended.
 * They are asked for anew when their number changes, not at every poll.
 */
export function useAffectedCompanies(jiraId: string, count: number) {
  const query = useInfiniteQuery({
    queryKey: ['affected-companies', jiraId, count],
    queryFn: async ({ pageParam, signal }) => {
      const page = { jira_id: jiraId, start_at: pageParam, response_size: pageSize(pageParam) }
      const { companies, more_results } = await call(listAffectedCompanies, { query: page, signal })
      return { companies: companies.map(indexCompany), more_results }
    },
    // Comparing 30,000 rows with what was there costs a frame.
    structuralSharing: false,
    initialPageParam: 0,
    getNextPageParam: (last, _, startAt) => (last.more_results ? startAt + pageSize(startAt) : undefined),
    staleTime: Number.POSITIVE_INFINITY,
    retry: (tries, error) =>
      tries < 2 && !(error instanceof CallFailed && error.status >= 400 && error.status < 500),
  })
  const { hasNextPage, isFetching, isError, fetchNextPage } = query
  const pageCount = query.data?.pages.length ?? 0
  useEffect(() => {
    // The number of pages is what calls for the next one: an answer may come before any render sees it asked for.
    if (pageCount > 0 && hasNextPage && !isFetching && !isError) fetchNextPage()
  }, [pageCount, hasNextPage, isFetching, isError, fetchNextPage])
  return query
}
