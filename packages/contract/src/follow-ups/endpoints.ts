import { z } from 'zod'
import { requires, signedIn } from '../access.ts'
import { endpoint, write } from '../endpoint.ts'
import { paging, rowId } from '../wire.ts'
import { FOLLOW_UPS_LARGEST_PAGE } from './rules.ts'
import { followUp, followUpFields } from './schemas.ts'

const jiraId = z.string().trim().min(1).max(50)
const oneFollowUp = z.object({ follow_up: followUp })
const version = z
  .number()
  .int()
  .optional()
  .describe('The version that was read; a follow-up that has been changed since refuses the write.')

export const listFollowUps = endpoint({
  method: 'GET',
  path: '/follow_ups/',
  summary:
    'What remains to be done after incidents: the open ones by due date, or the closed ones, newest first',
  access: signedIn,
  query: z.object({
    jira_id: jiraId.optional().describe('Only those of this incident, open and closed.'),
    is_open: z
      .stringbool({ truthy: ['true'], falsy: ['false'] })
      .meta({ enum: ['true', 'false'] })
      .default(true)
      .describe('`false`: those that are done or dropped.'),
    ...paging(FOLLOW_UPS_LARGEST_PAGE, FOLLOW_UPS_LARGEST_PAGE),
  }),
  answer: z.object({ follow_ups: z.array(followUp), more_results: z.boolean() }),
})

export const createFollowUp = endpoint({
  method: 'POST',
  path: '/follow_ups/',
  summary: 'Notes what remains to be done after an incident',
  access: requires('create_p1_message', 'create_p2_message'),
  audits: 'Create Follow-up',
  body: write({ jira_id: jiraId, ...followUpFields }),
  answer: oneFollowUp,
})

export const updateFollowUp = endpoint({
  method: 'PUT',
  path: '/follow_ups/',
  summary: 'Changes a follow-up, also its state; its owner may change the state alone',
  access: signedIn,
  audits: 'Update Follow-up',
  body: write({ follow_up_id: rowId, ...followUpFields, state: followUp.shape.state, version }),
  answer: oneFollowUp,
})

export const deleteFollowUp = endpoint({
  method: 'DELETE',
  path: '/follow_ups/',
  summary: 'Deletes a follow-up that was noted by mistake; what is not to be done is dropped instead',
  access: requires('create_p1_message', 'create_p2_message'),
  audits: 'Delete Follow-up',
  body: write({ follow_up_id: rowId, version }),
  answer: z.object({ follow_up_id: z.number().int() }),
})
