import { z } from 'zod'
import { requires, signedIn } from '../access.ts'
import { endpoint, write } from '../endpoint.ts'
import { oneLine } from '../wire.ts'
import { LONGEST_ROLE_NOTE, MOST_PEOPLE } from './rules.ts'
import { incidentRole } from './schemas.ts'

// Who leads an incident, who writes to customers: people take these roles here, beside the team that the tracker names.

const jiraId = z.string().trim().min(1).max(50)
const email = z.string().trim().min(1).max(320)
const access = requires('create_p1_message', 'create_p2_message')

export const listIncidentRoles = endpoint({
  method: 'GET',
  path: '/incidents/roles/',
  summary: 'The roles on an incident in their order, and who has each',
  access: signedIn,
  tokenScope: 'read:incidents',
  query: z.object({ jira_id: jiraId }),
  answer: z.object({ roles: z.array(incidentRole) }),
})

export const updateIncidentRole = endpoint({
  method: 'PUT',
  path: '/incidents/roles/',
  summary: 'Takes a role on an incident, hands it to somebody or gives it up; nobody is mailed',
  access,
  audits: 'Update Incident Role',
  body: write({
    jira_id: jiraId,
    role: z.string().trim().min(1).max(100).describe('Key of the role.'),
    holder: email.nullable().describe('Address of the account that has the role from now on; null: nobody.'),
    prev_holder: email
      .nullable()
      .describe(
        'Who has the role as the person has seen it; 409 with the present roles if it is somebody else.',
      ),
    note: z
      .string()
      .trim()
      .max(LONGEST_ROLE_NOTE)
      .default('')
      .describe('What the next one should know, for staff.'),
  }),
  answer: z.object({ roles: z.array(incidentRole) }),
})

export const listRolePeople = endpoint({
  method: 'GET',
  path: '/incidents/roles/people/',
  summary: `The accounts that could have a role on an incident, by address; at most ${MOST_PEOPLE}`,
  access,
  query: z.object({
    jira_id: jiraId,
    search: oneLine().trim().max(100).default('').describe('Part of the address.'),
  }),
  answer: z.object({ people: z.array(z.object({ email: z.string() })) }),
})
