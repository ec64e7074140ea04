import { OPEN_TYPE } from '@aviary/contract/notifications/rules'
import { and, asc, eq, gt, isNull, lte, min, notInArray, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../database/open.ts'
import { integers } from '../../database/parameters.ts'
import { broadcasts } from '../../database/tables/mail.ts'
import { notifications } from '../../database/tables/maintenance.ts'

export type NotificationRow = typeof notifications.$inferSelect

/** The notifications of some events, oldest first. */
export const listRowsOf = (db: Db, eventIds: readonly number[]): Promise<NotificationRow[]> =>
  db
    .select()
    .from(notifications)
    .where(sql`${notifications.eventId} = any(${integers(eventIds)})`)
    .orderBy(asc(notifications.notificationId))

/** One notification, locked until the transaction ends: who mails it and who edits it come one after the other. */
export async function lockNotification(db: Db, notificationId: number): Promise<NotificationRow | undefined> {
  const [row] = await db
    .select()
    .from(notifications)
    .where(eq(notifications.notificationId, notificationId))
    .for('update')
  return row
}

/** All of an event, locked. */
export const lockRowsOf = (db: Db, eventId: number): Promise<NotificationRow[]> =>
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

/** An edit by a person: it counts. */
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

/** The one that has been due longest and that no other process is mailing, locked; `except` are left out. */
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

/** When the next one is due; undefined when none is waiting. */
export async function getNextSendTime(db: Db): Promise<Date | undefined> {
  const [row] = await db
    .select({ at: notifications.sendTime })
    .from(notifications)
    .where(isWaiting)
    .orderBy(asc(notifications.sendTime))
    .limit(1)
  return row?.at ?? undefined
}

/** How many should have been mailed by now, and since when the first of them; null when none should. */
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

/** That it is mailed, and by which broadcast. No edit: the version stays. */
export const markQueued = (db: Db, notificationId: number, { broadcastId, now }: Queued) =>
  db
    .update(notifications)
    .set({ broadcastId, sentTime: now })
    .where(eq(notifications.notificationId, notificationId))

type Queued = { broadcastId: number; now: Date }

const isShownType: SQL = eq(notifications.type, OPEN_TYPE)

/** Those that show now, the one that ends first before the others. */
export const listShown = (db: Db, now: Date): Promise<NotificationRow[]> =>
  db
    .select()
    .from(notifications)
    .where(and(isShownType, lte(notifications.startDate, now), gt(notifications.endDate, now)))
    .orderBy(asc(notifications.endDate), asc(notifications.notificationId))

/** When the next one begins to show; undefined when none is to come. */
export async function getNextShown(db: Db, now: Date): Promise<Date | undefined> {
  const [row] = await db
    .select({ at: notifications.startDate })
    .from(notifications)
    .where(and(isShownType, gt(notifications.startDate, now)))
    .orderBy(asc(notifications.startDate))
    .limit(1)
  return row?.at ?? undefined
}

/** How many people a broadcast was taken down for. */
export async function getRecipientCount(db: Db, broadcastId: number): Promise<number> {
  const [row] = await db
    .select({ recipients: broadcasts.recipients })
    .from(broadcasts)
    .where(eq(broadcasts.broadcastId, broadcastId))
  return row?.recipients ?? 0
}
