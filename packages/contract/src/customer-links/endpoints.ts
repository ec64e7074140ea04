import { z } from 'zod'
import { anyone, requires } from '../access.ts'
import { endpoint, write } from '../endpoint.ts'
import { rowId, rowIdText } from '../wire.ts'
import {
  CUSTOMER_LINK_LONGEST_DAYS,
  CUSTOMER_LINK_LONGEST_NAME,
  CUSTOMER_LINK_MOST_DEVICES,
  CUSTOMER_LINKS_OF_COMPANY,
} from './rules.ts'

const access = requires('manage_customer_links')
const version = z
  .number()
  .int()
  .optional()
  .describe('The version that was read; a link that has been changed since refuses the write.')

const customerLink = z.object({
  link_id: z.number().int(),
  company_id: z.number().int(),
  name: z.string().describe('Whom the link is for.'),
  created_by: z.string(),
  created_date: z.iso.datetime(),
  expires_date: z.iso.datetime(),
  most_devices: z.number().int().describe('On so many devices the link can be opened.'),
  devices: z.number().int().describe('On which it was opened.'),
  last_seen_date: z.iso.datetime().nullable().describe('When one of them last read the page, to the hour.'),
  refused: z
    .number()
    .int()
    .describe('How often it was refused on a further device, since it was made: it may have been passed on.'),
  last_refused_date: z.iso.datetime().nullable(),
  version: z.number().int(),
})
export type CustomerLink = z.infer<typeof customerLink>

export const listCustomerLinks = endpoint({
  method: 'GET',
  path: '/customer_links/',
  summary: 'The links by which a customer reads its own status page, newest first; without their addresses',
  access,
  query: z.object({ company_id: rowIdText }),
  answer: z.object({
    links: z.array(customerLink),
    is_on: z.boolean().describe('Whether this installation has pages for customers (CUSTOMER_SITE).'),
  }),
})

const linkFields = {
  name: z
    .string()
    .trim()
    .min(1, 'Say whom the link is for')
    .max(CUSTOMER_LINK_LONGEST_NAME)
    .describe('Whom the link is for; the customer does not see it.'),
  expires_date: z.iso
    .datetime()
    .describe(`When it ends: at most ${CUSTOMER_LINK_LONGEST_DAYS} days from now.`),
  most_devices: z.number().int().min(1).max(CUSTOMER_LINK_MOST_DEVICES),
}

export const createCustomerLink = endpoint({
  method: 'POST',
  path: '/customer_links/',
  summary: `Makes a link by which a customer reads its own status page; its address is answered only here. At most ${CUSTOMER_LINKS_OF_COMPANY} of a company`,
  access,
  audits: 'Create Customer Link',
  answersSecret: true,
  body: write({ company_id: rowId, ...linkFields }),
  answer: z.object({ customer_link: customerLink, address: z.url() }),
})

export const updateCustomerLink = endpoint({
  method: 'PUT',
  path: '/customer_links/',
  summary: 'Changes whom a link is for, when it ends, or on how many devices it can be opened',
  access,
  audits: 'Update Customer Link',
  body: write({ link_id: rowId, ...linkFields, version }),
  answer: z.object({ customer_link: customerLink }),
})

export const deleteCustomerLink = endpoint({
  method: 'DELETE',
  path: '/customer_links/',
  summary: 'Ends a link, also on devices that opened it',
  access,
  audits: 'Delete Customer Link',
  body: write({ link_id: rowId }),
  answer: z.object({ link_id: z.number().int() }),
})

const link = z.object({ token: z.string().min(1).max(100) })

export const askToOpenCustomerPage = endpoint({
  method: 'GET',
  path: '/customer_links/:token/',
  summary: 'The page behind a link for a customer; following the link changes nothing',
  answerTypes: ['text/html'],
  access: anyone,
  params: link,
  answer: z.string(),
})

export const openCustomerPage = endpoint({
  method: 'POST',
  path: '/customer_links/:token/',
  summary: 'Opens a customer’s status page on this device, if the link was made for one more',
  answerTypes: ['text/html'],
  leadsBack: true,
  access: anyone,
  params: link,
  answer: z.string(),
})
