import { listChangesBefore } from '@aviary/contract/correlation/endpoints'
import { listIncidentsByCompany, searchCatalog } from '@aviary/contract/customers/endpoints'
import { getIncidentByJiraId, listIncidents } from '@aviary/contract/incidents/endpoints'
import type { Incident, IncidentMessage } from '@aviary/contract/incidents/schemas'
import { severity } from '@aviary/contract/status/schemas'
import { getTimeline } from '@aviary/contract/timeline/endpoints'
import { z } from 'zod'
import { changeFacts, toChangeFacts } from './change-facts.ts'
import { fit, fitFrom, MOST_ITEMS } from './fit.ts'
import { inParts, isAbout, jiraId, moment, rest, tool, toText } from './tool.ts'

const incidentFacts = z.object({
  jira_id: z.string(),
  details: z.string().describe('What the tracker says of it.'),
  severity,
  status: z.string().describe('The word of the tracker; ACTIVE and INVESTIGATION mean open.'),
  priority: z.string(),
  services: z.array(z.string()),
  data_centers: z.array(z.string()),
  start: moment,
  end: moment.nullable(),
  next_update_due: moment.nullable(),
  is_internal: z.boolean(),
  affected_companies: z.number().int().optional().describe('Only with the scope read:companies.'),
})

const toFacts = (incident: Incident): z.input<typeof incidentFacts> => ({
  ...{ jira_id: incident.jiraId, details: toText(incident.details), severity: incident.symbol },
  ...{ status: incident.status, priority: incident.priorityType },
  ...{ services: incident.affectedServices, data_centers: incident.affectedDataCenters },
  ...{ start: incident.startDate, end: incident.endDate, next_update_due: incident.nextUpdateDue },
  is_internal: incident.isInternal === 'Y',
  ...(incident.affectedCompanies !== undefined && { affected_companies: incident.affectedCompanies }),
})

const message = z.object({ at: moment, type: z.string(), title: z.string(), text: z.string() })

const toMessage = ({ created_date, message_type, title, message: html }: IncidentMessage) => ({
  ...{ at: created_date, type: message_type, title, text: toText(html) },
})

/** Incidents asked for at once, and how often for one answer. */
const PAGE = 500
const MOST_PAGES = 4

const listIncidentsTool = tool({
  name: 'list_incidents',
  title: 'Incidents',
  description:
    'Incidents, newest first: the open ones, or those that are over, of a service, a data center or a time.',
  scope: 'read:incidents',
  input: z.object({
    list: z.enum(['open', 'historic']).default('open'),
    service: z.string().max(200).optional().describe('Only those that affect this service, by its name.'),
    data_center: z
      .string()
      .max(200)
      .optional()
      .describe('Only those in this data center, by its system name.'),
    since: moment.optional().describe('Only those that began at this time or later.'),
    ...inParts,
  }),
  output: {
    incidents: z.array(incidentFacts),
    searched_back_to: moment
      .nullable()
      .describe('Incidents that began before it were not looked at; null when all were.'),
    ...rest,
  },
  run: async ({ list, cursor, ...wanted }, ask) => {
    const found: Incident[] = []
    const enough = Number(cursor) + MOST_ITEMS
    let oldest: string | null = null
    for (let page = 0; page < MOST_PAGES && found.length <= enough; page += 1) {
      const { payload, more_results } = await ask(listIncidents, {
        query: {
          ...{ active: String(list === 'open'), messages: 'false' },
          ...{ start_at: String(page * PAGE), response_size: String(PAGE) },
        },
      })
      found.push(...payload.filter((incident) => isWanted(incident, wanted)))
      oldest = more_results ? (payload.at(-1)?.startDate ?? null) : null
      if (oldest === null || (wanted.since !== undefined && oldest < wanted.since)) break
    }
    const { items, next_cursor } = fitFrom(found.map(toFacts), cursor)
    const isEnough = oldest === null || (wanted.since !== undefined && oldest < wanted.since)
    return { incidents: items, searched_back_to: isEnough ? null : oldest, next_cursor }
  },
})

type Wanted = { service?: string | undefined; data_center?: string | undefined; since?: string | undefined }

const isWanted = (incident: Incident, { service, data_center, since }: Wanted): boolean =>
  isAbout(incident.affectedServices, service) &&
  isAbout(incident.affectedDataCenters, data_center) &&
  (since === undefined || incident.startDate >= since)

const getIncidentTool = tool({
  name: 'get_incident',
  title: 'An incident',
  description: 'The facts of one incident and what people were told about it, the newest message first.',
  scope: 'read:incidents',
  input: z.object({ jira_id: jiraId, ...inParts }),
  output: { incident: incidentFacts, root_cause: z.string().nullable(), messages: z.array(message), ...rest },
  run: async ({ jira_id, cursor }, ask) => {
    const { payload } = await ask(getIncidentByJiraId, { query: { jira_id } })
    const { items, next_cursor } = fitFrom(payload.messages.map(toMessage), cursor)
    const root_cause = payload.rca === null ? null : toText(payload.rca)
    return { incident: toFacts(payload), root_cause, messages: items, next_cursor }
  },
})

