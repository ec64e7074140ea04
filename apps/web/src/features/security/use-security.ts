import { SECURITY_USER_PAGE } from '@aviary/contract/constants'
import type { AnswerOf } from '@aviary/contract/endpoint'
import { listComms, listCommTypes, listSecurityIncidents } from '@aviary/contract/security/endpoints'
import { listSecurityUsers } from '@aviary/contract/security/user-endpoints'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '../../shared/api.ts'
import { useErrorToast } from '../../shared/use-error-toast.ts'
import type { UserFilter } from './user-search.ts'

// Each query key starts with its push topic, so that changes by others refetch the query.

export const securityIncidentsQuery = queryOptions({
  queryKey: ['security', 'incidents'],
  queryFn: async ({ signal }) => (await call(listSecurityIncidents, { signal })).incidents,
})

export function useSecurityIncidents(isEnabled = true) {
  const { t } = useTranslation('security')
  const query = useQuery({ ...securityIncidentsQuery, enabled: isEnabled })
  useErrorToast(query.error, t('toast.incidents'))
  return query
}

export function useCommTypes() {
  const { t } = useTranslation('security')
  const query = useQuery({
    queryKey: ['security', 'comm-types'],
    queryFn: async ({ signal }) => (await call(listCommTypes, { signal })).comm_types,
  })
  useErrorToast(query.error, t('toast.commTypes'))
  return query
}

/** The comms of one security incident. */
export function useComms(secId: number) {
  const { t } = useTranslation('security')
  const query = useQuery({
    queryKey: ['security', 'comms', secId],
    queryFn: ({ signal }) => call(listComms, { query: { sec_id: secId }, signal }),
  })
  useErrorToast(query.error, t('toast.comms'))
  return {
    error: query.error,
    refetch: query.refetch,
    data: query.data?.comms,
    /** The security incident was deleted or never existed. */
    hasNoIncident: query.data?.incident_exists === 'N',
  }
}

const NOBODY: AnswerOf<typeof listSecurityUsers> = { users: [], more_results: false, total: 0 }

/** One page of security users, filtered by company or email address. */
export function useSecurityUsers(filter: UserFilter, page: number) {
  const { t } = useTranslation('security')
  const query = useQuery({
    queryKey: ['security', 'users', filter, page],
    queryFn: ({ signal }) => {
      if (filter === 'nobody') return NOBODY
      const paging = { start_at: page * SECURITY_USER_PAGE, response_size: SECURITY_USER_PAGE }
      return call(listSecurityUsers, { query: { ...filter, ...paging }, signal })
    },
    placeholderData: keepPreviousData,
  })
  useErrorToast(query.error, t('toast.users'))
  return query
}
