import { z } from 'zod'
import { priorityType, yesNo } from '../wire.ts'
import { FOLLOW_UP_STATES, LONGEST_FOLLOW_UP } from './rules.ts'

const email = z.string().trim().min(1).max(320)
const day = z.iso
  .date({ abort: true, error: 'use a date such as 2026-08-20' })
  .regex(/^(?:19[7-9]|2)/, 'use a date from 1970 to 2999')
  .meta({ examples: ['2026-09-01'] })

/** What remains to be done after an incident. */
export const followUp = z.object({
  follow_up_id: z.number().int(),
  jira_id: z.string(),
  priority_type: priorityType.describe('Priority of the incident, which decides who may post on it.'),
  is_internal: yesNo.describe('Whether the incident is for staff only.'),
  title: z.string(),
  owner: z.string().nullable().describe('Address of the account that does it.'),
  due_date: z.string().nullable().describe('Day by whose end it is due, in UTC.'),
  state: z.enum(FOLLOW_UP_STATES),
  created_by: z.string(),
  created_date: z.iso.datetime(),
  closed_date: z.iso.datetime().nullable().describe('When it was done or dropped.'),
  tracker: z
    .object({ key: z.string(), url: z.string() })
    .nullable()
    .describe('Its issue in the tracker; null if there is none, or none can be made.'),
  tracker_fault: z
    .string()
    .nullable()
    .describe('Why the tracker does not take it, in English; it is tried again.'),
  version: z.number().int(),
})
export type FollowUp = z.infer<typeof followUp>

export const followUpFields = {
  title: z.string().trim().min(1).max(LONGEST_FOLLOW_UP).describe('What is to be done, in plain text.'),
  owner: email.nullable().describe('Address of an account; of an internal incident one that may see it.'),
  due_date: day.nullable().describe('Day by whose end it is due, in UTC.'),
}
