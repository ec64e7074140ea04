import * as endpoints from '@aviary/contract/customers/endpoints'
import type { Company } from '@aviary/contract/incidents/schemas'
import type { Db } from '../../database/open.ts'
import { type Route, serve } from '../../http/call.ts'
import { NotFound } from '../../http/errors.ts'
import { readPage } from '../../http/paging.ts'
import { presentCompanyIncidents } from './present.ts'
import * as queries from './queries.ts'
import { searchCompanies } from './search.ts'

async function requireCompany(db: Db, companyId: number): Promise<Company> {
  const company = await queries.getCompany(db, companyId)
  if (!company) throw new NotFound(`There is no company ${companyId}`)
  return company
}

export const customerRoutes: Route[] = [
  serve(endpoints.searchCatalog, async ({ db, query }) => ({
    companies: await searchCompanies(db, query.search_text),
  })),

  serve(endpoints.getCompany, async ({ db, params }) => ({ company: await requireCompany(db, params.id) })),

  serve(endpoints.listIncidentsByCompany, async ({ db, query, sees }) => {
    await requireCompany(db, query.company_id)
    const { rows, more_results } = await readPage(query, (page) =>
      queries.listIncidentsByCompany(db, query.company_id, { ...page, withInternal: sees('read:internal') }),
    )
    return {
      incidents: await presentCompanyIncidents(db, rows, { locale: query.locale, sees }),
      more_results,
    }
  }),
]
