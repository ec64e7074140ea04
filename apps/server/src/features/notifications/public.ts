import type { Notification } from '@aviary/contract/notifications/schemas'
import type { Db } from '../../database/open.ts'
import { presentNotifications } from './present.ts'
import * as queries from './queries.ts'

export { followEvent } from './follow-event.ts'
export {
  getNextSendTime,
  getOverdueNotifications,
  hasWaitingForOutside,
} from './queries.ts'
export { type SendDueParts, sendDueNotifications } from './send-due.ts'
export { cancelEventNotifications, stopEventNotifications } from './stop-mails.ts'
export {
  createWindowNotification,
  listWindowNotifications,
  updateWindowNotification,
} from './windows.ts'

/** Notifications by event id, as sent to clients, oldest first. */
export async function listEventNotifications(
  db: Db,
  eventIds: readonly number[],
): Promise<Map<number, Notification[]>> {
  const byEvent = new Map<number, Notification[]>()
  for (const notification of await presentNotifications(db, await queries.listNotificationRows(db, eventIds)))
    byEvent.set(notification.mwin_id, [...(byEvent.get(notification.mwin_id) ?? []), notification])
  return byEvent
}
