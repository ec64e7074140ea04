import type * as endpoints from '@aviary/contract/maintenance/endpoints'
import { FREEZE_WINDOW } from '@aviary/contract/maintenance/rules'
import type { Overlap } from '@aviary/contract/maintenance/schemas'
import { bodyPreview } from '@aviary/contract/messages/body'
import { toYesNo } from '@aviary/contract/wire'
import type { Call } from '../../http/call.ts'
import { getIncidentPlaces, listActiveIncidentsIn } from '../incidents/public.ts'
import { refuseEndBeforeStart, requireDataCenters } from './checks.ts'
import type { EventRow } from './queries.ts'
import * as queries from './queries.ts'

/** What else goes on in some of the data centers between two moments, what starts first before the others. */
export async function listOverlaps({ db, query, now }: Call<typeof endpoints.listOverlaps>) {
  refuseEndBeforeStart(query, 'query')
  const wanted = await requireDataCenters(db, query.data_centers, 'query')
  const common = (names: readonly string[]) => names.filter((name) => wanted.includes(name))
  const events = await queries.listEventsDuring(db, {
    start: new Date(query.start_date),
    end: new Date(query.end_date),
    dataCenters: wanted,
    except: query.id,
  })
  const incidents = (await listActiveIncidentsIn(db, wanted, now)).filter(
    (incident) =>
      query.start_date < lastsUntil(incident, now) && incident.startDate.getTime() < query.end_date,
  )
  const placesOf = await getIncidentPlaces(
    db,
    incidents.map(({ incidentId }) => incidentId),
  )
  const overlaps = [
    ...events.map((event) => overlapOf(event, common(event.dataCenters))),
    ...incidents.map((incident) => {
      const { services, dataCenters } = placesOf(incident.incidentId)
      return { ...overlapOfIncident(incident, services), data_centers: common(dataCenters) }
    }),
  ]
  return { overlaps: overlaps.toSorted((a, b) => a.start_date.localeCompare(b.start_date)) }
}

type Incident = Awaited<ReturnType<typeof listActiveIncidentsIn>>[number]

const OPEN_LASTS_MS = 24 * 60 * 60 * 1000

/** Nobody knows when an open incident ends: it counts for a day from now, and to its SLA end when that is later. */
const lastsUntil = ({ endDate, slaEndDate }: Incident, now: Date): number =>
  endDate ? endDate.getTime() : Math.max(slaEndDate.getTime(), now.getTime() + OPEN_LASTS_MS)

const overlapOf = (event: EventRow, dataCenters: string[]): Overlap => ({
  kind: event.flag === FREEZE_WINDOW ? 'freeze_window' : 'event',
  id: String(event.eventId),
  title: event.title,
  is_internal: toYesNo(event.isInternal),
  start_date: event.startDate.toISOString(),
  end_date: event.endDate.toISOString(),
  data_centers: dataCenters,
})

const TITLE_LENGTH = 65

function overlapOfIncident(incident: Incident, services: string[]): Omit<Overlap, 'data_centers'> {
  const about = services.join(', ') || bodyPreview(incident.details, TITLE_LENGTH)
  return {
    kind: 'incident',
    id: incident.jiraId,
    title: about ? `${incident.jiraId}: ${about}` : incident.jiraId,
    is_internal: toYesNo(incident.isInternal),
    start_date: incident.startDate.toISOString(),
    end_date: incident.endDate?.toISOString() ?? null,
  }
}
