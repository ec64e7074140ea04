import { z } from 'zod'
import { requires } from '../access.ts'
import { SECURITY_USER_PAGE } from '../constants.ts'
import { endpoint, write } from '../endpoint.ts'
import { paging, rowId } from '../wire.ts'
import { companyId, securityUser, userFields, versionField } from './schemas.ts'

/** Part of an address as typed, ignoring case. */
const partOfAddress = z.string().trim().max(320)

export const listSecurityUsers = endpoint({
  method: 'GET',
  path: '/sec/user/',
  summary: 'Whom security mails go to, by company and address; of one company, or whose address holds a text',
  access: requires('view_manage_security_users'),
  query: z.object({
    ...paging(SECURITY_USER_PAGE, SECURITY_USER_PAGE),
    email: partOfAddress.optional(),
    company_id: companyId.optional(),
  }),
  /** `total`: number of all matches. */
  answer: z.object({
    users: z.array(securityUser),
    more_results: z.boolean(),
    total: z.number().int(),
  }),
})

export const createSecurityUser = endpoint({
  method: 'POST',
  path: '/sec/user/',
  summary: 'Has the security mails of a company go to one more address',
  access: requires('view_manage_security_users'),
  audits: 'Create Security User',
  body: write(userFields),
  answer: z.object({ user_id: z.number().int(), user: securityUser }),
})

/** The body is the file itself, `text/csv`: `company_id,email`, and optionally `active` (`Y` or `N`). */
export const uploadSecurityUsers = endpoint({
  method: 'POST',
  path: '/sec/user/upload/',
  summary:
    'Takes in a CSV of security users: all of its rows, or none; who is there already is changed, nobody goes',
  access: requires('view_manage_security_users'),
  audits: 'Import Security Users',
  uploads: 'text/csv',
  query: z.object({ filename: z.string().trim().max(255).optional() }),
  answer: z.object({
    added: z.number().int(),
    changed: z.number().int(),
    unchanged: z.number().int(),
    unknown_companies: z.number().int().describe('How many of its companies are not in the catalogue.'),
  }),
})

export const updateSecurityUser = endpoint({
  method: 'PUT',
  path: '/sec/user/',
  summary: 'Changes a security user; one who is not active is not mailed',
  access: requires('view_manage_security_users'),
  audits: 'Edit Security User',
  body: write({ ...userFields, active: userFields.active.unwrap().optional(), id: rowId, ...versionField }),
  answer: z.object({ user_id: z.number().int(), user: securityUser }),
})

export const deleteSecurityUser = endpoint({
  method: 'DELETE',
  path: '/sec/user/delete/',
  summary: 'Deletes a security user; what was mailed to them stays in the ledger',
  access: requires('view_manage_security_users'),
  audits: 'Delete Security Users',
  body: write({ user_id: rowId }),
  answer: z.object({ user_id: z.number().int() }),
})
