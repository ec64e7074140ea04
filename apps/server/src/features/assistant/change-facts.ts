import type { Change } from '@aviary/contract/changes/schemas'
import { z } from 'zod'
import { moment } from './tool.ts'

/** A change as assistants read it. */
export const changeFacts = z.object({
  id: z.number().int(),
  summary: z.string(),
  description: z.string(),
  type: z.string().describe('manual, or auto for what a program deployed.'),
  status: z.string().nullable(),
  at: moment.describe('When it took effect.'),
  services: z.array(z.string()),
  data_centers: z.array(z.string()),
  cis: z.array(z.string()),
})

export const toChangeFacts = (change: Change): z.input<typeof changeFacts> => ({
  ...{ id: change.id, summary: change.summary, description: change.description },
  ...{ type: change.change_type, status: change.status, at: change.effective_at },
  ...{ services: change.services, data_centers: change.data_centers, cis: change.cis },
})
