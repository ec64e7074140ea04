import { FALLBACK_LOCALE } from '@aviary/contract/constants'
import { COMPLETE, defaultSubject } from '@aviary/contract/notifications/rules'
import type { Db } from '../../database/open.ts'
import type { EventRow } from '../maintenance/public.ts'
import type { NotificationRow } from './queries.ts'
import * as queries from './queries.ts'

type Move = { before: EventRow; after: EventRow }

/**
 * An event was changed: what its notifications took over from it, and nobody has changed since, follows. A Complete that
 * waits for the end moves with it, a subject with the date of the event gets the new date, and the notification of the
 * older calls keeps the event's title and audience. What has been mailed stays. Answers how many have followed.
 */
export async function followEvent(db: Db, move: Move): Promise<number> {
  let followed = 0
  for (const row of await queries.lockRowsOf(db, move.after.eventId)) {
    const change = row.isOfWindow ? ofWindow(move) : ofMailed(row, move)
    const isSame = Object.entries(change).every(
      ([key, value]) => JSON.stringify(value) === JSON.stringify(row[key as keyof NotificationRow]),
    )
    if (isSame) continue
    // It counts as an edit: whoever edits the notification now is told.
    await queries.updateNotificationRow(db, row.notificationId, change)
    followed += 1
  }
  return followed
}

const ofWindow = ({ after }: Move): Partial<NotificationRow> => ({
  title: after.title,
  isInternal: after.isInternal,
  isTest: after.isTest,
})

function ofMailed(row: NotificationRow, { before, after }: Move): Partial<NotificationRow> {
  if (!row.isBroadcast || row.broadcastId !== null) return {}
  const waitsForEnd = row.type === COMPLETE && row.sendTime?.getTime() === before.endDate.getTime()
  const subjectOf = (event: EventRow) => defaultSubject(row.type, event.startDate.getTime())
  const hasDate = row.subject[FALLBACK_LOCALE] === subjectOf(before)
  return {
    ...(waitsForEnd ? { sendTime: after.endDate } : {}),
    ...(hasDate ? { subject: { ...row.subject, [FALLBACK_LOCALE]: subjectOf(after) } } : {}),
  }
}
