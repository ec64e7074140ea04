import { NOTIFICATION_TYPES } from '@aviary/contract/notifications/rules'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { useTypeLabel } from '../../shared/use-type-label.ts'

/** What people read for the notification type of a template, which may be any. */
export function useTypeName(): (type: string) => string {
  const { t } = useTranslation('templates')
  const label = useTypeLabel()
  return useCallback(
    (type) => {
      if (type === '') return t('form.anyType')
      const known = NOTIFICATION_TYPES.find((one) => one === type)
      return known ? label(known) : type
    },
    [t, label],
  )
}
