import type { Shared } from '@aviary/contract/correlation/rules'
import type { Db } from '../../database/open.ts'
import { getIncidentPlaces } from '../incidents/public.ts'

const HOUR_MS = 60 * 60 * 1000

export const addHours = (date: Date, hours: number): Date => new Date(date.getTime() + hours * HOUR_MS)

export const wholeSeconds = (ms: number): number => Math.floor(ms / 1000)

type Incident = { incidentId: number; cis: string[] }

/** Returns a function that gives the CIs, services and data centers of each of these incidents. */
export async function getIncidentNames(db: Db, incidents: readonly Incident[]) {
  const getPlaces = await getIncidentPlaces(
    db,
    incidents.map(({ incidentId }) => incidentId),
  )
  return ({ incidentId, cis }: Incident) => {
    const { services, dataCenters } = getPlaces(incidentId)
    return { cis, services, data_centers: dataCenters } satisfies Shared
  }
}
