import type { Delivery } from '@aviary/contract/deliveries/endpoints'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { useMailTypeName } from '../../shared/message-type-names.ts'
import { useLanguageName } from '../../shared/names.ts'

/** Words of a delivery's fields in the language of the page. */
export function useDeliveryWords() {
  const { t } = useTranslation('deliveries')
  const nameType = useMailTypeName()
  const typeName = useCallback(
    ({ message_type, is_correction }: Delivery) =>
      is_correction ? t('correction', { type: nameType(message_type) }) : nameType(message_type),
    [t, nameType],
  )
  const companyName = useCallback(
    ({ company_name, company_id, company_basis }: Delivery) => {
      if (company_basis === 'internal' || company_basis === 'unknown') return t(`company.${company_basis}`)
      const company = company_name ?? company_id
      return company_basis === 'today' ? t('company.today', { company }) : company
    },
    [t],
  )
  return { language: useLanguageName(), typeName, companyName }
}
