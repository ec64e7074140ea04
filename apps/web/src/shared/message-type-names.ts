import { FALLBACK_LOCALE } from '@aviary/contract/constants'
import { listAlertTypes } from '@aviary/contract/messages/endpoints'
import { NOTIFICATION_TYPES } from '@aviary/contract/notifications/rules'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from './api.ts'
import { exactTime } from './time/words.ts'
import { useTypeLabel } from './use-type-label.ts'

/** Alert types by priority, without those that the signed-in user may not see. */
export const alertTypesQuery = queryOptions({
  queryKey: ['reference', 'alert-types'],
  queryFn: async ({ signal }) => (await call(listAlertTypes, { signal })).payload,
  staleTime: 10 * 60_000,
})

/**
 * Message types in the reader's language. A type that has no translation, or that is no longer listed, keeps its
 * name, which is English.
 */
export function useMessageTypeName(): (type: string) => string {
  const { language } = useTranslation().i18n
  const { data } = useQuery({ ...alertTypesQuery, enabled: language !== FALLBACK_LOCALE })
  return useCallback(
    (type) => {
      const types = [...(data?.P1.alert_types ?? []), ...(data?.P2.alert_types ?? [])]
      const translated = types.find(({ name, translations }) => name === type && translations?.[language])
      return translated?.translations?.[language] ?? type
    },
    [data, language],
  )
}

/** Types of mails, of incident messages and of maintenance notifications, in the reader's language. */
export function useMailTypeName(): (type: string) => string {
  const { language } = useTranslation('notifications').i18n
  const getMessageTypeName = useMessageTypeName()
  const getLabel = useTypeLabel()
  return useCallback(
    (type) => {
      if (language === FALLBACK_LOCALE) return type
      const notificationType = NOTIFICATION_TYPES.find((candidate) => candidate === type)
      return notificationType ? getLabel(notificationType) : getMessageTypeName(type)
    },
    [language, getMessageTypeName, getLabel],
  )
}

/** What tells a message from the others of its incident: its type, and when it was posted. */
export function useMessageName(): (message: { title: string; created_date: string }) => string {
  const { language } = useTranslation().i18n
  const typeName = useMessageTypeName()
  return useCallback(
    ({ title, created_date }) => `${typeName(title)}, ${exactTime(Date.parse(created_date), language)}`,
    [typeName, language],
  )
}
