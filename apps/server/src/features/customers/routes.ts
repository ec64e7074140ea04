import { getCompany, listIncidentsByCompany, searchCatalog } from '@aviary/contract/customers/endpoints'
import type { Company } from '@aviary/contract/incidents/schemas'
import type { Db } from '../../database/open.ts'
import { type Route, serve } from '../../http/call.ts'
import { NotFound } from '../../http/errors.ts'
import { presentCompanyIncidents } from './present.ts'
import { findCompany, findIncidentsOfCompany } from './queries.ts'
import { searchCompanies } from './search.ts'

async function demandCompany(db: Db, companyId: number): Promise<Company> {
  const found = await findCompany(db, companyId)
  if (!found) throw new NotFound(`There is no company ${companyId}`)
  return found
}

export const customerRoutes: Route[] = [
  serve(searchCatalog, async ({ db, query }) => ({
    companies: await searchCompanies(db, query.search_text),
  })),

  serve(getCompany, async ({ db, params }) => ({ company: await demandCompany(db, params.id) })),

  serve(listIncidentsByCompany, async ({ db, query }) => {
    await demandCompany(db, query.company_id)
    const size = query.response_size
    // One row more than asked for tells whether there is more.
    const found = await findIncidentsOfCompany(db, query.company_id, {
      startAt: query.start_at,
      size: size + 1,
    })
    return {
      incidents: await presentCompanyIncidents(db, found.slice(0, size), query.locale),
      more_results: found.length > size,
    }
  }),
]
