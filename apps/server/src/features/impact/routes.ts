import { CIS_LARGEST_LIST } from '@aviary/contract/constants'
import * as endpoints from '@aviary/contract/impact/endpoints'
import type { Db } from '../../database/open.ts'
import { type Route, serve, serveDownload } from '../../http/call.ts'
import { InvalidInput, NotFound } from '../../http/errors.ts'
import { listDataCenters } from '../reference/public.ts'
import { exportCompanies } from './export.ts'
import type { Sought } from './queries.ts'
import * as queries from './queries.ts'

/** The system name of the data center that is asked for. */
async function dataCenterOf(db: Db, dc: string): Promise<string> {
  const found = (await queries.listSystemNames(db, 'data_centers', [dc])).get(dc)
  if (found !== undefined) return found
  const known = (await listDataCenters(db)).map((row) => row.name)
  throw new NotFound(`There is no data center ${dc}; known are ${known.join(', ')}`)
}

type Named = { services: string[]; cis: string[]; data_centers: string[] }

/** Throws InvalidInput that names the services and data centers nobody knows; a CI nobody knows affects nobody. */
async function soughtBy(db: Db, named: Named, field: 'body' | 'query'): Promise<Sought> {
  const known = {
    services: await queries.listSystemNames(db, 'services', named.services),
    data_centers: await queries.listSystemNames(db, 'data_centers', named.data_centers),
  }
  const faults = (['services', 'data_centers'] as const).flatMap((kind) =>
    named[kind]
      .filter((name) => !known[kind].has(name))
      .map((name) => ({ path: `${field}.${kind}`, message: `unknown name '${name}'` })),
  )
  if (faults.length > 0) throw new InvalidInput(faults.map(({ message }) => message).join('; '), faults)
  return {
    services: [...known.services.values()],
    cis: named.cis,
    dataCenters: [...known.data_centers.values()],
  }
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0)

async function count(db: Db, sought: Sought) {
  const { data_centers, cis } = await queries.countCompanies(db, sought)
  const base_count = sum(data_centers.map((one) => one.base_count))
  // Without CIs nothing narrows what is in scope.
  const isAll = sought.cis.length === 0
  const counted = isAll
    ? data_centers.map((one) => ({ ...one, company_count: one.base_count }))
    : data_centers
  return {
    company_count: sum(counted.map((one) => one.company_count)),
    base_count,
    cis,
    data_centers: counted,
  }
}

const limit = CIS_LARGEST_LIST
const cut = <T>(rows: readonly T[]) => ({ cis: rows.slice(0, limit), more_results: rows.length > limit })

export const impactRoutes: Route[] = [
  serve(endpoints.listImpactDataCenters, async ({ db }) => ({ data_centers: await listDataCenters(db) })),

  serve(endpoints.listServicesOfDataCenter, async ({ db, query }) => ({
    services: await queries.listServicesOf(db, await dataCenterOf(db, query.dc)),
  })),

  serve(endpoints.listCiCategories, async ({ db, query }) => ({
    ci_categories: await queries.listCategories(db, await dataCenterOf(db, query.dc)),
  })),

  serve(endpoints.listCisOfCategory, async ({ db, query }) => {
    const dataCenter = await dataCenterOf(db, query.dc)
    return cut(
      await queries.listCisOfCategory(db, { dataCenter, category: query.ci_category, limit: limit + 1 }),
    )
  }),

  serve(endpoints.searchCis, async ({ db, query }) => {
    const dataCenter = await dataCenterOf(db, query.dc)
    const text = query.search_query
    return {
      ci_categories: await queries.listCategoriesThatContain(db, dataCenter, text),
      ...cut(await queries.listCisThatContain(db, { dataCenter, text, limit: limit + 1 })),
    }
  }),

  serve(endpoints.countAffectedCompanies, async ({ db, body }) =>
    count(db, await soughtBy(db, body, 'body')),
  ),

  serve(endpoints.listCompaniesOfCis, async ({ db, query }) => {
    const { start_at, response_size } = query
    const sought = await soughtBy(db, query, 'query')
    const { company_count } = await count(db, sought)
    const companies = await queries.listCompanies(db, sought, {
      skip: start_at,
      limit: response_size,
      count: company_count,
    })
    return { companies, more_results: company_count > start_at + companies.length }
  }),

  serveDownload(endpoints.exportCompaniesOfCis, async ({ db, query, now }) => {
    const sought = await soughtBy(db, query, 'query')
    const { company_count } = await count(db, sought)
    return {
      name: `affected-companies-${now.toISOString().slice(0, 10)}.csv`,
      type: 'text/csv; charset=utf-8',
      chunks: exportCompanies(db, sought, company_count),
    }
  }),
]
