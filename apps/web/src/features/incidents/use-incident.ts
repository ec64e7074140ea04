import { AFFECTED_COMPANIES_PAGES } from '@aviary/contract/constants'
import {
  getIncidentByJiraId,
  getIncidentTeam,
  listAffectedCompanies,
} from '@aviary/contract/incidents/endpoints'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '../../shared/api.ts'
import { polled } from '../../shared/queries.ts'
import { useAllPages } from '../../shared/use-all-pages.ts'
import { indexCompany } from './filter-companies.ts'

/** One incident, polled every 30 seconds. */
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

export const useTeam = (jiraId: string) =>
  useQuery({
    queryKey: ['incidents', 'team', jiraId],
    queryFn: ({ signal }) => call(getIncidentTeam, { params: { id: jiraId }, signal }),
  })

/**
 * The affected companies, in pages of 100, 29,900 and then 30,000 until there are no more. Refetched when
 * `count` changes, not at every poll.
 */
export const useAffectedCompanies = (jiraId: string, count: number) =>
  useAllPages({
    queryKey: ['affected-companies', jiraId, count],
    sizes: AFFECTED_COMPANIES_PAGES,
    fetchPage: async (page, signal) => {
      const query = { jira_id: jiraId, ...page }
      const { companies, more_results } = await call(listAffectedCompanies, { query, signal })
      return { companies: companies.map(indexCompany), more_results }
    },
    staleTime: Number.POSITIVE_INFINITY,
  })
export type AffectedCompanies = ReturnType<typeof useAffectedCompanies>
