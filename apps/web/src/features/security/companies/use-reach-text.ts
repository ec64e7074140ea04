import type { StagedReach } from '@aviary/contract/security/schemas'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { useCount } from '../../../shared/use-count.ts'

/** Warns, in sentences, of staged emails to unknown companies or without recipients; undefined if there are none. */
export function useReachText(): (reach: StagedReach) => string | undefined {
  const { t } = useTranslation('security-merge')
  const count = useCount()
  return useCallback(
    ({ waiting, reachable, unknown }) => {
      const unreachable = waiting - reachable
      const sentences = [
        unknown > 0 && t('companies.unknown', { count: unknown, number: count(unknown) }),
        unreachable > 0 && t('companies.noContact', { count: unreachable, number: count(unreachable) }),
      ].filter((text) => text !== false)
      return sentences.length > 0 ? sentences.join(' ') : undefined
    },
    [t, count],
  )
}
