import type * as endpoints from '@aviary/contract/maintenance/endpoints'
import { FREEZE_WINDOW } from '@aviary/contract/maintenance/rules'
import type { Overlap } from '@aviary/contract/maintenance/schemas'
import { bodyPreview } from '@aviary/contract/messages/body'
import { toYesNo } from '@aviary/contract/rules'
import type { Call } from '../../http/call.ts'
import { getIncidentPlaces, listActiveIncidentsIn } from '../incidents/public.ts'
import { listDataCenters } from '../reference/public.ts'
import { refuseEndBeforeStart, requireDataCenters } from './checks.ts'
import type { EventRow } from './queries.ts'
import * as queries from './queries.ts'
import { selectVisible } from './visible.ts'

/**
 * Lists events and active incidents that overlap a span of time in some data centers, earliest start first.
 */
export async function listOverlaps({ db, query, now, sees }: Call<typeof endpoints.listOverlaps>) {
  refuseEndBeforeStart(query, 'query')
  const requested = query.data_centers
    ? await requireDataCenters(db, query.data_centers, { part: 'query', retired: 'all' })
    : (await listDataCenters(db)).map(({ system_name }) => system_name)
  const selectRequested = (names: readonly string[]) => names.filter((name) => requested.includes(name))
  const during = await queries.listEventsDuring(db, {
    start: new Date(query.start_date),
    end: new Date(query.end_date),
    dataCenters: requested,
    exceptEventId: query.id,
  })
  const events = selectVisible(during, sees)
  const incidents = selectVisible(await listActiveIncidentsIn(db, requested, now), sees).filter(
    (incident) =>
      query.start_date < getExpectedEnd(incident, now) && incident.startDate.getTime() < query.end_date,
  )
  const getPlaces = await getIncidentPlaces(
    db,
    incidents.map(({ incidentId }) => incidentId),
  )
  const overlaps = [
    ...events.map((event) => toEventOverlap(event, selectRequested(event.dataCenters))),
    ...incidents.map((incident) => {
      const { services, dataCenters } = getPlaces(incident.incidentId)
      return { ...toIncidentOverlap(incident, services), data_centers: selectRequested(dataCenters) }
    }),
  ]
  return { overlaps: overlaps.toSorted((a, b) => a.start_date.localeCompare(b.start_date)) }
}

type Incident = Awaited<ReturnType<typeof listActiveIncidentsIn>>[number]

const OPEN_INCIDENT_MS = 24 * 60 * 60 * 1000

/** Assumes that an incident without an end lasts a day from now, or until its SLA end if that is later. */
const getExpectedEnd = ({ endDate, slaEndDate }: Incident, now: Date): number =>
  endDate ? endDate.getTime() : Math.max(slaEndDate.getTime(), now.getTime() + OPEN_INCIDENT_MS)

const toEventOverlap = (event: EventRow, dataCenters: string[]): Overlap => ({
  kind: event.flag === FREEZE_WINDOW ? 'freeze_window' : 'event',
  id: String(event.eventId),
  title: event.title,
  is_internal: toYesNo(event.isInternal),
  is_test: toYesNo(event.isTest),
  start_date: event.startDate.toISOString(),
  end_date: event.endDate.toISOString(),
  data_centers: dataCenters,
})

const TITLE_LENGTH = 65

function toIncidentOverlap(incident: Incident, services: string[]): Omit<Overlap, 'data_centers'> {
  const subject = services.join(', ') || bodyPreview(incident.details, TITLE_LENGTH)
  return {
    kind: 'incident',
    id: incident.jiraId,
    title: subject ? `${incident.jiraId}: ${subject}` : incident.jiraId,
    is_internal: toYesNo(incident.isInternal),
    is_test: 'N',
    start_date: incident.startDate.toISOString(),
    end_date: incident.endDate?.toISOString() ?? null,
  }
}
