import { FALLBACK_LOCALE } from '@aviary/contract/constants'
import { COMPLETE, defaultSubject } from '@aviary/contract/notifications/rules'
import type { Db } from '../../database/open.ts'
import type { EventRow } from '../maintenance/public.ts'
import type { NotificationRow } from './queries.ts'
import * as queries from './queries.ts'

type EventChange = { before: EventRow; after: EventRow }

/**
 * Updates the unsent notifications of a changed event. A notification of type Complete that is due at the
 * event's end moves with that end, and a default subject gets the new date. A notification created by an
 * older API call gets the event's title and audience. Returns the number of changed notifications.
 */
export async function followEvent(db: Db, eventChange: EventChange): Promise<number> {
  let followed = 0
  for (const row of await queries.lockEventNotifications(db, eventChange.after.eventId)) {
    const change = row.isOfWindow ? getWindowChange(eventChange) : getBroadcastChange(row, eventChange)
    const isSame = Object.entries(change).every(
      ([key, value]) => JSON.stringify(value) === JSON.stringify(row[key as keyof NotificationRow]),
    )
    if (isSame) continue
    // The version rises, so that a person who is editing the notification gets a 409.
    await queries.updateNotificationRow(db, row.notificationId, change)
    followed += 1
  }
  return followed
}

const getWindowChange = ({ after }: EventChange): Partial<NotificationRow> => ({
  title: after.title,
  isInternal: after.isInternal,
  isTest: after.isTest,
})

function getBroadcastChange(row: NotificationRow, { before, after }: EventChange): Partial<NotificationRow> {
  if (!row.isBroadcast || row.broadcastId !== null) return {}
  const waitsForEnd = row.type === COMPLETE && row.sendTime?.getTime() === before.endDate.getTime()
  const getDefaultSubject = (event: EventRow) => defaultSubject(row.type, event.startDate.getTime())
  const hasDefaultSubject = row.subject[FALLBACK_LOCALE] === getDefaultSubject(before)
  return {
    ...(waitsForEnd ? { sendTime: after.endDate } : {}),
    ...(hasDefaultSubject
      ? { subject: { ...row.subject, [FALLBACK_LOCALE]: getDefaultSubject(after) } }
      : {}),
  }
}
