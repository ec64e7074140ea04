import {
  type CustomerLink,
  deleteCustomerLink,
  listCustomerLinks,
} from '@aviary/contract/customer-links/endpoints'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '../../shared/api.ts'
import { useErrorToast } from '../../shared/use-error-toast.ts'
import type { RecordKind } from '../../ui/records/record-kind.ts'

/** The links of a customer, and whether this installation has pages for customers. */
export function useCustomerLinks(companyId: number) {
  const { t } = useTranslation('customers')
  const query = useQuery({
    queryKey: ['channels', 'customer-links', companyId],
    queryFn: ({ signal }) => call(listCustomerLinks, { query: { company_id: String(companyId) }, signal }),
  })
  useErrorToast(query.error, t('links.error'))
  return query
}

export const DELETION = {
  endpoint: deleteCustomerLink,
  bodyOf: ({ link_id }: CustomerLink) => ({ link_id }),
}

export function useCustomerLinkKind(): RecordKind {
  const { t } = useTranslation('customers')
  return {
    topic: 'channels',
    draft: 'customer-link',
    title: (form) => t(form === 'create' ? 'links.add' : 'links.editTitle'),
    toast: (outcome) => t(`links.${outcome}`),
    list: {
      error: t('links.error'),
      count: (numbers) => t('links.count', numbers),
      actions: t('links.actions'),
      edit: t('links.edit'),
      delete: t('links.delete'),
    },
    deletion: { question: t('links.deleteTitle'), confirm: t('links.deleteConfirm') },
  }
}
