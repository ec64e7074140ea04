import { createHash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { WebhookOutcome } from '@aviary/contract/ingest/endpoints'
import type { IncidentRecord } from '@aviary/contract/ingest/schemas'
import type { Db } from '../../database/open.ts'
import {
  findDataCentersOf,
  findIncident,
  findServicesOf,
  type IncidentRow,
  takeInIncidents,
} from '../../features/incidents/public.ts'
import {
  findDataCenters,
  findKnownNames,
  findPriorities,
  findServices,
} from '../../features/reference/public.ts'
import { InvalidInput } from '../../http/errors.ts'
import { type Foreign, matchName } from '../foreign.ts'
import { insertDeliveries } from '../queries.ts'
import { type JiraFields, type JiraIssue, readIssue } from './read-issue.ts'

type Delivery = { body: Foreign; rawBody: Buffer; headers: IncomingHttpHeaders }
type Options = { fields: JiraFields; now: Date; author: string }

/** Takes one event in. Throws InvalidInput for a service or data center nobody knows; changes nothing then. */
export async function takeInJiraEvent(db: Db, delivery: Delivery, options: Options): Promise<WebhookOutcome> {
  const issue = readIssue(delivery.body, options.fields)
  if (typeof issue === 'string') return { outcome: 'not for Aviary', detail: issue }
  if (await isRepeated(db, delivery, options.now)) {
    return { outcome: 'already received', detail: `${issue.key}: this delivery was taken in before` }
  }
  const stored = await findIncident(db, issue.key)
  const known = stored?.sourceUpdatedAt
  if (known && issue.updatedAt && issue.updatedAt < known) {
    return {
      outcome: 'older than what is known',
      detail: `${issue.key} is known as of ${known.toISOString()}`,
    }
  }
  if (issue.isDeleted && !stored) return { outcome: 'unchanged', detail: `${issue.key} is not known here` }
  const record = await toRecord(db, issue, { now: options.now, stored })
  const taken = await takeInIncidents(db, [record], {
    known: await findKnownNames(db),
    now: options.now,
    author: options.author,
    ...(issue.updatedAt ? { sourceUpdatedAt: issue.updatedAt } : {}),
  })
  if (taken.unchanged > 0) return { outcome: 'unchanged', detail: `${issue.key} is as it was` }
  return { outcome: 'taken', detail: `${issue.key} was ${taken.created > 0 ? 'created' : 'updated'}` }
}

/** Jira names a delivery and keeps the name when it tries again; the bytes name it where no header does. */
async function isRepeated(db: Db, { rawBody, headers }: Delivery, now: Date): Promise<boolean> {
  const name = headers['x-atlassian-webhook-identifier']
  const keys = [`body:${createHash('sha256').update(rawBody).digest('base64url')}`]
  if (typeof name === 'string' && name !== '') keys.push(`id:${name.slice(0, 200)}`)
  const rows = keys.map((deliveryKey) => ({ sender: 'jira', deliveryKey, receivedAt: now }))
  return (await insertDeliveries(db, rows)) < keys.length
}

/** Jira's events do not speak of the SLA: an end that another source gave stays. */
async function slaSetByOthers(db: Db, stored: IncidentRow | undefined): Promise<{ sla_end_date?: string }> {
  if (!stored?.slaEndDate) return {}
  const priority = (await findPriorities(db)).find((row) => row.priorityType === stored.priorityType)
  const byDefault = stored.startDate.getTime() + (priority?.slaMinutes ?? 0) * 60_000
  return stored.slaEndDate.getTime() === byDefault ? {} : { sla_end_date: stored.slaEndDate.toISOString() }
}

type Before = { now: Date; stored: IncidentRow | undefined }

async function toRecord(db: Db, issue: JiraIssue, { now, stored }: Before): Promise<IncidentRecord> {
  const ids = stored ? [stored.incidentId] : []
  const services = issue.services
    ? matchAll('service', issue.services, await findServices(db))
    : (await findServicesOf(db, ids)).map((row) => row.name)
  const dataCenters = issue.dataCenters
    ? matchAll('data center', issue.dataCenters, await findDataCenters(db))
    : (await findDataCentersOf(db, ids)).map((row) => row.name)
  const startDate = issue.startDate ?? stored?.startDate ?? issue.updatedAt ?? now
  // An issue that is deleted in Jira is no longer worked on: it is closed here, and what was said about it stays.
  const end = issue.isDeleted ? (issue.updatedAt ?? now) : issue.endDate
  return {
    jira_id: issue.key,
    priority_type: issue.priorityType,
    severity: issue.severity,
    status: issue.isDeleted ? 'CLOSED' : issue.status,
    is_internal: issue.isInternal ? 'Y' : 'N',
    details: issue.details ?? stored?.details ?? '',
    affected_services: services,
    data_centers: dataCenters,
    start_date: startDate.toISOString(),
    end_date: end ? new Date(Math.max(end.getTime(), startDate.getTime())).toISOString() : null,
    ...(await slaSetByOthers(db, stored)),
    jira_info: issue.people,
    messages: [],
  }
}

function matchAll(
  kind: string,
  names: readonly string[],
  known: readonly { name: string; system_name: string }[],
): string[] {
  const unknown = names.filter((name) => !matchName(name, known))
  if (unknown.length > 0) {
    const told = unknown.map((name) => `'${name.slice(0, 60)}'`).join(', ')
    throw new InvalidInput(
      `Unknown ${kind}: ${told}. Known are ${known.map((one) => one.system_name).join(', ')}`,
    )
  }
  return [...new Set(names.flatMap((name) => matchName(name, known) ?? []))]
}
