import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { severitiesQuery } from '../shared/settings.ts'
import { tellError } from '../shared/toasts.ts'

/** Loads the words of the severities (spec 1 §2.2), for whoever shows one. */
export function useSeverities(): void {
  const { t } = useTranslation()
  const { error } = useQuery(severitiesQuery)
  useEffect(() => {
    if (error) tellError(t('toast.severities'), error)
  }, [error, t])
}
