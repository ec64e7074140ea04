import { FALLBACK_LOCALE } from '@aviary/contract/constants'
import { bodyPreview } from '@aviary/contract/messages/body'
import { rank } from '@aviary/contract/status/rules'
import type { TimelineEntry } from '@aviary/contract/timeline/endpoints'
import { getChannelProgress, NO_CHANNELS } from '../../channels/public.ts'
import type { Db } from '../../database/open.ts'
import type { Sees } from '../../http/withhold.ts'
import { getProgress, NO_PROGRESS } from '../../mail/public.ts'
import { listRoleChanges } from '../incident-roles/public.ts'
import {
  getIncidentPlaces,
  type IncidentRow,
  listIncidentMessages,
  selectVisible,
} from '../incidents/public.ts'
import type { StatusChange } from './queries.ts'
import * as queries from './queries.ts'

const MAX_STATUS_CHANGES = 1_000
const TEXT_MAX_CHARACTERS = 1_000
/**
 * Longest time until the grid shows the end of an incident. The end comes from the source or is noticed at
 * the next tick of the jobs.
 */
const END_SHOWS_WITHIN_MS = 5 * 60_000

type Asked = { now: Date; sees: Sees }

/** What happened in the course of an incident, the oldest first. */
export async function listEntries(
  db: Db,
  incident: IncidentRow,
  { now, sees }: Asked,
): Promise<TimelineEntry[]> {
  const entries = [
    ...listMilestones(incident),
    ...(await listStatusEntries(db, incident, now)),
    ...(await listMessageEntries(db, incident, sees)),
    ...(await listBroadcastEntries(db, incident, sees)),
    ...(sees('read:people') ? await listRoleEntries(db, incident) : []),
  ]
  return entries.toSorted((a, b) => a.at.localeCompare(b.at))
}

function listMilestones(incident: IncidentRow): TimelineEntry[] {
  const end: TimelineEntry[] = incident.endDate ? [{ kind: 'end', at: incident.endDate.toISOString() }] : []
  return [
    { kind: 'start', at: incident.startDate.toISOString() },
    { kind: 'sla_end', at: incident.slaEndDate.toISOString() },
    ...end,
  ]
}

async function listStatusEntries(db: Db, incident: IncidentRow, now: Date): Promise<TimelineEntry[]> {
  const places = (await getIncidentPlaces(db, [incident.incidentId]))(incident.incidentId)
  if (places.services.length === 0 || places.dataCenters.length === 0) return []
  const rows = await queries.listStatusChanges(db, {
    ...places,
    from: incident.startDate,
    to: incident.endDate ? new Date(incident.endDate.getTime() + END_SHOWS_WITHIN_MS) : now,
    limit: MAX_STATUS_CHANGES,
  })
  return selectOwnChanges(rows, incident).map((row) => ({
    kind: 'status',
    at: row.changedAt.toISOString(),
    service: row.service,
    data_center: row.dataCenter,
    status: row.status,
  }))
}

/**
 * Keeps the changes up to the incident's end, and each cell's first change afterwards if the new status is
 * better than the incident's severity. All other changes belong to another incident or to monitoring.
 */
function selectOwnChanges(rows: readonly StatusChange[], { endDate, severity }: IncidentRow): StatusChange[] {
  const changedCells = new Set<string>()
  return rows.filter((row) => {
    if (!endDate || row.changedAt <= endDate) return true
    const cell = `${row.service}\n${row.dataCenter}`
    const isFirst = !changedCells.has(cell)
    changedCells.add(cell)
    return isFirst && rank(row.status) < rank(severity)
  })
}

async function listMessageEntries(db: Db, incident: IncidentRow, sees: Sees): Promise<TimelineEntry[]> {
  const rows = selectVisible(await listIncidentMessages(db, [incident.incidentId]), sees)
  return rows.map((row) => ({
    kind: 'message',
    at: row.createdDate.toISOString(),
    message_id: row.messageId,
    title: row.title,
    text: bodyPreview(row.body[FALLBACK_LOCALE] ?? Object.values(row.body)[0] ?? '', TEXT_MAX_CHARACTERS),
    by: row.createdBy,
  }))
}

async function listRoleEntries(db: Db, incident: IncidentRow): Promise<TimelineEntry[]> {
  const rows = await listRoleChanges(db, incident.incidentId)
  return rows.map(({ change, role }) => ({
    kind: 'role',
    at: change.changedAt.toISOString(),
    role: role.systemName,
    name: role.displayName,
    translations: role.translations,
    prev_holder: change.prevHolder,
    holder: change.holder,
    note: change.note,
    by: change.changedBy,
  }))
}

async function listBroadcastEntries(db: Db, incident: IncidentRow, sees: Sees): Promise<TimelineEntry[]> {
  const rows = (await queries.listBroadcasts(db, incident.incidentId)).filter(
    ({ audience }) => audience === 'EXTERNAL' || sees('read:internal'),
  )
  if (rows.length === 0) return []
  const ids = rows.map((row) => row.broadcastId)
  const progress = await getProgress(db, ids)
  const channels = await getChannelProgress(db, ids)
  return rows.map((row) => ({
    kind: 'broadcast',
    at: row.createdAt.toISOString(),
    broadcast_id: row.broadcastId,
    message_id: row.messageId,
    is_correction: row.messageVersion > 1,
    subject: row.contents[FALLBACK_LOCALE]?.subject ?? '',
    audience: row.audience,
    progress: progress.get(row.broadcastId) ?? NO_PROGRESS,
    channels: channels.get(row.broadcastId) ?? NO_CHANNELS,
    by: row.createdBy,
  }))
}
