import { z } from 'zod'
import { requires } from '../access.ts'
import {
  AFFECTED_COMPANIES_LARGEST_PAGE,
  AFFECTED_COMPANIES_PAGES,
  CIS_LARGEST_LIST,
  IMPACT_MAX_NAMES,
} from '../constants.ts'
import { endpoint } from '../endpoint.ts'
import { company } from '../incidents/schemas.ts'
import { dataCenter } from '../reference/endpoints.ts'
import { paging, severalNames } from '../wire.ts'
import { chosenNames, ciSearch, dc } from './schemas.ts'

const mayLookUp = requires('view_dora')

export const listImpactDataCenters = endpoint({
  method: 'GET',
  path: '/datacenter',
  summary: 'The data centers of the impact lookup, in the order of its tabs',
  access: mayLookUp,
  tokenScope: 'read:companies',
  answer: z.object({ data_centers: z.array(dataCenter) }),
})

export const listServicesOfDataCenter = endpoint({
  method: 'GET',
  path: '/get_services_by_datacenter',
  summary: 'The services that have CIs in a data center, in the order of the grid',
  access: mayLookUp,
  tokenScope: 'read:companies',
  query: z.object({ dc }),
  answer: z.object({ services: z.array(dataCenter) }),
})

export const listCiCategories = endpoint({
  method: 'GET',
  path: '/get_ci_categories_by_datacenter',
  summary: 'The categories of the CIs in a data center, by name',
  access: mayLookUp,
  tokenScope: 'read:companies',
  query: z.object({ dc }),
  answer: z.object({ ci_categories: z.array(z.string()) }),
})

/** A configuration item. Its scale is not included: clients compute it from `countAffectedCompanies`. */
export const ci = z.object({ category: z.string(), name: z.string() })
export type Ci = z.infer<typeof ci>

/** The first CIS_LARGEST_LIST CIs by name; `more_results` says whether further CIs were left out. */
const ciList = { cis: z.array(ci).max(CIS_LARGEST_LIST), more_results: z.boolean() }

export const listCisOfCategory = endpoint({
  method: 'GET',
  path: '/get_all_ci_by_ci_category',
  summary: 'The CIs of a category in a data center, by name',
  access: mayLookUp,
  tokenScope: 'read:companies',
  query: z.object({ dc, ci_category: z.string().trim().min(1).max(200) }),
  answer: z.object(ciList),
})

export const searchCis = endpoint({
  method: 'GET',
  path: '/get_search_results',
  summary: 'The CIs and categories of a data center whose name contains the text, in any case',
  access: mayLookUp,
  tokenScope: 'read:companies',
  query: ciSearch,
  answer: z.object({ ci_categories: z.array(z.string()), ...ciList }),
})

const counted = { company_count: z.number().int(), base_count: z.number().int() }

/**
 * `company_count`: companies that depend on one of the CIs, use one of the services and are in one of the
 * data centers. `base_count` ignores the CIs: it counts the companies in scope. The answer also has counts
 * for each single CI and data center.
 */
export const countAffectedCompanies = endpoint({
  method: 'POST',
  path: '/affectedcompanies',
  summary: 'How many companies depend on CIs, of how many in scope',
  access: mayLookUp,
  tokenScope: 'read:companies',
  body: chosenNames,
  answer: z.object({
    ...counted,
    cis: z.array(z.object({ name: z.string(), company_count: z.number().int() })),
    data_centers: z.array(z.object({ name: z.string(), ...counted })),
  }),
})

const nameList = severalNames({ maxLength: 200, maxNames: IMPACT_MAX_NAMES })
/** A company must match at least one name of each list; an empty list matches every company. */
const searchFields = { services: nameList, cis: nameList, data_centers: nameList }

export const listCompaniesOfCis = endpoint({
  method: 'GET',
  path: '/affectedcompanies/companies/',
  summary: 'The companies that depend on CIs, by name',
  access: mayLookUp,
  tokenScope: 'read:companies',
  query: z.object({
    ...searchFields,
    ...paging(AFFECTED_COMPANIES_LARGEST_PAGE, AFFECTED_COMPANIES_PAGES.first),
  }),
  answer: z.object({ companies: z.array(company), more_results: z.boolean() }),
})

export const exportCompaniesOfCis = endpoint({
  method: 'GET',
  path: '/affectedcompanies/export/',
  summary: 'The same as CSV, streamed',
  answerTypes: ['text/csv'],
  access: mayLookUp,
  tokenScope: 'read:companies',
  query: z.object(searchFields),
  answer: z.string(),
})
