import type { Audience } from '@aviary/contract/messages/rules'
import { useTranslation } from 'react-i18next'

/** The audience of a broadcast in the reader's language. */
export function useAudienceName(): (audience: Audience) => string {
  const { t } = useTranslation('shell')
  return (audience) => t(`audience.${audience}`)
}
