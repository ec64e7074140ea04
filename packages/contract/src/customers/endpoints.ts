import { z } from 'zod'
import { signedIn } from '../access.ts'
import {
  COMPANY_INCIDENTS_PAGE,
  CUSTOMER_SEARCH_MAX_RESULTS,
  CUSTOMER_SEARCH_MIN_CHARACTERS,
  FALLBACK_LOCALE,
} from '../constants.ts'
import { endpoint } from '../endpoint.ts'
import { company, incidentMessage } from '../incidents/schemas.ts'
import { severity } from '../status/schemas.ts'
import { paging, rowIdText } from '../wire.ts'
import { catalogSearchText } from './rules.ts'

export const searchCatalog = endpoint({
  method: 'GET',
  path: '/customer_catalog/',
  summary: 'Companies by name, entity code or outtask id, the best matches first',
  access: signedIn,
  tokenScope: 'read:companies',
  query: z.object({
    search_text: z
      .string()
      .max(300)
      .transform(catalogSearchText)
      .pipe(z.string().min(CUSTOMER_SEARCH_MIN_CHARACTERS, 'Type at least 1 character')),
  }),
  answer: z.object({ companies: z.array(company).max(CUSTOMER_SEARCH_MAX_RESULTS) }),
})

export const getCompany = endpoint({
  method: 'GET',
  path: '/companies/:id/',
  summary: 'One company by its outtask id',
  access: signedIn,
  tokenScope: 'read:companies',
  params: z.object({ id: rowIdText }),
  answer: z.object({ company }),
})

/** An incident in the customer lookup (spec 1 §3, "Company incident"). Epochs are seconds. */
export const companyIncident = z.object({
  jira_id: z.string(),
  severity,
  status: z.string(),
  start_date: z.iso.datetime(),
  end_date: z.iso.datetime().nullable(),
  start_epoch: z.number().int(),
  end_epoch: z.number().int().nullable(),
  affected_services: z.array(z.string()),
  messages: z.array(incidentMessage),
})
export type CompanyIncident = z.infer<typeof companyIncident>

export const listIncidentsByCompany = endpoint({
  method: 'GET',
  path: '/incidents_by_company/',
  summary: 'The incidents that affect a company, newest start first',
  access: signedIn,
  tokenScope: 'read:companies',
  query: z.object({
    company_id: rowIdText,
    locale: z.string().trim().min(1).max(35).default(FALLBACK_LOCALE),
    ...paging(COMPANY_INCIDENTS_PAGE, COMPANY_INCIDENTS_PAGE),
  }),
  answer: z.object({ incidents: z.array(companyIncident), more_results: z.boolean() }),
})
