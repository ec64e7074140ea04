import { eventReference } from '@aviary/contract/maintenance/rules'
import type { Db } from '../../database/open.ts'
import { getDataCenterNames } from '../reference/public.ts'
import { getPublicId } from './public-id.ts'
import { hasExternalNotification } from './queries.ts'

/**
 * Whether people outside know of a maintenance event: a notification about it was sent off to them. `exceptBroadcastId`:
 * a broadcast that does not count.
 */
export const wasMaintenancePublished = (
  db: Db,
  eventId: number,
  exceptBroadcastId?: number,
): Promise<boolean> => hasExternalNotification(db, { reference: eventReference(eventId), exceptBroadcastId })

type MaintenanceFacts = {
  eventId: number
  version: number
  startDate: Date
  endDate: Date
  dataCenters: readonly string[]
}

/** What people outside may read of a maintenance event. Its title is for staff: notifications have their own. */
export async function toPublicMaintenance(db: Db, facts: MaintenanceFacts) {
  const names = await getDataCenterNames(db)
  return {
    id: await getPublicId(db, 'maintenance', facts.eventId),
    version: facts.version,
    starts_at: facts.startDate.toISOString(),
    ends_at: facts.endDate.toISOString(),
    data_centers: facts.dataCenters.map((name) => names.get(name) ?? name),
  }
}
