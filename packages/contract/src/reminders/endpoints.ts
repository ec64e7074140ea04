import { z } from 'zod'
import { requires, signedIn } from '../access.ts'
import { NEXT_UPDATE_MAX_DAYS } from '../constants.ts'
import { endpoint, write } from '../endpoint.ts'
import { instant, oneLine, priorityType, yesNo } from '../wire.ts'
import { LONGEST_PUT_OFF_NOTE } from './rules.ts'

const moment = z.iso.datetime()

const missedUpdate = z.object({
  jira_id: z.string(),
  priority_type: priorityType,
  is_internal: yesNo,
  next_update_due: moment.describe('When the missed update was due.'),
  owner: z
    .string()
    .nullable()
    .describe(
      'Who has to see to it: who writes to customers, else who leads; null if nobody has these roles.',
    ),
})
export type MissedUpdate = z.infer<typeof missedUpdate>

export const listReminders = endpoint({
  method: 'GET',
  path: '/reminders/',
  summary:
    'The missed updates that concern the signed-in person, who posted on the incident, is on its team, has a role on it or subscribed to reminders',
  access: signedIn,
  answer: z.object({ missed_updates: z.array(missedUpdate) }),
})

export const putOffUpdate = endpoint({
  method: 'PUT',
  path: '/put_off_update/',
  summary: 'Puts the promised update of an incident off; nobody is mailed',
  access: requires('create_p1_message', 'create_p2_message'),
  audits: 'Put Off Update',
  body: write({
    jira_id: z.string().trim().min(1).max(50),
    promised: instant.meta({
      description: 'When the update is due as the person has seen it; 409 if it is not any more.',
      examples: ['2026-08-20T14:30:00Z'],
    }),
    next_update_due: instant.meta({
      description: `When it is due instead: later than now and than before, within ${NEXT_UPDATE_MAX_DAYS} days. Sent again, it changes nothing.`,
      examples: ['2026-08-20T15:00:00Z'],
    }),
    note: oneLine().trim().max(LONGEST_PUT_OFF_NOTE).default('').describe('Why, for staff.'),
  }),
  answer: z.object({ jira_id: z.string(), next_update_due: moment }),
})
