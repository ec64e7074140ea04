import { ACTIVE_INCIDENTS_PAGE } from '@aviary/contract/constants'
import { listIncidents } from '@aviary/contract/incidents/endpoints'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { activeIncidentsQuery } from '../../shared/active-incidents.ts'
import { call } from '../../shared/api.ts'
import { polled } from '../../shared/queries.ts'

/** The active incidents, newest start first, polled every 30 seconds. */
export function useActiveIncidents() {
  const { i18n } = useTranslation()
  return useQuery({ ...activeIncidentsQuery(i18n.language), ...polled })
}

/** The active incidents without their messages. */
export function useActiveIncidentsWithoutMessages() {
  const { i18n } = useTranslation()
  return useQuery({
    queryKey: ['incidents', 'active', 'without messages', i18n.language],
    queryFn: async ({ signal }) => {
      const query = {
        ...{ active: 'true', messages: 'false', locale: i18n.language },
        response_size: ACTIVE_INCIDENTS_PAGE,
      }
      return (await call(listIncidents, { query, signal })).payload
    },
    ...polled,
  })
}
