import { z } from 'zod'
import { endpoint, signedIn } from '../endpoint.ts'

export const getBanner = endpoint({
  method: 'GET',
  path: '/banner',
  summary: 'The service-disruption banner: its text by language and whether it shows',
  access: signedIn,
  answer: z.object({ data: z.object({ text: z.record(z.string(), z.string()), display: z.boolean() }) }),
})
