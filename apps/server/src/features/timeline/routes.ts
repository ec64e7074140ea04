import { FALLBACK_LOCALE } from '@aviary/contract/constants'
import { bodyPreview } from '@aviary/contract/messages/body'
import type { CellStatus } from '@aviary/contract/status/rules'
import { getTimeline, type TimelineEntry } from '@aviary/contract/timeline/endpoints'
import type { Db } from '../../database/open.ts'
import { type Route, serve } from '../../http/call.ts'
import { NotFound } from '../../http/errors.ts'
import { findProgress } from '../../mail/public.ts'
import { findIncident, findMessagesOf, findPlacesOf, type IncidentRow } from '../incidents/public.ts'
import { findBroadcastsOf, findStatusChanges } from './queries.ts'

const MOST_STATUS_CHANGES = 1_000
const LONGEST_TEXT = 1_000
/** Monitoring sees trouble a little before somebody calls it an incident, and its end a little later. */
const AROUND_MS = 30 * 60_000

export const timelineRoutes: Route[] = [
  serve(getTimeline, async ({ db, query, now }) => {
    const incident = await findIncident(db, query.jira_id)
    if (!incident) throw new NotFound(`There is no incident ${query.jira_id}`)
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
  const places = (await findPlacesOf(db, [incident.incidentId]))(incident.incidentId)
  if (places.services.length === 0 || places.dataCenters.length === 0) return []
  const rows = await findStatusChanges(db, {
    ...places,
    from: new Date(incident.startDate.getTime() - AROUND_MS),
    to: new Date((incident.endDate ?? now).getTime() + AROUND_MS),
    most: MOST_STATUS_CHANGES,
  })
  return rows.map((row) => ({
    kind: 'status',
    at: row.changedAt.toISOString(),
    service: row.service,
    data_center: row.dataCenter,
    status: row.status as CellStatus, // written from the same rule
  }))
}

async function messages(db: Db, incident: IncidentRow): Promise<TimelineEntry[]> {
  const rows = await findMessagesOf(db, [incident.incidentId])
  return rows.map((row) => ({
    kind: 'message',
    at: row.createdDate.toISOString(),
    title: row.title,
    text: bodyPreview(row.body[FALLBACK_LOCALE] ?? Object.values(row.body)[0] ?? '', LONGEST_TEXT),
    by: row.createdBy,
  }))
}

async function mailed(db: Db, incident: IncidentRow): Promise<TimelineEntry[]> {
  const rows = await findBroadcastsOf(db, incident.incidentId)
  if (rows.length === 0) return []
  const progress = await findProgress(
    db,
    rows.map((row) => row.broadcastId),
  )
  return rows.map((row) => ({
    kind: 'broadcast',
    at: row.createdAt.toISOString(),
    subject: row.contents[FALLBACK_LOCALE]?.subject ?? '',
    audience: row.audience,
    progress: progress.get(row.broadcastId) ?? { queued: 0, sent: 0, deferred: 0, failed: 0 },
    by: row.createdBy,
  }))
}
