import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import type { Company } from './use-companies.ts'

/** A company in running text: its number and its name, or that it is not in the catalogue. */
export function useCompanyText(): (id: number, company: Company) => string {
  const { t } = useTranslation('security')
  return useCallback(
    (id, { name }) => {
      if (name === undefined) return String(id)
      return name === null ? t('company.unlistedOf', { id }) : t('company.named', { id, name })
    },
    [t],
  )
}
