import { NOTIFICATION_TYPES } from '@aviary/contract/notifications/rules'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { useMessageTypeName } from '../../shared/message-type-names.ts'
import { useTypeLabel } from '../../shared/use-type-label.ts'

/** The display name of a template's notification type or message type, or the words for any notification type. */
export function useTypeName(): (type: string) => string {
  const { t } = useTranslation('templates')
  const label = useTypeLabel()
  const messageTypeName = useMessageTypeName()
  return useCallback(
    (type) => {
      if (type === '') return t('form.anyType')
      const knownType = NOTIFICATION_TYPES.find((candidate) => candidate === type)
      return knownType ? label(knownType) : messageTypeName(type)
    },
    [t, label, messageTypeName],
  )
}
