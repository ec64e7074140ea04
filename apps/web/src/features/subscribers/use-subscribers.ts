import { listBroadcasts } from '@aviary/contract/deliveries/endpoints'
import {
  explainMailed,
  getAllUserSubscriptions,
  getCommHistory,
  listPausedSubscribers,
  resumeMails,
  subscriberExists,
} from '@aviary/contract/subscribers/endpoints'
import { clearUuid, getUserSubscriptions } from '@aviary/contract/subscriptions/endpoints'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '../../shared/api.ts'
import { useWrite } from '../../shared/saving/use-write.ts'
import { useErrorToast } from '../../shared/use-error-toast.ts'

// Every query key starts with the topic whose pushed changes invalidate it.

/** Checks once whether the subscriber exists. */
export function useSubscriberCheck() {
  const { t } = useTranslation('subscribers')
  return useWrite(async (email: string) => (await call(subscriberExists, { query: { email } })).exists, {
    topics: [],
    failed: t('toast.exists'),
  })
}

export const useIsSubscriber = (email: string): boolean | undefined =>
  useQuery({
    queryKey: ['subscriptions', 'exists', email],
    queryFn: async ({ signal }) => (await call(subscriberExists, { query: { email }, signal })).exists,
  }).data

const historyQuery = (email: string) =>
  queryOptions({
    queryKey: ['mails', 'history', email],
    queryFn: ({ signal }) => call(getCommHistory, { query: { email }, signal }),
    // structuralSharing would compare ten thousand rows, which costs a frame.
    structuralSharing: false,
  })

const chosenQuery = (email: string) =>
  queryOptions({
    queryKey: ['subscriptions', 'chosen', email],
    queryFn: ({ signal }) => call(getAllUserSubscriptions, { query: { email }, signal }),
  })

/** Data of the facts above the views. Failures are reported by the views, which use the same queries. */
export const useSubscriberFacts = (email: string) => ({
  history: useQuery(historyQuery(email)),
  chosen: useQuery(chosenQuery(email)),
})

/** The newest events of the mails to the email address, newest first. */
export function useCommHistory(email: string) {
  const { t } = useTranslation('subscribers')
  const query = useQuery(historyQuery(email))
  useErrorToast(query.error, t('toast.history'))
  return query
}

/** The subscriptions of the email address. */
export function useChosen(email: string) {
  const { t } = useTranslation('subscribers')
  const query = useQuery(chosenQuery(email))
  useErrorToast(query.error, t('toast.chosen'))
  return query
}

/** All options to subscribe to. */
export function useOffered(email: string) {
  const { t } = useTranslation('subscribers')
  const query = useQuery({
    queryKey: ['subscriptions', 'offered', email],
    queryFn: async ({ signal }) =>
      (await call(getUserSubscriptions, { query: { email }, signal })).subscriptionOptions,
  })
  useErrorToast(query.error, t('toast.offered'))
  return query.data
}

export function useResetProfile(email: string, onDone: () => void) {
  const { t } = useTranslation('subscribers')
  return useWrite(() => call(clearUuid, { body: { email } }), {
    topics: [],
    done: t('toast.reset'),
    failed: t('toast.resetFailed'),
    onDone,
  })
}

export const PAUSED_PAGE = 50

/** A page of the addresses to which mails are paused, newest first. */
export const usePausedSubscribers = (page: number) =>
  useQuery({
    queryKey: ['subscriptions', 'paused', page],
    queryFn: ({ signal }) =>
      call(listPausedSubscribers, {
        query: { start_at: page * PAUSED_PAGE, response_size: PAUSED_PAGE },
        signal,
      }),
    placeholderData: keepPreviousData,
  })

/** Resumes the mails to an address to which they are paused. */
export function useResumeMails(email: string) {
  const { t } = useTranslation('subscribers')
  return useWrite(() => call(resumeMails, { body: { email } }), {
    topics: ['subscriptions', 'mails'],
    done: t('toast.resumed'),
    failed: t('toast.resumeFailed'),
  })
}

/** The newest fifty broadcasts about one reference, or about any if `reference` is empty. */
export function useBroadcasts(reference: string) {
  const { t } = useTranslation('subscribers')
  const query = useQuery({
    queryKey: ['mails', 'broadcasts', reference],
    queryFn: async ({ signal }) =>
      (await call(listBroadcasts, { query: reference ? { reference } : {}, signal })).broadcasts,
    placeholderData: keepPreviousData,
  })
  useErrorToast(query.error, t('toast.broadcasts'))
  return query
}

export const useExplanation = (email: string, broadcastId: number) =>
  useQuery({
    queryKey: ['mails', 'explanation', email, broadcastId],
    queryFn: ({ signal }) => call(explainMailed, { query: { email, broadcast_id: broadcastId }, signal }),
  })
