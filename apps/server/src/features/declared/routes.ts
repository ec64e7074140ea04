import * as endpoints from '@aviary/contract/declared/endpoints'
import { isOwnIncident } from '@aviary/contract/declared/rules'
import type { IncidentRecord } from '@aviary/contract/ingest/schemas'
import { toYesNo } from '@aviary/contract/rules'
import type { Db } from '../../database/open.ts'
import { type Call, type Route, serve } from '../../http/call.ts'
import { changedMeanwhile } from '../../http/edits.ts'
import { fault, InvalidInput, NotFound } from '../../http/errors.ts'
import { moveFollowUps } from '../follow-ups/public.ts'
import { mergeRoles } from '../incident-roles/public.ts'
import { getIncidentPlaces, ingestIncidents } from '../incidents/public.ts'
import { movePostMortem } from '../post-mortems/public.ts'
import { type SiteLinks, tellMerge } from '../published/public.ts'
import { getKnownNames, InvalidRecords } from '../reference/public.ts'
import { refreshStatus } from '../status/public.ts'
import * as queries from './queries.ts'

/** Stores an incident declared in Aviary, with the same functions that store incidents from the tracker. */
async function store(call: Call, record: IncidentRecord): Promise<void> {
  const { db, now } = call
  const known = await getKnownNames(db)
  try {
    await ingestIncidents(db, [record], { known, now, author: call.caller, areOwn: true })
  } catch (error) {
    if (!(error instanceof InvalidRecords)) throw error
    throw new InvalidInput(error.faults[0]?.message ?? error.message)
  }
}

/** Updates the grid after a write, tells channels, and notifies open pages. */
async function announce(call: Call, links: SiteLinks): Promise<void> {
  call.changed('incidents', ...(await refreshStatus(call.db, { links, now: call.now })))
}

/** Locks an incident declared in Aviary. Throws NotFound, or Conflict if it has changed since `version`. */
async function lockOwn(db: Db, { jira_id, version }: { jira_id: string; version: number }) {
  const id = jira_id.toUpperCase()
  if (!isOwnIncident(id)) throw fault('jira_id', 'belongs to the tracker: it is changed there')
  const row = await queries.lockIncident(db, id)
  if (!row) throw new NotFound(`There is no incident ${id}; it may have been handed over to the tracker`)
  if (row.version !== version) throw changedMeanwhile(id, null, await present(db, row))
  return row
}

async function declare(call: Call<typeof endpoints.declareIncident>, links: SiteLinks) {
  const { db, body, now } = call
  const person = call.person()
  await queries.lockDeclaring(db)
  if (body.alert !== undefined) {
    const declared = await queries.findDeclaredFrom(db, body.alert, now)
    if (declared) return { jira_id: declared.jiraId, version: declared.version, is_new: false }
    if (!(await queries.hasReport(db, body.alert)))
      throw fault('alert', 'there is no report of it any more: declare the incident without it')
  }
  const start = body.start_date ?? now.toISOString()
  if (Date.parse(start) > now.getTime()) throw fault('start_date', 'is later than now')
  const jiraId = `AVI-${await queries.getNextNumber(db)}`
  const { details, priority_type, severity, affected_services, data_centers } = body
  await store(call, {
    ...{ jira_id: jiraId, details, priority_type, severity, affected_services, data_centers },
    ...{ status: 'ACTIVE', is_internal: 'Y', start_date: start, messages: [] },
    jira_info: { reporter: person.email, incident_manager: person.email },
  })
  const row = await queries.lockIncident(db, jiraId)
  if (!row) throw new Error('The incident was not stored')
  if (body.alert !== undefined) await queries.setDeclaredFrom(db, row.incidentId, body.alert)
  call.audit({ jira_id: jiraId, before: null, after: { ...body, start_date: start } })
  await announce(call, links)
  return { jira_id: jiraId, version: row.version, is_new: true }
}

