import { z } from 'zod'
import { endpoint, signedIn } from '../endpoint.ts'

export const template = z.object({
  pkey: z.number().int(),
  title: z.string(),
  body: z.string(),
  message_type: z.string().nullable(),
  affected_service: z.string().nullable(),
  notification_type: z.string().nullable(),
  template_type: z.enum(['message', 'notification']),
  created_by: z.string(),
  created_date: z.iso.datetime(),
})
export type Template = z.infer<typeof template>

export const listTemplates = endpoint({
  method: 'GET',
  path: '/templates',
  summary: 'The reusable texts for messages and notifications, by title',
  access: signedIn,
  answer: z.object({ templates: z.array(template) }),
})
