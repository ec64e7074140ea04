import { CUSTOMER_SEARCH_MAX_RESULTS } from '@aviary/contract/constants'
import { spellingsOf } from '@aviary/contract/customers/rules'
import type { Company } from '@aviary/contract/incidents/schemas'
import type { Db } from '../../database/open.ts'
import * as queries from './queries.ts'

const STEPS = [
  queries.listCompaniesByKey,
  queries.listCompaniesByNameStart,
  queries.listCompaniesByIdStart,
  queries.listCompaniesByCodeStart,
  queries.listCompaniesByNamePart,
]

/** Companies, best matches first; a later step of the search runs only while fewer than the limit are found. */
export async function searchCompanies(db: Db, searchText: string): Promise<Company[]> {
  const limit = CUSTOMER_SEARCH_MAX_RESULTS
  const matches = new Map<number, Company>()
  for (const step of STEPS) {
    for (const text of spellingsOf(searchText)) {
      if (matches.size >= limit) break
      for (const company of await step(db, { text, limit })) matches.set(company.id, company)
    }
  }
  return [...matches.values()].slice(0, limit)
}
