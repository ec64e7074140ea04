import { z } from 'zod'
import { requires, signedIn } from '../access.ts'
import { endpoint, write } from '../endpoint.ts'
import { yesNo } from '../wire.ts'

/** The banner's text by language, and whether it is shown. */
const bannerState = z.object({ text: z.record(z.string(), z.string()), display: z.boolean() })

export const getBanner = endpoint({
  method: 'GET',
  path: '/banner',
  summary: 'The service-disruption banner: its text by language and whether it shows',
  access: signedIn,
  tokenScope: 'read:status',
  answer: z.object({ data: bannerState }),
})

export const updateBanner = endpoint({
  method: 'POST',
  path: '/banner',
  summary: 'Shows or hides the service-disruption banner on every open page',
  access: requires('edit_service_disruption_banner'),
  audits: 'Update Banner',
  body: write({
    display: z.union([z.boolean(), yesNo.transform((text) => text === 'Y')]),
    jira_id: z.string().max(50).default('Manual'),
    source: z.string().max(320).optional(),
    source_service: z.string().max(100).optional(),
  }),
  answer: z.object({ data: bannerState }),
})
