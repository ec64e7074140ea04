import { createHash } from 'node:crypto'
import { isOwnIncident } from '@aviary/contract/declared/rules'
import { isInternalTitle } from '@aviary/contract/incidents/rules'
import type * as endpoints from '@aviary/contract/ingest/endpoints'
import type { AffectedCompanyRecord, IncidentRecord } from '@aviary/contract/ingest/schemas'
import type { Severity } from '@aviary/contract/status/rules'
import type { Db } from '../../database/open.ts'
import { sanitizeBody } from '../../html/sanitize.ts'
import type { RecordFault } from '../../http/read-batch.ts'
import { inSlices } from '../../process/in-slices.ts'
import { InvalidRecords, type KnownNames, listPriorities, toKnownRecords } from '../reference/public.ts'
import * as queries from './queries.ts'

type KnownIncident = IncidentRecord & { severity: Severity }
type IngestOptions = { known: KnownNames; now: Date; author: string; sourceUpdatedAt?: Date; areOwn?: true }

/**
 * Creates or updates incidents by Jira id; an unchanged record writes nothing. The later of two records for
 * one incident wins. Throws InvalidRecords.
 */
export async function ingestIncidents(
  db: Db,
  records: readonly IncidentRecord[],
  options: IngestOptions,
): Promise<endpoints.IngestCounts> {
  if (!options.areOwn) refuseOwnIds(records)
  const named = toKnownRecords(records, options.known, (record, { services, dataCenters, severity }) => ({
    ...record,
    severity: severity('severity', record.severity),
    affected_services: services(record.affected_services),
    data_centers: dataCenters(record.data_centers),
  }))
  const latest = [...new Map(named.map((record) => [record.jira_id, record])).values()]
  const stored = await queries.listIncidentsByJiraId(
    db,
    latest.map((record) => record.jira_id),
  )
  const hashes = new Map(stored.map((row) => [row.jiraId, row.recordHash]))
  const changed = latest.filter((record) => hashes.get(record.jira_id) !== hashRecord(record))
  const cis = new Map(stored.map((row) => [row.jiraId, row.cis]))
  if (changed.length > 0) await write(db, changed, { ...options, cis })
  const created = changed.filter((record) => !hashes.has(record.jira_id)).length
  return { created, updated: changed.length - created, unchanged: records.length - changed.length }
}

/** Refuses ids of incidents declared in Aviary: no outside source may overwrite such an incident. */
function refuseOwnIds(records: readonly IncidentRecord[]): void {
  const faults = records.flatMap(({ jira_id }, index) =>
    isOwnIncident(jira_id)
      ? [{ index, path: 'jira_id', message: 'AVI- and a number is an incident that was declared here' }]
      : [],
  )
  if (faults.length > 0) throw new InvalidRecords(faults)
}

const hashRecord = (record: KnownIncident): string =>
  createHash('sha256').update(JSON.stringify(record)).digest('base64url')

/** `cis`: stored configuration items by incident id; a record without any leaves them unchanged. */
type Write = IngestOptions & { cis: ReadonlyMap<string, string[]> }

async function write(db: Db, records: readonly KnownIncident[], options: Write): Promise<void> {
  const slaMinutes = new Map((await listPriorities(db)).map((row) => [row.priorityType, row.slaMinutes]))
  const written = await queries.upsertIncidents(
    db,
    records.map((record) => toRow(record, slaMinutes.get(record.priority_type) ?? 0, options)),
  )
  const ids = new Map(written.map((row) => [row.jiraId, row.incidentId]))
  const collectRows = <T>(make: (record: IncidentRecord, incidentId: number) => T[]) =>
    records.flatMap((record) => make(record, ids.get(record.jira_id) ?? 0))

  await queries.deletePlaces(db, [...ids.values()])
  const services = collectRows((record, incidentId) =>
    record.affected_services.map((service) => ({ incidentId, service })),
  )
  await queries.createIncidentServices(db, services)
  const dataCenters = collectRows((record, incidentId) =>
    record.data_centers.map((dataCenter) => ({ incidentId, dataCenter })),
  )
  await queries.createIncidentDataCenters(db, dataCenters)
  const messages = collectRows((record, incidentId) => messageRows(record, incidentId, options.author))
  await sanitizeBodies(messages)
  await queries.upsertMessages(db, messages)
}

