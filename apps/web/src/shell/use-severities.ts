import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { severitiesQuery } from '../shared/settings.ts'
import { useErrorToast } from '../shared/use-error-toast.ts'

/** Loads the names of the severities (spec 1 §2.2) for all components that show one. */
export function useSeverities(): void {
  const { t } = useTranslation()
  const { error } = useQuery(severitiesQuery)
  useErrorToast(error, t('toast.severities'))
}
