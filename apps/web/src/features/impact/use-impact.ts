import { AFFECTED_COMPANIES_TABLE_PAGE } from '@aviary/contract/constants'
import {
  countAffectedCompanies,
  listCiCategories,
  listCisOfCategory,
  listCompaniesOfCis,
  listImpactDataCenters,
  listServicesOfDataCenter,
  searchCis,
} from '@aviary/contract/impact/endpoints'
import { joinNames } from '@aviary/contract/wire'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { call } from '../../shared/api.ts'

/** A push tells when any of it changes. */
const STALE_AFTER_MS = 60_000

export const useImpactDataCenters = () =>
  useQuery({
    queryKey: ['impact', 'data-centers'],
    queryFn: async ({ signal }) => (await call(listImpactDataCenters, { signal })).data_centers,
    staleTime: STALE_AFTER_MS,
  })

export const useServicesOf = (dc: string | undefined) =>
  useQuery({
    queryKey: ['impact', 'services', dc],
    queryFn: async ({ signal }) =>
      (await call(listServicesOfDataCenter, { query: { dc: dc ?? '' }, signal })).services,
    enabled: dc !== undefined,
    staleTime: STALE_AFTER_MS,
  })

export const useCategoriesOf = (dc: string | undefined) =>
  useQuery({
    queryKey: ['impact', 'categories', dc],
    queryFn: async ({ signal }) =>
      (await call(listCiCategories, { query: { dc: dc ?? '' }, signal })).ci_categories,
    enabled: dc !== undefined,
    staleTime: STALE_AFTER_MS,
  })

export const useCisOf = (dc: string | undefined, category: string | undefined) =>
  useQuery({
    queryKey: ['impact', 'cis', dc, category],
    queryFn: ({ signal }) =>
      call(listCisOfCategory, { query: { dc: dc ?? '', ci_category: category ?? '' }, signal }),
    enabled: dc !== undefined && category !== undefined,
    staleTime: STALE_AFTER_MS,
  })

export const useFound = (dc: string | undefined, text: string) =>
  useQuery({
    queryKey: ['impact', 'search', dc, text],
    queryFn: ({ signal }) => call(searchCis, { query: { dc: dc ?? '', search_query: text }, signal }),
    enabled: dc !== undefined && text !== '',
    staleTime: STALE_AFTER_MS,
  })

/** What companies are asked about: any of the names of each list that has some. */
export type Asked = {
  cis: readonly string[]
  services: readonly string[]
  dataCenters: readonly string[]
}

/** How many companies depend on CIs; not asked without a question. */
export const useCount = (asked: Asked | undefined) =>
  useQuery({
    queryKey: ['impact', 'count', asked],
    queryFn: ({ signal }) => {
      const { cis = [], services = [], dataCenters = [] } = asked ?? {}
      const body = { cis: [...cis], services: [...services], data_centers: [...dataCenters] }
      return call(countAffectedCompanies, { body, signal })
    },
    enabled: asked !== undefined,
    staleTime: STALE_AFTER_MS,
  })

const queryOf = ({ cis, services, dataCenters }: Asked) => ({
  cis: joinNames(cis),
  ...(services.length === 0 ? {} : { services: joinNames(services) }),
  ...(dataCenters.length === 0 ? {} : { data_centers: joinNames(dataCenters) }),
})

/** One page of the companies; that of before stays until the next one is there. */
export const useCompanyPage = (asked: Asked, index: number) =>
  useQuery({
    queryKey: ['impact', 'companies-page', asked, index],
    queryFn: async ({ signal }) => {
      const size = AFFECTED_COMPANIES_TABLE_PAGE
      const query = { ...queryOf(asked), start_at: index * size, response_size: size }
      return (await call(listCompaniesOfCis, { query, signal })).companies
    },
    placeholderData: keepPreviousData,
    staleTime: STALE_AFTER_MS,
  })

/** What the file of all of them is asked for with. */
export const exportInput = (asked: Asked) => ({ query: queryOf(asked) })