/** An incident declared in Aviary, in the wire format of its form. */
async function present(db: Db, row: queries.OwnRow) {
  const { services, dataCenters } = (await getIncidentPlaces(db, [row.incidentId]))(row.incidentId)
  return {
    jira_id: row.jiraId,
    version: row.version,
    details: row.details,
    priority_type: row.priorityType,
    severity: row.severity,
    status: row.status,
    affected_services: services,
    data_centers: dataCenters,
    start_date: row.startDate.toISOString(),
    end_date: row.endDate?.toISOString() ?? null,
  }
}

async function update(call: Call<typeof endpoints.updateOwnIncident>, links: SiteLinks) {
  const { db, body, now } = call
  const row = await lockOwn(db, body)
  const before = await present(db, row)
  const { audit_log_data: _, version: __, ...fields } = body
  if (fields.end_date && fields.end_date < fields.start_date) throw fault('end_date', 'is before the start')
  await store(call, { ...fields, jira_id: row.jiraId, is_internal: toYesNo(row.isInternal), messages: [] })
  const version = await queries.updateOwn(db, row.incidentId, { updatedAt: now })
  call.audit({ jira_id: row.jiraId, before, after: fields })
  await announce(call, links)
  return { jira_id: row.jiraId, version }
}

async function publish(call: Call<typeof endpoints.publishIncident>, links: SiteLinks) {
  const { db, body, now } = call
  const row = await lockOwn(db, body)
  if (!row.isInternal) throw fault('jira_id', `${row.jiraId} is EXTERNAL already`)
  const version = await queries.updateOwn(db, row.incidentId, { isInternal: false, updatedAt: now })
  call.audit({ jira_id: row.jiraId, before: { is_internal: 'Y' }, after: { is_internal: 'N' } })
  await announce(call, links)
  return { jira_id: row.jiraId, version }
}

async function handOver(call: Call<typeof endpoints.handOverIncident>, links: SiteLinks) {
  const { db, body } = call
  if (isOwnIncident(body.to)) throw fault('to', 'belongs to Aviary: name an issue of the tracker')
  await queries.lockDeclaring(db)
  const row = await lockOwn(db, body)
  const known = await queries.lockIncident(db, body.to)
  const isOnlyOwnKeptOff = known?.isOnStatusPage && !row.isOnStatusPage
  if (known) {
    const pair = { from: row.incidentId, into: known.incidentId }
    const roles = await mergeRoles(db, { ...pair, by: call.person().email, now: call.now })
    if (roles.length > 0) call.audit({ roles })
    await moveFollowUps(db, pair)
    await movePostMortem(db, pair)
    const merge = () => queries.mergeIncident(db, pair)
    await tellMerge(db, { ...pair, merge }, { links, now: call.now })
  } else await queries.renameIncident(db, row.incidentId, body.to)
  await queries.renameReferences(db, { from: row.jiraId, to: body.to })
  await queries.createAlias(db, row.jiraId, known?.incidentId ?? row.incidentId)
  call.audit({
    jira_id: body.to,
    before: { jira_id: row.jiraId },
    after: { jira_id: body.to, ...(isOnlyOwnKeptOff ? { is_on_status_page: 'N' } : {}) },
    is_merged: known !== undefined,
  })
  call.changed('mails', 'channels')
  await announce(call, links)
  return { jira_id: body.to, is_merged: known !== undefined }
}

export const declaredRoutes = (links: SiteLinks): Route[] => [
  serve(endpoints.declareIncident, (call) => declare(call, links)),
  serve(endpoints.getOwnIncident, async ({ db, query }) => {
    const id = query.jira_id.toUpperCase()
    const row = isOwnIncident(id) ? await queries.getOwnIncident(db, id) : undefined
    if (!row) throw new NotFound(`There is no incident ${query.jira_id}`)
    return present(db, row)
  }),
  serve(endpoints.updateOwnIncident, (call) => update(call, links)),
  serve(endpoints.publishIncident, (call) => publish(call, links)),
  serve(endpoints.handOverIncident, (call) => handOver(call, links)),
]
