import { AFFECTED_COMPANIES_PAGES, IMPACT_MAX_NAMES } from '@aviary/contract/constants'
import { listCompaniesOfCis } from '@aviary/contract/impact/endpoints'
import { joinNames, readNames } from '@aviary/contract/rules'
import { call } from '../../shared/api.ts'
import { useMay } from '../../shared/may.ts'
import { useAllPages } from '../../shared/use-all-pages.ts'
import { useSearchParams } from '../../shared/use-search-params.ts'
import { indexCompany } from './filter-companies.ts'

/** CIs, services and data centers named in the URL, for which the customer impact is looked up. */
export type ImpactSelection = { cis: string[]; services: string[]; dataCenters: string[] }

const LIMITS = { maxLength: 200, maxNames: IMPACT_MAX_NAMES }

/** `selection` is undefined if no CI is named or the user lacks the permission. */
export function useImpactSelection() {
  const { read, write } = useSearchParams()
  const mayLookUp = useMay()(listCompaniesOfCis)
  const selection: ImpactSelection = {
    cis: readNames(read('impactCis'), LIMITS) ?? [],
    services: readNames(read('impactServices'), LIMITS) ?? [],
    dataCenters: readNames(read('impactDataCenters'), LIMITS) ?? [],
  }
  const select = (cis: readonly string[]) =>
    write({ impactCis: joinNames(cis), impactServices: '', impactDataCenters: '', page: '' })
  return { selection: mayLookUp && selection.cis.length > 0 ? selection : undefined, mayLookUp, select }
}

/** Maximum number of companies that a browser can hold and filter smoothly. */
export const MAX_LISTED = 90_000

/** The companies that depend on the selection, at most MAX_LISTED, paged like the reported companies. */
export const useDependentCompanies = ({ cis, services, dataCenters }: ImpactSelection) =>
  useAllPages({
    queryKey: ['impact', 'companies', cis, services, dataCenters],
    sizes: AFFECTED_COMPANIES_PAGES,
    fetchPage: async (page, signal) => {
      const query = {
        cis: joinNames(cis),
        services: joinNames(services),
        data_centers: joinNames(dataCenters),
        ...page,
      }
      const { companies, more_results } = await call(listCompaniesOfCis, { query, signal })
      const isFull = page.start_at + page.response_size >= MAX_LISTED
      return {
        companies: companies.map(indexCompany),
        more_results: more_results && !isFull,
        isCut: more_results && isFull,
      }
    },
    staleTime: 60_000,
  })
