import { SECURITY_EMAILS_LARGEST_PAGE } from '@aviary/contract/constants'
import { joinNames } from '@aviary/contract/rules'
import {
  type ImportOfEmails,
  listImportsOfEmails,
  listSecurityEmails,
} from '@aviary/contract/security/email-endpoints'
import { listComms } from '@aviary/contract/security/endpoints'
import { getSendingProgress, listSendableEmails } from '@aviary/contract/security/send-endpoints'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../../shared/api.ts'
import { polled } from '../../../shared/queries.ts'
import { useErrorToast } from '../../../shared/use-error-toast.ts'
import { isRunning } from '../../deliveries/public.ts'
import type { Choice, Sendable } from './sending.ts'

// Each query key starts with its push topic, so that changes by others refetch the query.

export const EMAILS_PAGE = 100
const NONE: readonly ImportOfEmails[] = []
const WHILE_SENDING_MS = 1_000

/** One page of a comm's emails, or of those from one import, newest first. */
export function useEmails(commId: number, importId: number | undefined, page: number) {
  const { t } = useTranslation('security-emails')
  const query = useQuery({
    queryKey: ['security', 'emails', commId, importId, page],
    queryFn: ({ signal }) => {
      const paging = { start_at: page * EMAILS_PAGE, response_size: EMAILS_PAGE }
      return call(listSecurityEmails, {
        query: { sec_comm_id: commId, import_id: importId, ...paging },
        signal,
      })
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

/** The imports that emails of a comm were promoted from; none if they cannot be loaded. */
export function useImportsOfEmails(commId: number) {
  const { t } = useTranslation('security-emails')
  const query = useQuery({
    queryKey: ['security', 'imports-of-emails', commId],
    queryFn: async ({ signal }) =>
      (await call(listImportsOfEmails, { query: { sec_comm_id: commId }, signal })).imports,
  })
  useErrorToast(query.error, t('toast.imports'))
  return query.data ?? (query.isError ? NONE : undefined)
}

/** The emails that a choice can send now, and how many reach nobody. */
export const useSendable = (commId: number, choice: Choice) =>
  useQuery({
    queryKey: [
      'security',
      'sendable',
      commId,
      choice.kind === 'chosen' ? [...choice.versions.keys()] : choice,
    ],
    queryFn: ({ signal }) => loadSendable(commId, choice, signal),
    // No structural sharing: comparing up to fifty thousand emails would be slow, and the confirmation finds the
    // changes itself.
    structuralSharing: false,
    staleTime: 0,
    gcTime: 0,
  })

async function loadSendable(commId: number, choice: Choice, signal: AbortSignal): Promise<Sendable> {
  const load = (query: { import_id?: number; email_ids?: string }) =>
    call(listSendableEmails, { query: { sec_comm_id: commId, ...query }, signal })
  if (choice.kind === 'all') return load({})
  if (choice.kind === 'import') return load({ import_id: choice.importId })
  const ids = [...choice.versions.keys()].sort((a, b) => a - b)
  const parts: Sendable[] = []
  for (let from = 0; from < ids.length; from += SECURITY_EMAILS_LARGEST_PAGE) {
    const part = ids.slice(from, from + SECURITY_EMAILS_LARGEST_PAGE)
    parts.push(await load({ email_ids: joinNames(part.map(String)) }))
  }
  const sum = (key: 'reachable' | 'unreachable') => parts.reduce((total, part) => total + part[key], 0)
  return {
    emails: parts.flatMap(({ emails }) => emails),
    reachable: sum('reachable'),
    unreachable: sum('unreachable'),
  }
}

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
    ...polled,
    refetchInterval: ({ state }) =>
      state.data && isRunning(state.data.progress) ? WHILE_SENDING_MS : polled.refetchInterval,
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
