import type { StoppedMails } from '@aviary/contract/maintenance/schemas'
import type { Db } from '../../database/open.ts'
import { stopBroadcast } from '../../mail/public.ts'
import type { NotificationRow } from './queries.ts'
import * as queries from './queries.ts'

/** Stops what of a notification has not been mailed, within the caller's transaction; nothing when none of it was due yet. */
export async function stopMails(db: Db, row: NotificationRow, now: Date): Promise<StoppedMails[]> {
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

/** Stops what is not mailed yet of an event's notifications, before the event is deleted; tells what had gone out. */
export async function stopNotificationsOf(db: Db, eventId: number, now: Date): Promise<StoppedMails[]> {
  const told: StoppedMails[] = []
  for (const row of await queries.lockRowsOf(db, eventId)) told.push(...(await stopMails(db, row, now)))
  return told
}
