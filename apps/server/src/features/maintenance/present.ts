import { joinJiraIds, V1_FLAGS } from '@aviary/contract/maintenance/rules'
import type { MaintenanceEvent, MaintenanceWindow } from '@aviary/contract/maintenance/schemas'
import type { Notification } from '@aviary/contract/notifications/schemas'
import { toYesNo } from '@aviary/contract/wire'
import type { Db } from '../../database/open.ts'
import { listNotificationsOf, listWindowNotifications } from '../notifications/public.ts'
import { getDataCenterNames } from '../reference/public.ts'
import type { EventRow } from './queries.ts'

const epoch = (at: Date): number => Math.floor(at.getTime() / 1000)

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
  version: row.version,
  data_centers: row.dataCenters.map((name) => ({ name: names.get(name) ?? name, system_name: name })),
  notifications,
})

/** Events with empty lists where their notifications would be: nobody asks for those. */
export async function presentBare(db: Db, rows: readonly EventRow[]): Promise<MaintenanceEvent[]> {
  const names = await getDataCenterNames(db)
  return rows.map((row) => present(row, names, []))
}

export async function presentEvents(db: Db, rows: readonly EventRow[]): Promise<MaintenanceEvent[]> {
  const names = await getDataCenterNames(db)
  const notifications = await listNotificationsOf(db, idsOf(rows))
  return rows.map((row) => present(row, names, notifications.get(row.eventId) ?? []))
}

export async function presentEvent(db: Db, row: EventRow): Promise<MaintenanceEvent> {
  const [presented] = await presentEvents(db, [row])
  if (!presented) throw new Error('One row is one event')
  return presented
}

/** As the older client reads them: only the flags it knows, and the one notification that it made. */
export async function presentWindows(db: Db, rows: readonly EventRow[]): Promise<MaintenanceWindow[]> {
  const own = await listWindowNotifications(db, idsOf(rows))
  return (await presentEvents(db, rows)).map((event) => ({
    ...event,
    flag: event.flag !== null && V1_FLAGS.includes(event.flag) ? event.flag : null,
    notification_body: own.get(event.id)?.body ?? '',
    notification_id: own.get(event.id)?.id ?? null,
  }))
}

export async function presentWindow(db: Db, row: EventRow): Promise<MaintenanceWindow> {
  const [presented] = await presentWindows(db, [row])
  if (!presented) throw new Error('One row is one window')
  return presented
}

const idsOf = (rows: readonly EventRow[]): number[] => rows.map(({ eventId }) => eventId)

/** What the audit row says of an event that was edited: its notifications are rows of their own. */
export function withoutNotifications<E extends MaintenanceEvent>(event: E): Omit<E, 'notifications'> {
  const { notifications: _, ...rest } = event
  return rest
}
