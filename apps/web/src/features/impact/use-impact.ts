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
import { joinNames } from '@aviary/contract/rules'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { call } from '../../shared/api.ts'

/** Stale data is rare: a push invalidates these queries on every change. */
const STALE_AFTER_MS = 60_000

export const useImpactDataCenters = () =>
  useQuery({
    queryKey: ['impact', 'data-centers'],
    queryFn: async ({ signal }) => (await call(listImpactDataCenters, { signal })).data_centers,
    staleTime: STALE_AFTER_MS,
  })

export const useDataCenterServices = (dc: string | undefined) =>
  useQuery({
    queryKey: ['impact', 'services', dc],
    queryFn: async ({ signal }) =>
      (await call(listServicesOfDataCenter, { query: { dc: dc ?? '' }, signal })).services,
    enabled: dc !== undefined,
    staleTime: STALE_AFTER_MS,
  })

export const useCiCategories = (dc: string | undefined) =>
  useQuery({
    queryKey: ['impact', 'categories', dc],
    queryFn: async ({ signal }) =>
      (await call(listCiCategories, { query: { dc: dc ?? '' }, signal })).ci_categories,
    enabled: dc !== undefined,
    staleTime: STALE_AFTER_MS,
  })

export const useCategoryCis = (dc: string | undefined, category: string | undefined) =>
  useQuery({
    queryKey: ['impact', 'cis', dc, category],
    queryFn: ({ signal }) =>
      call(listCisOfCategory, { query: { dc: dc ?? '', ci_category: category ?? '' }, signal }),
    enabled: dc !== undefined && category !== undefined,
    staleTime: STALE_AFTER_MS,
  })

export const useCiSearch = (dc: string | undefined, text: string) =>
  useQuery({
    queryKey: ['impact', 'search', dc, text],
    queryFn: ({ signal }) => call(searchCis, { query: { dc: dc ?? '', search_query: text }, signal }),
    enabled: dc !== undefined && text !== '',
    staleTime: STALE_AFTER_MS,
  })

/** Selects the companies that depend on at least one name of each non-empty list. */
export type ImpactSelection = {
  cis: readonly string[]
  services: readonly string[]
  dataCenters: readonly string[]
}

/** Counts the companies that depend on a selection; disabled without a selection. */
export const useCompanyCounts = (selection: ImpactSelection | undefined) =>
  useQuery({
    queryKey: ['impact', 'count', selection],
    queryFn: ({ signal }) => {
      const { cis = [], services = [], dataCenters = [] } = selection ?? {}
      const body = { cis: [...cis], services: [...services], data_centers: [...dataCenters] }
      return call(countAffectedCompanies, { body, signal })
    },
    enabled: selection !== undefined,
    staleTime: STALE_AFTER_MS,
  })

const toQuery = ({ cis, services, dataCenters }: ImpactSelection) => ({
  cis: joinNames(cis),
  ...(services.length === 0 ? {} : { services: joinNames(services) }),
  ...(dataCenters.length === 0 ? {} : { data_centers: joinNames(dataCenters) }),
})

/** One page of the companies; the previous page stays until the next is loaded. */
export const useCompanyPage = (selection: ImpactSelection, index: number) =>
  useQuery({
    queryKey: ['impact', 'companies-page', selection, index],
    queryFn: async ({ signal }) => {
      const size = AFFECTED_COMPANIES_TABLE_PAGE
      const query = { ...toQuery(selection), start_at: index * size, response_size: size }
      return (await call(listCompaniesOfCis, { query, signal })).companies
    },
    placeholderData: keepPreviousData,
    staleTime: STALE_AFTER_MS,
  })

/** Input of the CSV export. */
export const exportInput = (selection: ImpactSelection) => ({ query: toQuery(selection) })
