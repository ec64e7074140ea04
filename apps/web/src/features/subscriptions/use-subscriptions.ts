import { APPLICATION_NAME, FALLBACK_LOCALE } from '@aviary/contract/constants'
import type { PriorityType } from '@aviary/contract/rules'
import {
  type ChosenSubscriptions,
  getUserSubscriptions,
  type SubscriptionOptions,
  subscribe,
} from '@aviary/contract/subscriptions/endpoints'
import { withChosen } from '@aviary/contract/subscriptions/rules'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '../../shared/api.ts'
import { readCookie } from '../../shared/cookies.ts'
import { useWrite } from '../../shared/saving/use-write.ts'
import { useErrorToast } from '../../shared/use-error-toast.ts'

const getQueryKey = (email: string) => ['subscriptions', email.toLowerCase()] as const

/** What `email` has chosen. `reminders` is null for people outside. */
export type Stored = {
  options: SubscriptionOptions
  reminders: PriorityType[] | null
  timeZone: string | null
}

const subscriptionsQuery = (email: string) =>
  queryOptions({
    queryKey: getQueryKey(email),
    queryFn: async ({ signal }): Promise<Stored> => {
      const answer = await call(getUserSubscriptions, { query: { email }, signal })
      return {
        options: answer.subscriptionOptions,
        reminders: answer.reminders,
        // A server of the version before does not answer it.
        timeZone: answer.time_zone ?? null,
      }
    },
  })

/** All options, with the choices of `email` selected, and the reminders. A failure is reported by a toast. */
export function useStored(email: string) {
  const { t } = useTranslation('subscriptions')
  const query = useQuery(subscriptionsQuery(email))
  useErrorToast(query.error, t('toast.load'))
  return query
}

/** All options, with the choices of `email` selected. A failure is reported by a toast. */
export function useSubscriptions(email: string) {
  const { t } = useTranslation('subscriptions')
  const query = useQuery({ ...subscriptionsQuery(email), select: ({ options }) => options })
  useErrorToast(query.error, t('toast.load'))
  return query
}

type Submission = {
  subscriptions: ChosenSubscriptions
  reminders: PriorityType[] | undefined
  /** Undefined leaves it as it is. */
  timeZone: string | null | undefined
}

/** spec 2 §9: the interface language, or `en` if the language tag contains `en` */
const toLocale = (language: string): string =>
  language.includes(FALLBACK_LOCALE) ? FALLBACK_LOCALE : language

export function useSubmit(email: string) {
  const { t, i18n } = useTranslation('subscriptions')
  const client = useQueryClient()
  return useWrite(
    ({ subscriptions, reminders, timeZone }: Submission) =>
      call(subscribe, {
        body: {
          email,
          locale: toLocale(i18n.language),
          application: APPLICATION_NAME,
          // spec 2 §7: taken from the cookie named tokens
          auth: readCookie('tokens'),
          subscriptions,
          ...(reminders && { reminders }),
          ...(timeZone !== undefined && { time_zone: timeZone }),
        },
      }),
    {
      topics: ['subscriptions'],
      done: t('toast.updated'),
      failed: t('toast.updateFailed'),
      refreshOnFailure: false,
      onDone: ({ userSubscriptions, reminders, time_zone: timeZone = null }) => {
        client.setQueryData<Stored>(
          getQueryKey(email),
          (before) =>
            before && { options: withChosen(before.options, userSubscriptions), reminders, timeZone },
        )
      },
    },
  )
}
