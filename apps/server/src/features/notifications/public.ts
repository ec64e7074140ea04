import type { Notification } from '@aviary/contract/notifications/schemas'
import type { Db } from '../../database/open.ts'
import { presentAll } from './present.ts'
import * as queries from './queries.ts'

export { followEvent } from './follow-event.ts'
export {
  getNextSendTime,
  getOverdueNotifications,
} from './queries.ts'
export { type SendDueParts, sendDueNotifications } from './send-due.ts'
export { stopNotificationsOf } from './stop.ts'
export {
  createWindowNotification,
  listWindowNotifications,
  updateWindowNotification,
} from './windows.ts'

/** The notifications of some events, as on the wire, oldest first. */
export async function listNotificationsOf(
  db: Db,
  eventIds: readonly number[],
): Promise<Map<number, Notification[]>> {
  const found = new Map<number, Notification[]>()
  for (const one of await presentAll(db, await queries.listRowsOf(db, eventIds)))
    found.set(one.mwin_id, [...(found.get(one.mwin_id) ?? []), one])
  return found
}
