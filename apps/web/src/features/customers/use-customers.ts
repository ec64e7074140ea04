import {
  COMPANY_INCIDENTS_PAGE,
  CUSTOMER_SEARCH_DEBOUNCE_MS,
  CUSTOMER_SEARCH_MIN_CHARACTERS,
} from '@aviary/contract/constants'
import { getCompany, listIncidentsByCompany, searchCatalog } from '@aviary/contract/customers/endpoints'
import { catalogSearchText } from '@aviary/contract/customers/rules'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '../../shared/api.ts'
import { useAllPages } from '../../shared/use-all-pages.ts'
import { useDebounced } from '../../shared/use-debounced.ts'

const STALE_AFTER_MS = 60_000

/** The companies that match what is typed, once it has rested; those of before stay until others are there. */
export function useCustomerSearch(typed: string) {
  const searchText = useDebounced(catalogSearchText(typed), CUSTOMER_SEARCH_DEBOUNCE_MS)
  const isWanted = searchText.length >= CUSTOMER_SEARCH_MIN_CHARACTERS
  const { data, error, isFetching } = useQuery({
    queryKey: ['customers', 'search', searchText],
    queryFn: async ({ signal }) =>
      (await call(searchCatalog, { query: { search_text: searchText }, signal })).companies,
    enabled: isWanted,
    placeholderData: keepPreviousData,
    staleTime: STALE_AFTER_MS,
  })
  return { companies: isWanted ? data : undefined, error: isWanted ? error : null, isFetching }
}

export const useCompany = (id: string) =>
  useQuery({
    queryKey: ['customers', 'company', id],
    // The server says what is no id.
    queryFn: async ({ signal }) => (await call(getCompany, { params: { id }, signal })).company,
    staleTime: STALE_AFTER_MS,
  })

const PAGES = {
  first: COMPANY_INCIDENTS_PAGE,
  second: COMPANY_INCIDENTS_PAGE,
  later: COMPANY_INCIDENTS_PAGE,
} as const

/** All incidents of a company, 750 at a time. */
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
