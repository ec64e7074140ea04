import type { IncidentRecord } from '@aviary/contract/ingest/schemas'
import type { Db } from '../../database/open.ts'
import { followIssue } from '../../features/follow-ups/public.ts'
import {
  getIncident,
  type IncidentRow,
  ingestIncidents,
  listIncidentDataCenters,
  listIncidentServices,
} from '../../features/incidents/public.ts'
import { getKnownNames, type KnownNames, listPriorities } from '../../features/reference/public.ts'
import { type Delivery, isRepeated } from '../deliveries.ts'
import { leftOut, matchNames, namesOfUnknown, type Unknown } from '../foreign.ts'
import { type IngestedIssue, ingestChange } from './ingest-change.ts'
import type { ChangeFields } from './read-change.ts'
import {
  categoryOf,
  type IssueEvent,
  type JiraFields,
  type JiraIssue,
  readEvent,
  readIncident,
} from './read-issue.ts'

export type JiraSettings = JiraFields & ChangeFields
type Options = { fields: JiraSettings; now: Date; author: string }

/** The outcome of an event, and whether its issue is an incident or a change. */
export type JiraOutcome = IngestedIssue & { kind?: 'incident' | 'change'; followUpId?: number }

/**
 * Ingests one event as an incident or a change, depending on the project of its issue, or as news of a follow-up's issue. Unknown services and
 * data centers are left out and reported: Jira does not resend a refused event, and no incident may be lost.
 */
export async function ingestJiraEvent(db: Db, delivery: Delivery, options: Options): Promise<JiraOutcome> {
  const { fields, now } = options
  const event = readEvent(delivery.body)
  if (typeof event === 'string') return { outcome: 'not for Aviary', detail: event }
  const isIncident = fields.projects.includes(event.project)
  if (!isIncident && !fields.changeProjects.includes(event.project)) {
    return (
      (await ingestFollowUp(db, event, options)) ?? {
        outcome: 'not for Aviary',
        detail: `the project ${event.project} holds no incidents and no changes`,
      }
    )
  }
  if (await isRepeated(db, 'jira', { ...delivery, now })) {
    return { outcome: 'already received', detail: `${event.key}: this delivery was taken in before` }
  }
  return isIncident
    ? { ...(await ingestIncident(db, event, options)), kind: 'incident' }
    : { ...(await ingestChange(db, event, { fields, now })), kind: 'change' }
}

/** Undefined if the issue is of no follow-up. Repeated events tell nothing new. */
async function ingestFollowUp(
  db: Db,
  { key, issueFields, updatedAt: at, isDeleted }: IssueEvent,
  { now, author }: Options,
): Promise<JiraOutcome | undefined> {
  if (isDeleted) return undefined
  const category = categoryOf(issueFields)
  const isDone = category === '' ? undefined : category === 'done'
  return followIssue(db, { key, isDone, at, now, author })
}

async function ingestIncident(db: Db, event: IssueEvent, options: Options): Promise<IngestedIssue> {
  const names = await getKnownNames(db)
  const issue = readIncident(event, options.fields, names.findSeverity)
  const stored = await getIncident(db, issue.key)
  const known = stored?.sourceUpdatedAt
  if (known && issue.updatedAt && issue.updatedAt < known) {
    return {
      outcome: 'older than what is known',
      detail: `${issue.key} is known as of ${known.toISOString()}`,
    }
  }
  if (issue.isDeleted && !stored) return { outcome: 'unchanged', detail: `${issue.key} is not known here` }
  const { record, unknown } = await toRecord(db, issue, { now: options.now, stored, names })
  const counts = await ingestIncidents(db, [record], {
    known: names,
    now: options.now,
    author: options.author,
    ...(issue.updatedAt ? { sourceUpdatedAt: issue.updatedAt } : {}),
  })
  const left = leftOut(unknown)
  const unknownNames = { names: namesOfUnknown(unknown) }
  if (counts.unchanged > 0)
    return { outcome: 'unchanged', detail: `${issue.key} is as it was${left}`, ...unknownNames }
  const became = counts.created > 0 ? 'created' : 'updated'
  return { outcome: 'taken', detail: `${issue.key} was ${became}${left}`, ...unknownNames }
}

/** The stored SLA end if another source has set it; it is kept, because Jira's events contain none. */
async function slaSetByOthers(db: Db, stored: IncidentRow | undefined): Promise<{ sla_end_date?: string }> {
  if (!stored?.slaEndDate) return {}
  const priority = (await listPriorities(db)).find((row) => row.priorityType === stored.priorityType)
  const byDefault = stored.startDate.getTime() + (priority?.slaMinutes ?? 0) * 60_000
  return stored.slaEndDate.getTime() === byDefault ? {} : { sla_end_date: stored.slaEndDate.toISOString() }
}

type Before = { now: Date; stored: IncidentRow | undefined; names: KnownNames }

type MatchedNames = Pick<IncidentRecord, 'affected_services' | 'data_centers'> & { unknown: Unknown }

/** Services and data centers: from the event, else as stored. */
async function matchedNamesOf(db: Db, issue: JiraIssue, { stored, names }: Before): Promise<MatchedNames> {
  const ids = stored ? [stored.incidentId] : []
  const services = matchNames(issue.services ?? [], names.services)
  const dataCenters = matchNames(issue.dataCenters ?? [], names.dataCenters)
  const storedNames = (rows: { name: string }[]) => rows.map((row) => row.name)
  return {
    affected_services: issue.services ? services.known : storedNames(await listIncidentServices(db, ids)),
    data_centers: issue.dataCenters ? dataCenters.known : storedNames(await listIncidentDataCenters(db, ids)),
    unknown: {
      services: services.unknown,
      dataCenters: dataCenters.unknown,
      severities: issue.unknownSeverity ? [issue.unknownSeverity] : [],
    },
  }
}

async function toRecord(
  db: Db,
  issue: JiraIssue,
  before: Before,
): Promise<{ record: IncidentRecord; unknown: Unknown }> {
  const { now, stored } = before
  const { unknown, ...matchedNames } = await matchedNamesOf(db, issue, before)
  const startDate = issue.startDate ?? stored?.startDate ?? issue.updatedAt ?? now
  // Closes an incident whose issue was deleted in Jira; its messages stay.
  const end = issue.isDeleted ? (issue.updatedAt ?? now) : issue.endDate
  const record = {
    jira_id: issue.key,
    priority_type: issue.priorityType,
    severity: issue.severity,
    status: issue.isDeleted ? ('CLOSED' as const) : issue.status,
    is_internal: issue.isInternal ? ('Y' as const) : ('N' as const),
    details: issue.details ?? stored?.details ?? '',
    ...matchedNames,
    ...(issue.cis ? { cis: issue.cis } : {}),
    start_date: startDate.toISOString(),
    end_date: end ? new Date(Math.max(end.getTime(), startDate.getTime())).toISOString() : null,
    ...(await slaSetByOthers(db, stored)),
    jira_info: issue.people,
    messages: [],
  }
  return { record, unknown }
}
