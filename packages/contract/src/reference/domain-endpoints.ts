import { z } from 'zod'
import { requires } from '../access.ts'
import { endpoint, write } from '../endpoint.ts'
import { rowId } from '../wire.ts'
import { listedDomain, mailDomain } from './domain-schemas.ts'
import { companyDomain } from './record-schemas.ts'

const editsReference = requires('edit_reference_data')
const oneDomain = z.object({ domain: companyDomain })
const version = companyDomain.shape.version.optional()

export const listCompanyDomains = endpoint({
  method: 'GET',
  path: '/reference/company_domains/',
  summary: 'The mail domains of companies, by domain',
  access: requires('view_reference_data', 'edit_reference_data'),
  answer: z.object({ domains: z.array(companyDomain) }),
})

export const createCompanyDomain = endpoint({
  method: 'POST',
  path: '/reference/company_domains/',
  summary: 'Has addresses of a domain, and of the domains below it, count as addresses of a company',
  access: editsReference,
  audits: 'Create Company Domain',
  body: write({ domain: mailDomain, company_id: rowId }),
  answer: oneDomain,
})

export const updateCompanyDomain = endpoint({
  method: 'PUT',
  path: '/reference/company_domains/',
  summary: 'Gives a domain to another company; mails whose company was known when they were written keep it',
  access: editsReference,
  audits: 'Update Company Domain',
  body: write({ domain: listedDomain, company_id: rowId, version }),
  answer: oneDomain,
})

export const deleteCompanyDomain = endpoint({
  method: 'DELETE',
  path: '/reference/company_domains/',
  summary: 'Takes a domain off the list; mails whose company was known when they were written keep it',
  access: editsReference,
  audits: 'Delete Company Domain',
  body: write({ domain: listedDomain, version }),
  answer: z.object({ domain: z.string() }),
})
