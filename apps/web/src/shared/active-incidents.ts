import { ACTIVE_INCIDENTS_PAGE } from '@aviary/contract/constants'
import { listIncidents } from '@aviary/contract/incidents/endpoints'
import { queryOptions } from '@tanstack/react-query'
import { call } from './api.ts'

/** Open incidents, newest start first, with texts in the given language. */
export const activeIncidentsQuery = (locale: string) =>
  queryOptions({
    queryKey: ['incidents', 'active', locale],
    queryFn: ({ signal }) =>
      call(listIncidents, {
        query: { active: 'true', locale, start_at: 0, response_size: ACTIVE_INCIDENTS_PAGE },
        signal,
      }),
  })

/** Open incidents without their messages. */
export const activeIncidentsWithoutMessagesQuery = (locale: string) =>
  queryOptions({
    queryKey: ['incidents', 'active', 'without messages', locale],
    queryFn: async ({ signal }) => {
      const query = { active: 'true', messages: 'false', locale, response_size: ACTIVE_INCIDENTS_PAGE }
      return (await call(listIncidents, { query, signal })).payload
    },
  })
