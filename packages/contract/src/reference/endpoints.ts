import { z } from 'zod'
import { anyone, signedIn } from '../access.ts'
import { endpoint } from '../endpoint.ts'
import { severity } from '../status/schemas.ts'

export const locale = z.object({ system_key: z.string(), display_name: z.string() })
export type Locale = z.infer<typeof locale>

export const listLocales = endpoint({
  method: 'GET',
  path: '/locales',
  summary: 'The active display languages',
  access: signedIn,
  tokenScope: 'read:status',
  answer: z.object({ data: z.array(locale) }),
})

export const dataCenter = z.object({ name: z.string(), system_name: z.string() })
export type DataCenter = z.infer<typeof dataCenter>

const formerNames = z
  .array(z.object({ name: z.string(), until: z.iso.datetime() }))
  .optional()
  .describe('Names it had before, the oldest first.')
const retired = z
  .array(dataCenter.extend({ former_names: formerNames }))
  .optional()
  .describe('No longer offered; what names one of these is shown with its name.')

export const listDataCenters = endpoint({
  method: 'GET',
  path: '/data_centers',
  summary: 'The data centers, in the order of the grid; `name` is what people read',
  access: signedIn,
  tokenScope: 'read:status',
  answer: z.object({
    data_centers: z.array(
      dataCenter.extend({
        short_name: z.string().optional().describe('For narrow columns; left out if the name is short.'),
        former_names: formerNames,
      }),
    ),
    retired,
  }),
})

export const listServices = endpoint({
  method: 'GET',
  path: '/services',
  summary: 'The services, in the order of the grid; `name` is what people read',
  access: signedIn,
  tokenScope: 'read:status',
  answer: z.object({ services: z.array(dataCenter.extend({ former_names: formerNames })), retired }),
})

export const severityItem = z.object({
  id: z.number().int(),
  description: z.string(),
  system_key: severity,
  display_value: z.string(),
})

export const listSeverities = endpoint({
  method: 'GET',
  path: '/open_severities/',
  summary: 'The severities an open incident can have',
  access: signedIn,
  tokenScope: 'read:status',
  answer: z.object({ severity_list: z.array(severityItem) }),
})

/** Settings of this installation that the browser needs before sign-in. */
export const publicSettings = z.object({
  provider_name: z.string(),
  product_key: z.string(),
  issue_tracker_link: z.string(),
  status_site: z.string(),
  status_page: z
    .string()
    .nullable()
    .describe(
      'Address of the status page that this installation serves or writes (PUBLIC_STATUS); else null.',
    ),
  faq_link: z.string().describe('An external page, or a path of the web app'),
  help_link: z.string().describe('An external page, or a path of the web app'),
  is_demo: z.boolean(),
  version: z.string(),
})
export type PublicSettings = z.infer<typeof publicSettings>

export const getPublicSettings = endpoint({
  method: 'GET',
  path: '/public_settings',
  summary: "The public part of this installation's settings",
  access: anyone,
  answer: publicSettings,
})
