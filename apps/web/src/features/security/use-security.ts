import { SECURITY_USER_PAGE } from '@aviary/contract/constants'
import type { AnswerOf } from '@aviary/contract/endpoint'
import { listComms, listCommTypes, listSecurityIncidents } from '@aviary/contract/security/endpoints'
import { listSecurityUsers } from '@aviary/contract/security/user-endpoints'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '../../shared/api.ts'
import { useErrorToast } from '../../shared/use-error-toast.ts'
import type { Asked } from './user-search.ts'

// Every key starts with the push topic of what it shows: somebody else's change is here at once.

export function useSecurityIncidents() {
  const { t } = useTranslation('security')
  const found = useQuery({
    queryKey: ['security', 'incidents'],
    queryFn: async ({ signal }) => (await call(listSecurityIncidents, { signal })).incidents,
  })
  useErrorToast(found.error, t('toast.incidents'))
  return found
}

export function useCommTypes() {
  const { t } = useTranslation('security')
  const found = useQuery({
    queryKey: ['security', 'comm-types'],
    queryFn: async ({ signal }) => (await call(listCommTypes, { signal })).comm_types,
  })
  useErrorToast(found.error, t('toast.commTypes'))
  return found
}

/** The comms of one security incident. */
export function useComms(secId: number) {
  const { t } = useTranslation('security')
  const found = useQuery({
    queryKey: ['security', 'comms', secId],
    queryFn: ({ signal }) => call(listComms, { query: { sec_id: secId }, signal }),
  })
  useErrorToast(found.error, t('toast.comms'))
  return {
    error: found.error,
    refetch: found.refetch,
    data: found.data?.comms,
    /** It was deleted, or never there: nothing can be told of it. */
    hasNoIncident: found.data?.incident_exists === 'N',
  }
}

const NOBODY: AnswerOf<typeof listSecurityUsers> = { users: [], more_results: false, total: 0 }

/** One page of those who fit, by company and address. */
export function useSecurityUsers(asked: Asked, page: number) {
  const { t } = useTranslation('security')
  const found = useQuery({
    queryKey: ['security', 'users', asked, page],
    queryFn: ({ signal }) => {
      if (asked === 'nobody') return NOBODY
      const paging = { start_at: page * SECURITY_USER_PAGE, response_size: SECURITY_USER_PAGE }
      return call(listSecurityUsers, { query: { ...asked, ...paging }, signal })
    },
    placeholderData: keepPreviousData,
  })
  useErrorToast(found.error, t('toast.users'))
  return found
}
