import { countSecurityRecipients, listSecurityEmails } from '@aviary/contract/security/email-endpoints'
import { listComms } from '@aviary/contract/security/endpoints'
import { getSendingProgress, listSendableEmails } from '@aviary/contract/security/send-endpoints'
import { joinNames } from '@aviary/contract/wire'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../../shared/api.ts'
import { useErrorToast } from '../../../shared/use-error-toast.ts'
import { isRunning } from '../../deliveries/public.ts'

// Each key starts with its push topic, so that changes by others reload it.

export const EMAILS_PAGE = 100
const WHILE_SENDING_MS = 1_000

/** One page of a comm's emails, newest first. */
export function useEmails(commId: number, page: number) {
  const { t } = useTranslation('security-emails')
  const query = useQuery({
    queryKey: ['security', 'emails', commId, page],
    queryFn: ({ signal }) => {
      const paging = { start_at: page * EMAILS_PAGE, response_size: EMAILS_PAGE }
      return call(listSecurityEmails, { query: { sec_comm_id: commId, ...paging }, signal })
    },
    placeholderData: keepPreviousData,
  })
  useErrorToast(query.error, t('toast.emails'))
  return query
}

/** One email with its content; null if it does not exist. */
export function useEmail(id: number | undefined) {
  const { t } = useTranslation('security-emails')
  const query = useQuery({
    queryKey: ['security', 'email', id],
    queryFn: async ({ signal }) =>
      (await call(listSecurityEmails, { query: { comm_content_id: id }, signal })).emails[0] ?? null,
    enabled: id !== undefined,
  })
  useErrorToast(query.error, t('toast.emails'))
  return query
}

/** The comm of the page; null if it does not exist. */
export function useComm(commId: number, isEnabled = true) {
  const { t } = useTranslation('security')
  const query = useQuery({
    queryKey: ['security', 'comms', 'all'],
    queryFn: async ({ signal }) => (await call(listComms, { signal })).comms,
    select: (comms) => comms.find(({ sec_comm_id }) => sec_comm_id === commId) ?? null,
    enabled: isEnabled,
  })
  useErrorToast(query.error, t('toast.comms'))
  return query
}

/** Number of active security users per company; `null` if none or the count failed, undefined while it loads. */
export function useRecipients(
  companyIds: readonly number[],
): (companyId: number) => number | null | undefined {
  const { data, error } = useRecipientCounts(companyIds)
  return (companyId) => {
    if (!data) return error ? null : undefined
    return data[companyId] ?? null
  }
}

/**
 * Number of recipients of one company; null if it has none, undefined while loading or if the count failed.
 */
export function useReach(companyId: number | undefined): number | null | undefined {
  const { data } = useRecipientCounts(companyId === undefined ? [] : [companyId])
  return data && companyId !== undefined ? (data[companyId] ?? null) : undefined
}

function useRecipientCounts(companyIds: readonly number[]) {
  const { t } = useTranslation('security-emails')
  const ids = [...new Set(companyIds)].sort((a, b) => a - b)
  const query = useQuery({
    queryKey: ['security', 'recipients', ids],
    queryFn: async ({ signal }) =>
      (await call(countSecurityRecipients, { query: { company_ids: joinNames(ids.map(String)) }, signal }))
        .impact,
    enabled: ids.length > 0,
  })
  useErrorToast(query.error, t('toast.recipients'))
  return query
}

/** The emails of a comm that can be sent now. */
export const useSendable = (commId: number) =>
  useQuery({
    queryKey: ['security', 'sendable', commId],
    queryFn: async ({ signal }) =>
      (await call(listSendableEmails, { query: { sec_comm_id: commId }, signal })).emails,
    // Comparing up to fifty thousand emails would be slow, and the confirmation finds the changes itself.
    structuralSharing: false,
    staleTime: 0,
    gcTime: 0,
  })

/**
 * Progress of a comm's mails, refetched when deliveries change and when `emailsAt` (load time of the email
 * list) changes. The email list is refetched when the last mail is out.
 */
export function useSendingProgress(commId: number, emailsAt: number) {
  const client = useQueryClient()
  const key = 'security-emails'
  const query = useQuery({
    queryKey: ['mails', key, commId],
    queryFn: ({ signal }) => call(getSendingProgress, { query: { sec_comm_id: commId }, signal }),
    refetchInterval: ({ state }) => (state.data && isRunning(state.data.progress) ? WHILE_SENDING_MS : false),
  })
  useEffect(() => {
    if (emailsAt > 0) client.invalidateQueries({ queryKey: ['mails', key, commId] })
  }, [client, commId, emailsAt])
  const isSending = query.data !== undefined && isRunning(query.data.progress)
  useEffect(() => {
    if (!isSending) return
    return () => void client.invalidateQueries({ queryKey: ['security', 'emails', commId] })
  }, [client, commId, isSending])
  return query
}
