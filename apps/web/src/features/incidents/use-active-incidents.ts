import { ACTIVE_INCIDENTS_PAGE } from '@aviary/contract/constants'
import { listIncidents } from '@aviary/contract/incidents/endpoints'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '../../shared/api.ts'
import { polled } from '../../shared/queries.ts'

const activeIncidentsQuery = (locale: string) =>
  queryOptions({
    queryKey: ['incidents', 'active', locale],
    queryFn: ({ signal }) =>
      call(listIncidents, {
        query: { active: 'true', locale, start_at: 0, response_size: ACTIVE_INCIDENTS_PAGE },
        signal,
      }),
    ...polled,
  })

/** The open incidents, newest start first, asked for every 30 seconds. */
export function useActiveIncidents() {
  const { i18n } = useTranslation()
  return useQuery(activeIncidentsQuery(i18n.language))
}
