import { z } from 'zod'
import { onlyWith } from '../only-with.ts'

/** A role on an incident, and who has it. */
export const incidentRole = z.object({
  role: z.string().describe('Key of the role in the reference data.'),
  name: z.string(),
  translations: z.record(z.string(), z.string()),
  is_retired: z
    .boolean()
    .describe('Whether the role is no longer offered; it is answered while somebody has it.'),
  holder: onlyWith('read:people', z.string().nullable()).describe('Address of the account; null: nobody.'),
  since: onlyWith('read:people', z.iso.datetime().nullable()),
  note: onlyWith('read:internal', z.string()).describe('What was said when the holder got the role.'),
})
export type IncidentRole = z.infer<typeof incidentRole>
