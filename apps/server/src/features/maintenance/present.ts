import { joinJiraIds, V1_FLAGS } from '@aviary/contract/maintenance/rules'
import type { MaintenanceEvent, MaintenanceWindow } from '@aviary/contract/maintenance/schemas'
import type { Notification } from '@aviary/contract/notifications/schemas'
import { toYesNo } from '@aviary/contract/rules'
import type { Db } from '../../database/open.ts'
import { listEventNotifications, listWindowNotifications } from '../notifications/public.ts'
import { getDataCenterNames } from '../reference/public.ts'
import type { EventRow } from './queries.ts'

const epoch = (date: Date): number => Math.floor(date.getTime() / 1000)

type Names = ReadonlyMap<string, string>

const present = (row: EventRow, names: Names, notifications: Notification[]): MaintenanceEvent => ({
  id: row.eventId,
  title: row.title,
  is_internal: toYesNo(row.isInternal),
  is_test: toYesNo(row.isTest),
  flag: row.flag,
  jira_id: joinJiraIds(row.jiraIds),
  start_date: row.startDate.toISOString(),
  end_date: row.endDate.toISOString(),
  start_epoch: epoch(row.startDate),
  end_epoch: epoch(row.endDate),
  comm_src: row.commSrc,
  created_by: row.createdBy,
  created_date: row.createdDate.toISOString(),
  created_epoch: epoch(row.createdDate),
  updated_by: row.updatedBy,
  updated_date: row.updatedAt?.toISOString() ?? null,
  cancelled_by: row.cancelledBy,
  cancelled_date: row.cancelledAt?.toISOString() ?? null,
  version: row.version,
  data_centers: row.dataCenters.map((name) => ({ name: names.get(name) ?? name, system_name: name })),
  notifications,
})

/** Events with empty notification lists, for callers that do not ask for notifications. */
export async function presentWithoutNotifications(
  db: Db,
  rows: readonly EventRow[],
): Promise<MaintenanceEvent[]> {
  const names = await getDataCenterNames(db)
  return rows.map((row) => present(row, names, []))
}

export async function presentEvents(db: Db, rows: readonly EventRow[]): Promise<MaintenanceEvent[]> {
  const names = await getDataCenterNames(db)
  const notifications = await listEventNotifications(db, toIds(rows))
  return rows.map((row) => present(row, names, notifications.get(row.eventId) ?? []))
}

export async function presentEvent(db: Db, row: EventRow): Promise<MaintenanceEvent> {
  const [presented] = await presentEvents(db, [row])
  if (!presented) throw new Error('One row is one event')
  return presented
}

/**
 * Events in the format of the older API calls (`/maintenance_event`): without flags that these calls do not know,
 * and with the notification that such a call created.
 */
export async function presentWindows(db: Db, rows: readonly EventRow[]): Promise<MaintenanceWindow[]> {
  const windowNotifications = await listWindowNotifications(db, toIds(rows))
  return (await presentEvents(db, rows)).map((event) => ({
    ...event,
    flag: event.flag !== null && V1_FLAGS.includes(event.flag) ? event.flag : null,
    notification_body: windowNotifications.get(event.id)?.body ?? '',
    notification_id: windowNotifications.get(event.id)?.id ?? null,
  }))
}

export async function presentWindow(db: Db, row: EventRow): Promise<MaintenanceWindow> {
  const [presented] = await presentWindows(db, [row])
  if (!presented) throw new Error('One row is one window')
  return presented
}

const toIds = (rows: readonly EventRow[]): number[] => rows.map(({ eventId }) => eventId)

/** The event for its audit row; notifications have audit rows of their own. */
export function withoutNotifications<E extends MaintenanceEvent>(event: E): Omit<E, 'notifications'> {
  const { notifications: _, ...rest } = event
  return rest
}
