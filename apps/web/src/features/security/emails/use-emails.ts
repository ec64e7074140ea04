import { countSecurityRecipients, listSecurityEmails } from '@aviary/contract/security/email-endpoints'
import { listComms } from '@aviary/contract/security/endpoints'
import { getSendingProgress, listSendableEmails } from '@aviary/contract/security/send-endpoints'
import { joinNames } from '@aviary/contract/wire'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../../shared/api.ts'
import { useErrorToast } from '../../../shared/use-error-toast.ts'
import { isUnderWay } from '../../deliveries/public.ts'

// Every key starts with the push topic of what it shows: somebody else's change is here at once.

export const EMAILS_PAGE = 100
const WHILE_SENDING_MS = 1_000

/** One page of the emails of a comm, the newest first. */
export function useEmails(commId: number, page: number) {
  const { t } = useTranslation('security-emails')
  const found = useQuery({
    queryKey: ['security', 'emails', commId, page],
    queryFn: ({ signal }) => {
      const paging = { start_at: page * EMAILS_PAGE, response_size: EMAILS_PAGE }
      return call(listSecurityEmails, { query: { sec_comm_id: commId, ...paging }, signal })
    },
    placeholderData: keepPreviousData,
  })
  useErrorToast(found.error, t('toast.emails'))
  return found
}

/** One email with its content; null when there is none (any more). */
export function useEmail(id: number | undefined) {
  const { t } = useTranslation('security-emails')
  const found = useQuery({
    queryKey: ['security', 'email', id],
    queryFn: async ({ signal }) =>
      (await call(listSecurityEmails, { query: { comm_content_id: id }, signal })).emails[0] ?? null,
    enabled: id !== undefined,
  })
  useErrorToast(found.error, t('toast.emails'))
  return found
}

/** The comm that the page is about; null when there is none. */
export function useComm(commId: number, isWanted = true) {
  const { t } = useTranslation('security')
  const found = useQuery({
    queryKey: ['security', 'comms', 'all'],
    queryFn: async ({ signal }) => (await call(listComms, { signal })).comms,
    select: (comms) => comms.find(({ sec_comm_id }) => sec_comm_id === commId) ?? null,
    enabled: isWanted,
  })
  useErrorToast(found.error, t('toast.comms'))
  return found
}

/** How many active security users companies have. Undefined while that is not known; `null`: nobody, as far as is known. */
export function useRecipients(
  companyIds: readonly number[],
): (companyId: number) => number | null | undefined {
  const { data, error } = useCounted(companyIds)
  return (companyId) => {
    if (!data) return error ? null : undefined
    return data[companyId] ?? null
  }
}

/** The same of one company, or of none: undefined also where it could not be found out, `null` only where nobody is. */
export function useReach(companyId: number | undefined): number | null | undefined {
  const { data } = useCounted(companyId === undefined ? [] : [companyId])
  return data && companyId !== undefined ? (data[companyId] ?? null) : undefined
}

function useCounted(companyIds: readonly number[]) {
  const { t } = useTranslation('security-emails')
  const ids = [...new Set(companyIds)].sort((a, b) => a - b)
  const found = useQuery({
    queryKey: ['security', 'recipients', ids],
    queryFn: async ({ signal }) =>
      (await call(countSecurityRecipients, { query: { company_ids: joinNames(ids.map(String)) }, signal }))
        .impact,
    enabled: ids.length > 0,
  })
  useErrorToast(found.error, t('toast.recipients'))
  return found
}

/** The emails of a comm that can be sent, as they are right now. */
export const useSendable = (commId: number) =>
  useQuery({
    queryKey: ['security', 'sendable', commId],
    queryFn: async ({ signal }) =>
      (await call(listSendableEmails, { query: { sec_comm_id: commId }, signal })).emails,
    // Fifty thousand of them: what has changed is found by those who show it.
    structuralSharing: false,
    staleTime: 0,
    gcTime: 0,
  })

/**
 * How far the mails of a comm are. It hears of deliveries by its key, and of emails sent by `emailsAt`, when the list of
 * emails was read; when the last mail is out the list is read anew.
 */
export function useSendingProgress(commId: number, emailsAt: number) {
  const client = useQueryClient()
  const key = 'security-emails'
  const found = useQuery({
    queryKey: ['mails', key, commId],
    queryFn: ({ signal }) => call(getSendingProgress, { query: { sec_comm_id: commId }, signal }),
    refetchInterval: ({ state }) =>
      state.data && isUnderWay(state.data.progress) ? WHILE_SENDING_MS : false,
  })
  useEffect(() => {
    if (emailsAt > 0) client.invalidateQueries({ queryKey: ['mails', key, commId] })
  }, [client, commId, emailsAt])
  const isSending = found.data !== undefined && isUnderWay(found.data.progress)
  useEffect(() => {
    if (!isSending) return
    return () => void client.invalidateQueries({ queryKey: ['security', 'emails', commId] })
  }, [client, commId, isSending])
  return found
}
