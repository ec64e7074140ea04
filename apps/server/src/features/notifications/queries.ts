import { OPEN_TYPE } from '@aviary/contract/notifications/rules'
import { and, asc, eq, gt, isNull, lte, min, notInArray, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../database/open.ts'
import { integers } from '../../database/parameters.ts'
import { broadcasts } from '../../database/tables/mail.ts'
import { maintenanceEvents, notifications } from '../../database/tables/maintenance.ts'

export type NotificationRow = typeof notifications.$inferSelect

/** The notifications of some events, oldest first. */
export const listNotificationRows = (db: Db, eventIds: readonly number[]): Promise<NotificationRow[]> =>
  db
    .select()
    .from(notifications)
    .where(sql`${notifications.eventId} = any(${integers(eventIds)})`)
    .orderBy(asc(notifications.notificationId))

/** Locks and returns the notification, so that mailing and editing it run one after the other. */
export async function lockNotification(db: Db, notificationId: number): Promise<NotificationRow | undefined> {
  const [row] = await db
    .select()
    .from(notifications)
    .where(eq(notifications.notificationId, notificationId))
    .for('update')
  return row
}

/** The notifications of an event, locked until the transaction ends. */
export const lockEventNotifications = (db: Db, eventId: number): Promise<NotificationRow[]> =>
  db
    .select()
    .from(notifications)
    .where(eq(notifications.eventId, eventId))
    .orderBy(asc(notifications.notificationId))
    .for('update')

export async function createNotification(
  db: Db,
  row: typeof notifications.$inferInsert,
): Promise<NotificationRow> {
  const [inserted] = await db.insert(notifications).values(row).returning()
  if (!inserted) throw new Error('The notification was not stored')
  return inserted
}

type Change = Partial<Omit<NotificationRow, 'notificationId' | 'eventId' | 'version'>>

/** Stores a change and increments the version. */
export async function updateNotificationRow(
  db: Db,
  notificationId: number,
  change: Change,
): Promise<NotificationRow> {
  const [updated] = await db
    .update(notifications)
    .set({ ...change, version: sql`${notifications.version} + 1` })
    .where(eq(notifications.notificationId, notificationId))
    .returning()
  if (!updated) throw new Error('The notification is gone although it was locked')
  return updated
}

export const deleteNotification = (db: Db, notificationId: number) =>
  db.delete(notifications).where(eq(notifications.notificationId, notificationId))

const isWaiting = and(eq(notifications.isBroadcast, true), isNull(notifications.broadcastId))

/** Whether an event has a notification that waits to be mailed, and would go outside with a public event. */
export async function hasWaitingForOutside(db: Db, eventId: number): Promise<boolean> {
  const isForAll = and(eq(notifications.isInternal, false), eq(notifications.isTest, false))
  const rows = await db
    .select({ id: notifications.notificationId })
    .from(notifications)
    .where(and(eq(notifications.eventId, eventId), isWaiting, isForAll))
    .limit(1)
  return rows.length > 0
}

/** Locks the longest overdue notification, skipping `except` and those that another process is mailing. */
export async function lockDue(
  db: Db,
  now: Date,
  except: readonly number[],
): Promise<NotificationRow | undefined> {
  const [row] = await db
    .select()
    .from(notifications)
    .where(
      and(
        isWaiting,
        lte(notifications.sendTime, now),
        ...(except.length > 0 ? [notInArray(notifications.notificationId, [...except])] : []),
      ),
    )
    .orderBy(asc(notifications.sendTime), asc(notifications.notificationId))
    .limit(1)
    .for('update', { skipLocked: true })
  return row
}

/** Send time of the next waiting notification; undefined when none is waiting. */
export async function getNextSendTime(db: Db): Promise<Date | undefined> {
  const [row] = await db
    .select({ sendTime: notifications.sendTime })
    .from(notifications)
    .where(isWaiting)
    .orderBy(asc(notifications.sendTime))
    .limit(1)
  return row?.sendTime ?? undefined
}

/** The number of overdue notifications and the earliest of their send times; null if none is overdue. */
export async function getOverdueNotifications(
  db: Db,
  now: Date,
): Promise<{ notifications: number; since: Date | null }> {
  const [row] = await db
    .select({ notifications: sql<number>`count(*)::int`, since: min(notifications.sendTime) })
    .from(notifications)
    .where(and(isWaiting, lte(notifications.sendTime, now)))
  return row ?? { notifications: 0, since: null }
}

/** Records the broadcast that mails a notification. This is not an edit, so the version stays. */
export const markQueued = (db: Db, notificationId: number, { broadcastId, now }: Queued) =>
  db
    .update(notifications)
    .set({ broadcastId, sentTime: now })
    .where(eq(notifications.notificationId, notificationId))

type Queued = { broadcastId: number; now: Date }

/** A Personalized Open of an event that was not cancelled. */
const isShownType: SQL = sql`${notifications.type} = ${OPEN_TYPE} and exists (
  select from ${maintenanceEvents} where event_id = ${notifications.eventId} and cancelled_at is null)`

/** Notifications shown now, earliest end first. */
export const listShown = (db: Db, now: Date): Promise<NotificationRow[]> =>
  db
    .select()
    .from(notifications)
    .where(and(isShownType, lte(notifications.startDate, now), gt(notifications.endDate, now)))
    .orderBy(asc(notifications.endDate), asc(notifications.notificationId))

/** Start of the next notification to be shown; undefined when there is none. */
export async function getNextShown(db: Db, now: Date): Promise<Date | undefined> {
  const [row] = await db
    .select({ startDate: notifications.startDate })
    .from(notifications)
    .where(and(isShownType, gt(notifications.startDate, now)))
    .orderBy(asc(notifications.startDate))
    .limit(1)
  return row?.startDate ?? undefined
}

export async function getRecipientCount(db: Db, broadcastId: number): Promise<number> {
  const [row] = await db
    .select({ recipients: broadcasts.recipients })
    .from(broadcasts)
    .where(eq(broadcasts.broadcastId, broadcastId))
  return row?.recipients ?? 0
}
