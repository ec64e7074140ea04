import { listBroadcasts } from '@aviary/contract/deliveries/endpoints'
import {
  explainMailed,
  getAllUserSubscriptions,
  getCommHistory,
  subscriberExists,
} from '@aviary/contract/subscribers/endpoints'
import { clearUuid, getUserSubscriptions } from '@aviary/contract/subscriptions/endpoints'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '../../shared/api.ts'
import { useWrite } from '../../shared/saving/use-write.ts'
import { useErrorToast } from '../../shared/use-error-toast.ts'

// Every key starts with the topic whose changes it must hear of: mails as they go out, and what people choose.

/** Looks once whether there is such a subscriber. */
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

/** What happened to every mail to the address, newest first. */
export function useCommHistory(email: string) {
  const { t } = useTranslation('subscribers')
  const found = useQuery({
    queryKey: ['mails', 'history', email],
    queryFn: ({ signal }) => call(getCommHistory, { query: { email }, signal }),
    // Comparing ten thousand rows with what was there costs a frame.
    structuralSharing: false,
  })
  useErrorToast(found.error, t('toast.history'))
  return found
}

/** What the address is subscribed to. */
export function useChosen(email: string) {
  const { t } = useTranslation('subscribers')
  const found = useQuery({
    queryKey: ['subscriptions', 'chosen', email],
    queryFn: ({ signal }) => call(getAllUserSubscriptions, { query: { email }, signal }),
  })
  useErrorToast(found.error, t('toast.chosen'))
  return found
}

/** What there is to choose from. */
export function useOffered(email: string) {
  const { t } = useTranslation('subscribers')
  const found = useQuery({
    queryKey: ['subscriptions', 'offered', email],
    queryFn: async ({ signal }) =>
      (await call(getUserSubscriptions, { query: { email }, signal })).subscriptionOptions,
  })
  useErrorToast(found.error, t('toast.offered'))
  return found.data
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

/** What was mailed of late, or about one matter; the newest fifty. */
export function useBroadcasts(reference: string) {
  const { t } = useTranslation('subscribers')
  const found = useQuery({
    queryKey: ['mails', 'broadcasts', reference],
    queryFn: async ({ signal }) =>
      (await call(listBroadcasts, { query: reference ? { reference } : {}, signal })).broadcasts,
    placeholderData: keepPreviousData,
  })
  useErrorToast(found.error, t('toast.broadcasts'))
  return found
}

export const useExplanation = (email: string, broadcastId: number) =>
  useQuery({
    queryKey: ['mails', 'explanation', email, broadcastId],
    queryFn: ({ signal }) => call(explainMailed, { query: { email, broadcast_id: broadcastId }, signal }),
  })
