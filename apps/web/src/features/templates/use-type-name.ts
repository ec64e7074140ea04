import { NOTIFICATION_TYPES } from '@aviary/contract/notifications/rules'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { useTypeLabel } from '../../shared/use-type-label.ts'

/** The display name of a template's notification type, or the words for any type. */
export function useTypeName(): (type: string) => string {
  const { t } = useTranslation('templates')
  const label = useTypeLabel()
  return useCallback(
    (type) => {
      if (type === '') return t('form.anyType')
      const knownType = NOTIFICATION_TYPES.find((candidate) => candidate === type)
      return knownType ? label(knownType) : type
    },
    [t, label],
  )
}
