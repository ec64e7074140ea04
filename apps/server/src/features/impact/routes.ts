import { CIS_LARGEST_LIST, DEFAULT_IMPACT_DATA_CENTER } from '@aviary/contract/constants'
import * as endpoints from '@aviary/contract/impact/endpoints'
import type { Db } from '../../database/open.ts'
import { type Route, serve, serveDownload } from '../../http/call.ts'
import { InvalidInput, NotFound } from '../../http/errors.ts'
import { listDataCenters } from '../reference/public.ts'
import { exportCompanies } from './export.ts'
import type { CompanyFilters } from './queries.ts'
import * as queries from './queries.ts'

/**
 * System name of a data center, found by system name or display name. If the default data center is requested
 * and does not exist, the first data center takes its place.
 */
async function requireDataCenter(db: Db, dc: string): Promise<string> {
  const systemName = (await queries.listSystemNames(db, 'data_centers', [dc])).get(dc)
  if (systemName !== undefined) return systemName
  const [first, ...others] = await listDataCenters(db)
  // Clients that do not know the data centers yet ask for the default one.
  if (first && dc.toLowerCase() === DEFAULT_IMPACT_DATA_CENTER.toLowerCase()) return first.system_name
  const known = [first, ...others].map((row) => row?.name)
  throw new NotFound(`There is no data center ${dc}; known are ${known.join(', ')}`)
}

type Names = { services: string[]; cis: string[]; data_centers: string[] }

/** Throws InvalidInput with the unknown services and data centers; an unknown CI affects no company. */
async function readFilters(db: Db, names: Names, field: 'body' | 'query'): Promise<CompanyFilters> {
  const known = {
    services: await queries.listSystemNames(db, 'services', names.services),
    data_centers: await queries.listSystemNames(db, 'data_centers', names.data_centers),
  }
  const faults = (['services', 'data_centers'] as const).flatMap((kind) =>
    names[kind]
      .filter((name) => !known[kind].has(name))
      .map((name) => ({ path: `${field}.${kind}`, message: `unknown name '${name}'` })),
  )
  if (faults.length > 0) throw new InvalidInput(faults.map(({ message }) => message).join('; '), faults)
  return {
    services: [...known.services.values()],
    cis: names.cis,
    dataCenters: [...known.data_centers.values()],
  }
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0)

async function countAffected(db: Db, filters: CompanyFilters) {
  const { data_centers, cis } = await queries.countCompanies(db, filters)
  const base_count = sum(data_centers.map((row) => row.base_count))
  // Without CIs in the filters, every company in scope counts.
  const isAll = filters.cis.length === 0
  const counted = isAll
    ? data_centers.map((row) => ({ ...row, company_count: row.base_count }))
    : data_centers
  return {
    company_count: sum(counted.map((row) => row.company_count)),
    base_count,
    cis,
    data_centers: counted,
  }
}

const limit = CIS_LARGEST_LIST
const toPage = <T>(rows: readonly T[]) => ({ cis: rows.slice(0, limit), more_results: rows.length > limit })

export const impactRoutes: Route[] = [
  serve(endpoints.listImpactDataCenters, async ({ db }) => ({ data_centers: await listDataCenters(db) })),

  serve(endpoints.listServicesOfDataCenter, async ({ db, query }) => ({
    services: await queries.listServicesOfDataCenter(db, await requireDataCenter(db, query.dc)),
  })),

  serve(endpoints.listCiCategories, async ({ db, query }) => ({
    ci_categories: await queries.listCategories(db, await requireDataCenter(db, query.dc)),
  })),

  serve(endpoints.listCisOfCategory, async ({ db, query }) => {
    const dataCenter = await requireDataCenter(db, query.dc)
    return toPage(
      await queries.listCisOfCategory(db, { dataCenter, category: query.ci_category, limit: limit + 1 }),
    )
  }),

  serve(endpoints.searchCis, async ({ db, query }) => {
    const dataCenter = await requireDataCenter(db, query.dc)
    const text = query.search_query
    return {
      ci_categories: await queries.listCategoriesContaining(db, dataCenter, text),
      ...toPage(await queries.listCisContaining(db, { dataCenter, text, limit: limit + 1 })),
    }
  }),

  serve(endpoints.countAffectedCompanies, async ({ db, body }) =>
    countAffected(db, await readFilters(db, body, 'body')),
  ),

  serve(endpoints.listCompaniesOfCis, async ({ db, query }) => {
    const { start_at, response_size } = query
    const filters = await readFilters(db, query, 'query')
    const { company_count } = await countAffected(db, filters)
    const companies = await queries.listCompanies(db, filters, {
      skip: start_at,
      limit: response_size,
      count: company_count,
    })
    return { companies, more_results: company_count > start_at + companies.length }
  }),

  serveDownload(endpoints.exportCompaniesOfCis, async ({ db, query, now }) => {
    const filters = await readFilters(db, query, 'query')
    const { company_count } = await countAffected(db, filters)
    return {
      name: `affected-companies-${now.toISOString().slice(0, 10)}.csv`,
      type: 'text/csv; charset=utf-8',
      chunks: exportCompanies(db, filters, company_count),
    }
  }),
]
