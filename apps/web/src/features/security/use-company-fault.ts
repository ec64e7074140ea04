import { useTranslation } from 'react-i18next'
import { companyFault } from './user-search.ts'

/** Why a text is no company id, as text; undefined if it is one. */
export function useCompanyFault(text: string): string | undefined {
  const { t } = useTranslation('security')
  const fault = companyFault(text)
  if (!fault) return undefined
  return fault === 'missing' ? t('required', { field: t('field.companyId') }) : t(`company.${fault}`)
}
