import * as endpoints from '@aviary/contract/maintenance/endpoints'
import type { MaintenanceEvent, MaintenanceWindow } from '@aviary/contract/maintenance/schemas'
import { useMay } from '../../shared/may.ts'
import type { Kind } from './event-values.ts'

/** The v1 form edits an event with its one notification, so it cannot edit events without a notification. */
export const hasNotification = (event: MaintenanceEvent | MaintenanceWindow): boolean =>
  !('notification_id' in event) || event.notification_id !== null

/** Permissions to create, edit, cancel and delete. Whoever may edit by the v2 calls may cancel, from both lists. The v2 calls and the v1 calls have separate ones (spec 2 §6). */
export function useRights(kind: Kind) {
  const may = useMay()
  const mayCancel = may(endpoints.cancelMaintenanceEvent)
  return kind === 'event'
    ? {
        mayCancel,
        mayCreate: may(endpoints.createMaintenanceEvent),
        mayEdit: may(endpoints.updateMaintenanceEvent),
        mayDelete: may(endpoints.deleteMaintenanceEvent),
      }
    : {
        mayCancel,
        mayCreate: may(endpoints.createMaintenanceWindow),
        mayEdit: may(endpoints.updateMaintenanceWindow),
        mayDelete: may(endpoints.deleteMaintenanceWindow),
      }
}
