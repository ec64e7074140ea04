import type { Shared } from '@aviary/contract/correlation/rules'
import type { Db } from '../../database/open.ts'
import { getIncidentPlaces } from '../incidents/public.ts'

const HOUR_MS = 60 * 60 * 1000

export const hoursLater = (at: Date, hours: number): Date => new Date(at.getTime() + hours * HOUR_MS)

export const wholeSeconds = (ms: number): number => Math.floor(ms / 1000)

type Incident = { incidentId: number; cis: string[] }

/** What incidents are compared by: a list of names of each kind. */
export async function getNamesOf(db: Db, incidents: readonly Incident[]) {
  const placesOf = await getIncidentPlaces(
    db,
    incidents.map(({ incidentId }) => incidentId),
  )
  return ({ incidentId, cis }: Incident) => {
    const { services, dataCenters } = placesOf(incidentId)
    return { cis, services, data_centers: dataCenters } satisfies Shared
  }
}