function toRow(record: KnownIncident, slaMinutes: number, { now, sourceUpdatedAt, cis }: Write) {
  const startDate = new Date(record.start_date)
  return {
    jiraId: record.jira_id,
    priorityType: record.priority_type,
    severity: record.severity,
    status: record.status,
    isInternal: record.is_internal === 'Y',
    details: record.details,
    cis: [...new Set(record.cis ?? cis.get(record.jira_id) ?? [])],
    affectedUsers: record.affected_users ?? null,
    reportedCompanyCount: record.affected_company_count ?? null,
    startDate,
    endDate: record.end_date ? new Date(record.end_date) : null,
    slaEndDate: record.sla_end_date
      ? new Date(record.sla_end_date)
      : new Date(startDate.getTime() + slaMinutes * 60_000),
    jiraInfo: record.jira_info ?? {},
    slackInfo: record.slack_info ?? {},
    sourceUpdatedAt: sourceUpdatedAt ?? null,
    recordHash: hashRecord(record),
    createdAt: now,
    updatedAt: now,
  }
}

function messageRows(record: IncidentRecord, incidentId: number, author: string) {
  const byKey = new Map(record.messages.map((message) => [message.key, message]))
  return [...byKey.values()].map((message) => ({
    incidentId,
    sourceKey: message.key,
    title: message.title,
    messageType: message.message_type ?? (isInternalTitle(message.title) ? 'Internal' : message.title),
    createdDate: new Date(message.created_date),
    createdBy: author,
    body: message.body,
  }))
}

/** Characters of bodies sanitized without a pause; more would delay other requests noticeably. */
const SLICE_CHARACTERS = 10_000

/** Sanitizes the bodies of messages in slices, so that other requests run in between. */
async function sanitizeBodies(messages: { body: Record<string, string> }[]): Promise<void> {
  let slice: (() => void)[] = []
  let length = 0
  const sanitizeSlice = () => {
    for (const sanitize of slice) sanitize()
  }
  for (const message of messages) {
    const clean: Record<string, string> = {}
    for (const [locale, html] of Object.entries(message.body)) {
      slice.push(() => {
        clean[locale] = sanitizeBody(html)
      })
      length += html.length
      if (length < SLICE_CHARACTERS) continue
      await inSlices(sanitizeSlice)
      slice = []
      length = 0
    }
    message.body = clean
  }
  sanitizeSlice()
}

/** Adds affected companies to incidents. Throws InvalidRecords for an unknown incident or company. */
export async function ingestAffectedCompanies(
  db: Db,
  records: readonly AffectedCompanyRecord[],
): Promise<endpoints.IngestCounts> {
  const incidents = await queries.listIncidentsByJiraId(db, [
    ...new Set(records.map((record) => record.jira_id)),
  ])
  const ids = new Map(incidents.map((row) => [row.jiraId, row.incidentId]))
  const companies = await queries.listKnownCompanyIds(db, [
    ...new Set(records.map((record) => record.company_id)),
  ])
  const faults: RecordFault[] = []
  const rows: { incidentId: number; companyId: number }[] = []
  records.forEach((record, index) => {
    const incidentId = ids.get(record.jira_id)
    if (incidentId === undefined) faults.push({ index, message: `unknown incident '${record.jira_id}'` })
    if (!companies.has(record.company_id))
      faults.push({ index, message: `unknown company ${record.company_id}` })
    if (incidentId !== undefined) rows.push({ incidentId, companyId: record.company_id })
  })
  if (faults.length > 0) throw new InvalidRecords(faults)
  const created = await queries.createAffectedCompanies(db, rows)
  return { created, updated: 0, unchanged: records.length - created }
}
