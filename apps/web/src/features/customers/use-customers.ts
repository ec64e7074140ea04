import { COMPANY_INCIDENTS_PAGE } from '@aviary/contract/constants'
import { getCompany, listIncidentsByCompany } from '@aviary/contract/customers/endpoints'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '../../shared/api.ts'
import { useAllPages } from '../../shared/use-all-pages.ts'

const STALE_AFTER_MS = 60_000

export const useCompany = (id: string, isEnabled = true) =>
  useQuery({
    enabled: isEnabled,
    queryKey: ['customers', 'company', id],
    // Sends `id` unchecked, because the server rejects invalid ids.
    queryFn: async ({ signal }) => (await call(getCompany, { params: { id }, signal })).company,
    staleTime: STALE_AFTER_MS,
  })

const PAGES = {
  first: COMPANY_INCIDENTS_PAGE,
  second: COMPANY_INCIDENTS_PAGE,
  later: COMPANY_INCIDENTS_PAGE,
} as const

/** All incidents of a company, loaded in pages of 750. */
export function useCompanyIncidents(id: string) {
  const { i18n } = useTranslation()
  return useAllPages({
    queryKey: ['incidents', 'of-company', id, i18n.language],
    sizes: PAGES,
    fetchPage: (page, signal) =>
      call(listIncidentsByCompany, { query: { company_id: id, locale: i18n.language, ...page }, signal }),
    staleTime: STALE_AFTER_MS,
  })
}
