import { z } from 'zod'
import { followUp } from '../follow-ups/schemas.ts'
import { incidentRole } from '../incident-roles/schemas.ts'
import { onlyWith } from '../only-with.ts'
import { postMortemOfIncident } from '../post-mortems/schemas.ts'
import { severity } from '../status/schemas.ts'
import { priorityType, yesNo } from '../wire.ts'

const moment = z.iso.datetime()

/** A message as spelled by the landing and detail calls (spec 1 §3). */
export const incidentMessage = z.object({
  message_id: z.number().int(),
  title: z.string(),
  message_type: z.string(),
  priorityType,
  created_date: moment,
  created_epoch: z.number().int(),
  body: z.record(z.string(), z.string()),
  message: z.string(),
})
export type IncidentMessage = z.infer<typeof incidentMessage>

/** An incident of the landing page. `symbol` is its severity, `status` the source's own word. */
export const incident = z.object({
  opi: z.string(),
  jiraId: z.string(),
  affectedCompanies: onlyWith('read:companies', z.number().int()),
  affectedDataCenters: z.array(z.string()),
  affectedServices: z.array(z.string()),
  affectedUsers: onlyWith('read:companies', z.number().int().nullable()),
  details: z.string(),
  startDate: moment,
  endDate: moment.nullable(),
  slaEndTime: moment,
  status: z.string(),
  symbol: severity,
  rca: z.string().nullable(),
  messages: z.array(incidentMessage),
  isInternal: yesNo,
  priorityType,
  nextUpdateDue: moment
    .nullable()
    .describe(
      'When the next message is due, as the messages promise or as it was put off to; null without a promise that stands, and when the incident is over.',
    ),
  nextUpdatePutOff: z
    .object({
      promised: moment.describe('When the message promised it.'),
      putOffBy: onlyWith('read:people', z.string()),
      note: onlyWith('read:internal', z.string()),
    })
    .optional()
    .describe('Only while the next message is put off.'),
  roles: onlyWith(
    'read:people',
    z
      .array(
        z.object({
          role: z.string().describe('Key of the role.'),
          name: z.string(),
          translations: z.record(z.string(), z.string()),
          holder: z.string().describe('Address of the account that has it.'),
        }),
      )
      .describe('The roles that somebody has on it, in their order.'),
  ),
})
export type Incident = z.infer<typeof incident>

export const company = z.object({
  name: z.string().nullable(),
  id: z.number().int(),
  entity_code: z.string().nullable(),
  data_center: z.string().nullable(),
})
export type Company = z.infer<typeof company>

/** People on an incident, from the tracker. Senders may add fields; only these are shown. */
export const jiraInfo = z.looseObject({
  assignee: z.string().nullish(),
  reporter: z.string().nullish(),
  incident_manager: z.string().nullish(),
  participants: z.array(z.string()).optional(),
})

export const slackInfo = z.looseObject({
  channel: z.string().nullish(),
  channel_url: z.string().nullish(),
  members: z.array(z.string()).optional(),
})

export const incidentTeam = z.object({ jira_info: jiraInfo, slack_info: slackInfo })
export type IncidentTeam = z.infer<typeof incidentTeam>

/**
 * Adds team, companies, `cis`: the configuration items at fault, if the source names them, and whether the status page
 * may show it.
 */
export const incidentDetail = incident.extend({
  jira_info: onlyWith('read:people', jiraInfo),
  slack_info: onlyWith('read:people', slackInfo),
  affected_companies: onlyWith('read:companies', z.array(company)),
  cis: z.array(z.string()),
  all_roles: z.array(incidentRole).describe('The roles that somebody can have on it or has, in their order.'),
  follow_ups: onlyWith('read:people', z.array(followUp).describe('What remains to be done after it.')),
  post_mortem: onlyWith('read:people', postMortemOfIncident.nullable()),
  is_on_status_page: yesNo
    .optional()
    .describe('N: kept off everything that people may read without an account; mails and channels go on.'),
})
export type IncidentDetail = z.infer<typeof incidentDetail>

/**
 * Free text from the source: ACTIVE and INVESTIGATION mean open, every other status means closed (spec 1 §4).
 */
export const incidentStatus = z.string().trim().toUpperCase().min(1).max(50)
