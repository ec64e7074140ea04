import * as endpoints from '@aviary/contract/reference/domain-endpoints'
import { type Route, serve } from '../../../http/call.ts'
import * as queries from './queries.ts'
import { createDomain, deleteDomain, presentDomain, updateDomain } from './write-domain.ts'

export const companyDomainRoutes = (internalDomains: readonly string[]): Route[] => [
  serve(endpoints.listCompanyDomains, async ({ db }) => ({
    domains: (await queries.listCompanyDomains(db)).map(presentDomain),
  })),
  serve(endpoints.createCompanyDomain, createDomain(internalDomains)),
  serve(endpoints.updateCompanyDomain, updateDomain),
  serve(endpoints.deleteCompanyDomain, deleteDomain),
]
