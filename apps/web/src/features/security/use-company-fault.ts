import { useTranslation } from 'react-i18next'
import { companyFault } from './user-search.ts'

/** Translated reason why a text is not a company id; undefined if it is valid. */
export function useCompanyFault(text: string): string | undefined {
  const { t } = useTranslation('security')
  const fault = companyFault(text)
  if (!fault) return undefined
  return fault === 'missing' ? t('required', { field: t('field.companyId') }) : t(`company.${fault}`)
}
