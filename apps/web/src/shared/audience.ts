import type { Audience } from '@aviary/contract/messages/rules'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'

/** The audience of a broadcast or a channel in the reader's language. */
export function useAudienceName(): (audience: Audience) => string {
  const { t } = useTranslation('shell')
  return useCallback((audience) => t(`audience.${audience}`), [t])
}