const timelineTool = tool({
  name: 'incident_timeline',
  title: 'The course of an incident',
  description:
    'What happened in the course of an incident: status changes, messages, and broadcasts with their counts.',
  scope: 'read:incidents',
  input: z.object({ jira_id: jiraId, ...inParts }),
  output: {
    entries: z.array(z.looseObject({ kind: z.string(), at: moment })).describe('Oldest first.'),
    ...rest,
  },
  run: async ({ jira_id, cursor }, ask) => {
    const { entries } = await ask(getTimeline, { query: { jira_id } })
    const { items, next_cursor } = fitFrom(entries, cursor)
    return { entries: items, next_cursor }
  },
})

const changesBeforeTool = tool({
  name: 'changes_before_incident',
  title: 'Changes before an incident',
  description:
    'Changes and maintenance before an incident that share a configuration item, a service or a data center with it, the nearest first.',
  scope: 'read:changes',
  input: z.object({
    jira_id: jiraId,
    hours: z.number().int().min(1).max(72).optional().describe('How many hours before its start.'),
    ...inParts,
  }),
  output: {
    found: z.array(
      z.object({
        kind: z.enum(['change', 'maintenance']),
        title: z.string(),
        seconds_before: z.number().int(),
        is_under_way: z.boolean().describe('It was still going on when the incident began.'),
        shared: z.array(z.string()).describe('What it shares with the incident.'),
        change: changeFacts.optional(),
      }),
    ),
    not_listed: z.number().int(),
    ...rest,
  },
  run: async ({ jira_id, hours, cursor }, ask) => {
    const query = { jira_id, ...(hours !== undefined && { hours: String(hours) }) }
    const { items: precedents, more } = await ask(listChangesBefore, { query })
    const found = precedents.map((each) => ({
      kind: each.kind,
      title: each.kind === 'change' ? each.change.summary : each.event.title,
      ...{ seconds_before: each.seconds_before, is_under_way: each.is_under_way },
      shared: [...each.shared.cis, ...each.shared.services, ...each.shared.data_centers],
      ...(each.kind === 'change' && { change: toChangeFacts(each.change) }),
    }))
    const { items, next_cursor } = fitFrom(found, cursor)
    return { found: items, not_listed: more, next_cursor }
  },
})

const companyTool = tool({
  name: 'company_incidents',
  title: 'What hit a company',
  description:
    'The incidents that affected a company, newest first. A name that fits several companies is answered with them.',
  scope: 'read:companies',
  input: z.object({
    company: z.string().trim().min(1).max(300).describe('Its name, entity code or outtask id.'),
    ...inParts,
  }),
  output: {
    companies: z
      .array(
        z.object({ id: z.number().int(), name: z.string().nullable(), entity_code: z.string().nullable() }),
      )
      .describe('Those that fit; their incidents are listed when it is only one.'),
    incidents: z.array(
      z.object({
        ...{ jira_id: z.string(), severity, status: z.string(), start: moment, end: moment.nullable() },
        services: z.array(z.string()),
        newest_message: message.nullable(),
      }),
    ),
    ...rest,
  },
  run: async ({ company, cursor }, ask) => {
    const { companies: fitting } = await ask(searchCatalog, { query: { search_text: company } })
    const exact = fitting.filter(({ id, name, entity_code }) =>
      isAbout([String(id), name ?? '', entity_code ?? ''], company),
    )
    const companies = (exact.length === 1 ? exact : fitting)
      .slice(0, MOST_COMPANIES)
      .map(({ id, name, entity_code }) => ({ id, name, entity_code }))
    const [only, ...others] = companies
    if (!only || others.length > 0) return { companies, incidents: [], next_cursor: null }
    const start = Number(cursor)
    const { incidents, more_results } = await ask(listIncidentsByCompany, {
      query: { company_id: String(only.id), start_at: cursor, response_size: '20' },
    })
    const found = incidents.map((each) => ({
      ...{ jira_id: each.jira_id, severity: each.severity, status: each.status },
      ...{ start: each.start_date, end: each.end_date, services: each.affected_services },
      newest_message: each.messages[0] ? toMessage(each.messages[0]) : null,
    }))
    const { items, next_cursor } = fit(found, start, more_results)
    return { companies, incidents: items, next_cursor }
  },
})

const MOST_COMPANIES = 20

export const INCIDENT_TOOLS = [
  listIncidentsTool,
  getIncidentTool,
  timelineTool,
  changesBeforeTool,
  companyTool,
]
