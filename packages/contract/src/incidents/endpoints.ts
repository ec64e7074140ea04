import { z } from 'zod'
import { requires, signedIn } from '../access.ts'
import {
  ACTIVE_INCIDENTS_PAGE,
  AFFECTED_COMPANIES_LARGEST_PAGE,
  AFFECTED_COMPANIES_PAGES,
  FALLBACK_LOCALE,
  INCIDENTS_LARGEST_PAGE,
} from '../constants.ts'
import { endpoint, write } from '../endpoint.ts'
import { managedMessage } from '../messages/schemas.ts'
import { paging, yesNo } from '../wire.ts'
import { company, incident, incidentDetail, incidentTeam } from './schemas.ts'

const jiraId = z.string().trim().min(1).max(50)
const trueOrFalse = z.stringbool({ truthy: ['true'], falsy: ['false'] }).meta({ enum: ['true', 'false'] })
const localeQuery = z.string().trim().min(1).max(35).default(FALLBACK_LOCALE)

export const listIncidents = endpoint({
  method: 'GET',
  path: '/incidents/',
  summary: 'Incidents, newest start first: the open ones, or the historic ones',
  access: signedIn,
  tokenScope: 'read:incidents',
  query: z.object({
    active: trueOrFalse.default(true),
    locale: localeQuery,
    messages: trueOrFalse
      .default(true)
      .describe('`false` leaves `messages` empty, for lists that show no more of them than `rca`.'),
    ...paging(INCIDENTS_LARGEST_PAGE, ACTIVE_INCIDENTS_PAGE),
  }),
  answer: z.object({ payload: z.array(incident), more_results: z.boolean() }),
})

export const getIncidentByJiraId = endpoint({
  method: 'GET',
  path: '/incident_by_jira_id/',
  summary: 'One incident with its messages, team and the first affected companies',
  access: signedIn,
  tokenScope: 'read:incidents',
  query: z.object({ jira_id: jiraId, locale: localeQuery }),
  answer: z.object({ payload: incidentDetail }),
})

export const getIncidentTeam = endpoint({
  method: 'GET',
  path: '/incidents/incident_team_data/:id/',
  summary: 'Who works on an incident, from the tracker and the chat',
  access: signedIn,
  tokenScope: 'read:people',
  params: z.object({ id: jiraId }),
  answer: incidentTeam,
})

export const listAffectedCompanies = endpoint({
  method: 'GET',
  path: '/incidents/affected_companies/',
  summary: 'The companies an incident affects, by name',
  access: signedIn,
  tokenScope: 'read:companies',
  query: z.object({
    jira_id: jiraId,
    ...paging(AFFECTED_COMPANIES_LARGEST_PAGE, AFFECTED_COMPANIES_PAGES.first),
  }),
  answer: z.object({ companies: z.array(company), more_results: z.boolean() }),
})

export const updateOnStatusPage = endpoint({
  method: 'PUT',
  path: '/incidents/on_status_page/',
  summary: 'Keeps an incident off the status page, or shows it there again; mails and channels go on',
  access: requires('create_p1_message', 'create_p2_message'),
  audits: 'Update On Status Page',
  body: write({
    jira_id: jiraId,
    is_on_status_page: yesNo.describe(
      'N: page, feeds and API do not show it. Y: they show what was published of it.',
    ),
  }),
  answer: z.object({ jira_id: z.string(), is_on_status_page: yesNo }),
})

export const getMessages = endpoint({
  method: 'GET',
  path: '/get_messages/',
  summary: 'The messages of an incident, newest first',
  access: signedIn,
  tokenScope: 'read:incidents',
  query: z.object({ jira_id: jiraId }),
  answer: z.object({ messages: z.array(managedMessage) }),
})
