import type { Db } from '../../database/open.ts'
import { openPublicIds } from './public-id.ts'
import * as queries from './queries.ts'

/** The page of an incident below the root of the status page; empty, which is the first page, if it has none. */
export async function getIncidentPage(db: Db, incidentId: number): Promise<string> {
  if (!(await queries.isIncidentOnStatusPage(db, incidentId))) return ''
  return `incidents/${(await openPublicIds(db))('incident', incidentId)}/`
}

/** The page of a maintenance event below the root of the status page; empty if it has none. */
export async function getMaintenancePage(db: Db, eventId: number): Promise<string> {
  if (!(await queries.isMaintenanceOnStatusPage(db, eventId))) return ''
  return `maintenance/${(await openPublicIds(db))('maintenance', eventId)}/`
}
