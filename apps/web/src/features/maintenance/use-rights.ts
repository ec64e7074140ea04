import * as endpoints from '@aviary/contract/maintenance/endpoints'
import type { MaintenanceEvent, MaintenanceWindow } from '@aviary/contract/maintenance/schemas'
import { useMay } from '../../shared/may.ts'
import type { Kind } from './event-values.ts'

/** The older form edits an event together with its one notification: one that was planned without it, it cannot edit. */
export const hasNotification = (event: MaintenanceEvent | MaintenanceWindow): boolean =>
  !('notification_id' in event) || event.notification_id !== null

/** The two generations have actions of their own (spec 2 §6). */
export function useRights(kind: Kind) {
  const may = useMay()
  return kind === 'event'
    ? {
        mayCreate: may(endpoints.createMaintenanceEvent),
        mayEdit: may(endpoints.updateMaintenanceEvent),
        mayDelete: may(endpoints.deleteMaintenanceEvent),
      }
    : {
        mayCreate: may(endpoints.createMaintenanceWindow),
        mayEdit: may(endpoints.updateMaintenanceWindow),
        mayDelete: may(endpoints.deleteMaintenanceWindow),
      }
}
