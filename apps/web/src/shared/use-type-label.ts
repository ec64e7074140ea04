import type { NotificationType } from '@aviary/contract/notifications/rules'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { useSettings } from './settings.ts'

/**
 * Labels of notification types; the label of a Personalized Open contains the provider's name (spec 2 §4).
 */
export function useTypeLabel(): (type: NotificationType) => string {
  const { t } = useTranslation('notifications')
  const { provider_name: provider } = useSettings()
  return useCallback((type) => t(`type.${type}`, { provider }), [t, provider])
}
