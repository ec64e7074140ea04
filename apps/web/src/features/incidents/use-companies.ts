import { useTranslation } from 'react-i18next'
import { useCount } from '../../shared/use-count.ts'

/** Formats a number of companies: "310 companies". */
export function useCompanies(): (count: number) => string {
  const { t } = useTranslation('incidents')
  const number = useCount()
  return (count) => t('companies', { count, number: number(count) })
}
