import type { StoppedMails } from '@aviary/contract/maintenance/schemas'
import { CANCELLED } from '@aviary/contract/notifications/rules'
import { lockMaintenanceLanes, withdrawEvents } from '../../channels/public.ts'
import type { Db } from '../../database/open.ts'
import { stopBroadcast } from '../../mail/public.ts'
import type { EventRow } from '../maintenance/public.ts'
import type { NotificationRow } from './queries.ts'
import * as queries from './queries.ts'

/**
 * Stops the unsent mails and the queued webhook events of a notification, within the caller's transaction. Returns an
 * empty list if the notification has no broadcast yet.
 */
export async function stopMails(db: Db, row: NotificationRow, now: Date): Promise<StoppedMails[]> {
  await withdraw(db, [row], now)
  return stopMailsOf(db, row, now)
}

const withdraw = (db: Db, rows: readonly NotificationRow[], now: Date) =>
  withdrawEvents(
    db,
    { notificationIds: rows.map(({ notificationId }) => notificationId) },
    { reason: 'The notification was stopped', now },
  )

async function stopMailsOf(db: Db, row: NotificationRow, now: Date): Promise<StoppedMails[]> {
  if (row.broadcastId === null) return []
  const { stopped, onTheirWay } = await stopBroadcast(db, row.broadcastId, now)
  const recipients = await queries.getRecipientCount(db, row.broadcastId)
  return [
    {
      notification_id: row.notificationId,
      title: row.title,
      sent: recipients - stopped - onTheirWay,
      on_their_way: onTheirWay,
      stopped,
    },
  ]
}

type EventPlace = Pick<EventRow, 'eventId' | 'dataCenters'>

/** Locks an event's notifications before the lanes of channels, as sending does, so that neither waits forever. */
async function lockNotificationsAndLanes(db: Db, { eventId, dataCenters }: EventPlace) {
  const rows = await queries.lockEventNotifications(db, eventId)
  await lockMaintenanceLanes(db, { maintenanceId: eventId, dataCenters })
  return rows
}

/**
 * Stops the unsent mails of an event's notifications before the event is deleted. Reports how many mails of
 * each notification were sent or stopped.
 */
export async function stopEventNotifications(db: Db, event: EventPlace, now: Date): Promise<StoppedMails[]> {
  const stoppedMails: StoppedMails[] = []
  const rows = await lockNotificationsAndLanes(db, event)
  // All at once, because lanes of channels are locked in one order.
  await withdraw(db, rows, now)
  for (const row of rows) stoppedMails.push(...(await stopMailsOf(db, row, now)))
  return stoppedMails
}

type Cancellation = { by: string; now: Date }

/**
 * Stops what a cancelled event was still to tell people: notifications that wait for their send time are not mailed
 * any more, and mails under way are stopped. A Maintenance Cancelled goes on. Returns the ids of the notifications
 * that waited.
 */
export async function cancelEventNotifications(db: Db, event: EventPlace, { by, now }: Cancellation) {
  const rows = (await lockNotificationsAndLanes(db, event)).filter(
    ({ type, isBroadcast }) => isBroadcast && type !== CANCELLED,
  )
  await withdraw(db, rows, now)
  const mails: StoppedMails[] = []
  const unscheduled: number[] = []
  for (const row of rows) {
    mails.push(...(await stopMailsOf(db, row, now)))
    if (row.broadcastId !== null) continue
    const change = { isBroadcast: false, sendTime: null, updatedBy: by, updatedAt: now }
    await queries.updateNotificationRow(db, row.notificationId, change)
    unscheduled.push(row.notificationId)
  }
  return { mails, unscheduled }
}
