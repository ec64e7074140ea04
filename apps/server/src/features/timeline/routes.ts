import { FALLBACK_LOCALE } from '@aviary/contract/constants'
import { bodyPreview } from '@aviary/contract/messages/body'
import { rank } from '@aviary/contract/status/rules'
import type { TimelineEntry } from '@aviary/contract/timeline/endpoints'
import * as endpoints from '@aviary/contract/timeline/endpoints'
import type { Db } from '../../database/open.ts'
import { type Route, serve } from '../../http/call.ts'
import { getProgress, NO_PROGRESS } from '../../mail/public.ts'
import { getPlacesOf, type IncidentRow, listMessagesOf, requireIncident } from '../incidents/public.ts'
import type { StatusChange } from './queries.ts'
import * as queries from './queries.ts'

const MAX_STATUS_CHANGES = 1_000
const LONGEST_TEXT = 1_000
/** The grid hears of an end a little later: from its source, or when the clock passes it. */
const END_SHOWS_WITHIN_MS = 5 * 60_000

export const timelineRoutes: Route[] = [
  serve(endpoints.getTimeline, async ({ db, query, now }) => {
    const incident = await requireIncident(db, query.jira_id)
    const entries = [
      ...milestones(incident),
      ...(await statusChanges(db, incident, now)),
      ...(await messages(db, incident)),
      ...(await mailed(db, incident)),
    ]
    return { entries: entries.toSorted((a, b) => a.at.localeCompare(b.at)) }
  }),
]

function milestones(incident: IncidentRow): TimelineEntry[] {
  const end: TimelineEntry[] = incident.endDate ? [{ kind: 'end', at: incident.endDate.toISOString() }] : []
  return [
    { kind: 'start', at: incident.startDate.toISOString() },
    { kind: 'sla_end', at: incident.slaEndDate.toISOString() },
    ...end,
  ]
}

async function statusChanges(db: Db, incident: IncidentRow, now: Date): Promise<TimelineEntry[]> {
  const places = (await getPlacesOf(db, [incident.incidentId]))(incident.incidentId)
  if (places.services.length === 0 || places.dataCenters.length === 0) return []
  const rows = await queries.listStatusChanges(db, {
    ...places,
    from: incident.startDate,
    to: incident.endDate ? new Date(incident.endDate.getTime() + END_SHOWS_WITHIN_MS) : now,
    limit: MAX_STATUS_CHANGES,
  })
  return withinSpan(rows, incident).map((row) => ({
    kind: 'status',
    at: row.changedAt.toISOString(),
    service: row.service,
    data_center: row.dataCenter,
    status: row.status,
  }))
}

/**
 * The changes up to the incident's end, and of those after it what the end itself brought: the first of each cell, when
 * the cell got better than the incident was. Anything else belongs to another incident or to monitoring.
 */
function withinSpan(rows: readonly StatusChange[], { endDate, severity }: IncidentRow): StatusChange[] {
  const over = new Set<string>()
  return rows.filter((row) => {
    if (!endDate || row.changedAt <= endDate) return true
    const cell = `${row.service}\n${row.dataCenter}`
    const isFirst = !over.has(cell)
    over.add(cell)
    return isFirst && rank(row.status) < rank(severity)
  })
}

async function messages(db: Db, incident: IncidentRow): Promise<TimelineEntry[]> {
  const rows = await listMessagesOf(db, [incident.incidentId])
  return rows.map((row) => ({
    kind: 'message',
    at: row.createdDate.toISOString(),
    title: row.title,
    text: bodyPreview(row.body[FALLBACK_LOCALE] ?? Object.values(row.body)[0] ?? '', LONGEST_TEXT),
    by: row.createdBy,
  }))
}

async function mailed(db: Db, incident: IncidentRow): Promise<TimelineEntry[]> {
  const rows = await queries.listBroadcastsOf(db, incident.incidentId)
  if (rows.length === 0) return []
  const progress = await getProgress(
    db,
    rows.map((row) => row.broadcastId),
  )
  return rows.map((row) => ({
    kind: 'broadcast',
    at: row.createdAt.toISOString(),
    subject: row.contents[FALLBACK_LOCALE]?.subject ?? '',
    audience: row.audience,
    progress: progress.get(row.broadcastId) ?? NO_PROGRESS,
    by: row.createdBy,
  }))
}
