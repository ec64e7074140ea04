import type { MaintenanceEvent, MaintenanceWindow } from '@aviary/contract/maintenance/schemas'

/** An event of 21 November 2026, 10:00 to 13:00 in Pacific time, unless `changes` say otherwise. */
export function maintenanceEvent(id: number, changes: Partial<MaintenanceEvent> = {}): MaintenanceEvent {
  const event = {
    id,
    title: `Upgrade ${id}`,
    is_internal: 'N',
    is_test: 'N',
    flag: null,
    jira_id: '',
    start_date: '2026-11-21T18:00:00.000Z',
    end_date: '2026-11-21T21:00:00.000Z',
    comm_src: 'Aviary',
    created_by: 'oleg.operator@acme.example',
    created_date: '2026-11-01T18:00:00.000Z',
    updated_by: null,
    updated_date: null,
    cancelled_by: null,
    cancelled_date: null,
    version: 1,
    data_centers: [{ name: 'us2', system_name: 'us2' }],
    notifications: [],
    ...changes,
  } as const
  const epoch = (at: string) => Date.parse(at) / 1000
  return {
    start_epoch: epoch(event.start_date),
    end_epoch: epoch(event.end_date),
    created_epoch: epoch(event.created_date),
    ...event,
    data_centers: [...event.data_centers],
    notifications: [...event.notifications],
  }
}

export const maintenanceWindow = (
  id: number,
  changes: Partial<MaintenanceWindow> = {},
): MaintenanceWindow => ({
  notification_body: '<p>What happens</p>',
  notification_id: id * 10,
  ...maintenanceEvent(id, changes),
  ...changes,
})

export const MAINTENANCE_FLAGS = {
  flags: [
    { system_name: 'special', name: 'Special' },
    { system_name: 'emergency', name: 'Emergency' },
    { system_name: 'freeze_window', name: 'Freeze window' },
  ],
}

/** Answer to `POST /get_user_id/` for an operator with these permissions. */
export const operator = (...allowed: string[]) => ({
  data: {
    email: 'oleg.operator@acme.example',
    preferences: {},
    rights: { restricted_page_access: [] },
    authorization: { is_admin: false, role_ids: [], allowed_actions: allowed },
  },
})
