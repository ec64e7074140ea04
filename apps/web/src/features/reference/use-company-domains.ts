import { listCompanyDomains } from '@aviary/contract/reference/domain-endpoints'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '../../shared/api.ts'
import { useErrorToast } from '../../shared/use-error-toast.ts'
import type { RecordKind } from '../../ui/records/record-kind.ts'

export function useCompanyDomains() {
  const { t } = useTranslation('company-domains')
  const query = useQuery({
    queryKey: ['reference', 'company-domains'],
    queryFn: async ({ signal }) => (await call(listCompanyDomains, { signal })).domains,
  })
  useErrorToast(query.error, t('toast.list'))
  return query
}

export function useCompanyDomainKind(): RecordKind {
  const { t } = useTranslation('company-domains')
  return {
    topic: 'reference',
    draft: 'company-domain',
    title: (form) => t(form),
    toast: (outcome) => t(`toast.${outcome}`),
    list: {
      error: t('error'),
      count: (numbers) => t('count', numbers),
      actions: t('actions'),
      edit: t('row.edit'),
      delete: t('row.delete'),
    },
  }
}
