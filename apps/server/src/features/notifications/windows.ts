import { FALLBACK_LOCALE } from '@aviary/contract/constants'
import { ANNOUNCEMENT } from '@aviary/contract/notifications/rules'
import type { Db } from '../../database/open.ts'
import { withoutDeepTags } from '../../html/body-limits.ts'
import * as queries from './queries.ts'

// An event created by an older API call (`/maintenance_event`) gets one notification, which is never mailed. The
// older calls know only its body and its id (spec 2 §3).

type NewWindowNotification = {
  eventId: number
  title: string
  body: string
  isInternal: boolean
  isTest: boolean
  commSrc: string
  createdBy: string
  createdDate: Date
}

/** Returns the id of the new notification. `body` must be sanitized. */
export async function createWindowNotification(db: Db, row: NewWindowNotification): Promise<number> {
  const inserted = await queries.createNotification(db, {
    ...row,
    type: ANNOUNCEMENT,
    body: { [FALLBACK_LOCALE]: row.body },
    subject: {},
    isBroadcast: false,
    isOfWindow: true,
  })
  return inserted.notificationId
}

type WindowChange = {
  notificationId: number
  eventId: number
  title: string
  body: string
  updatedBy: string
  updatedAt: Date
}

/** Returns false when the event has no such notification. */
export async function updateWindowNotification(db: Db, change: WindowChange): Promise<boolean> {
  const { notificationId, eventId, title, body, updatedBy, updatedAt } = change
  const before = await queries.lockNotification(db, notificationId)
  if (!before?.isOfWindow || before.eventId !== eventId) return false
  const isSame = before.title === title && before.body[FALLBACK_LOCALE] === body
  if (isSame) return true
  await queries.updateNotificationRow(db, notificationId, {
    title,
    body: { ...before.body, [FALLBACK_LOCALE]: body },
    updatedBy,
    updatedAt,
  })
  return true
}

export async function listWindowNotifications(db: Db, eventIds: readonly number[]) {
  const rows = (await queries.listNotificationRows(db, eventIds)).filter(({ isOfWindow }) => isOfWindow)
  return new Map(
    rows.map((row) => [
      row.eventId,
      { id: row.notificationId, body: withoutDeepTags(row.body[FALLBACK_LOCALE] ?? '') },
    ]),
  )
}
