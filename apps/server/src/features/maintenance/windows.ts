import type * as endpoints from '@aviary/contract/maintenance/endpoints'
import { V1_FLAGS } from '@aviary/contract/maintenance/rules'
import type { Db } from '../../database/open.ts'
import type { Call } from '../../http/call.ts'
import { changedMeanwhile, isOutdated } from '../../http/edits.ts'
import { Conflict, fault } from '../../http/errors.ts'
import { requireReadable } from '../messages/public.ts'
import {
  createWindowNotification,
  listWindowNotifications,
  updateWindowNotification,
} from '../notifications/public.ts'
import { isUnchanged, nothingChanged, refuseCancelled, requireEvent, validateEventFields } from './checks.ts'
import type { ChannelSettings } from './maintenance-event.ts'
import { presentWindow, withoutNotifications } from './present.ts'
import type { EventRow } from './queries.ts'
import { storeEvent, storeUpdate } from './write-event.ts'

// The older API calls (`/maintenance_event`) read and write the same events as the newer ones. In their format an
// event contains the body of one notification, which is never mailed (spec 2 §3).

export async function createWindow(
  call: Call<typeof endpoints.createMaintenanceWindow>,
  settings: ChannelSettings,
) {
  const { db, now, body } = call
  const text = requireBody(body.notification_body)
  const sent = { ...body, flag: validateWindowFlag(body.flag, null) }
  const event = await storeEvent({ db, now, author: call.author(), settings, body: sent })
  await createWindowNotification(db, {
    eventId: event.eventId,
    title: event.title,
    body: text,
    isInternal: event.isInternal,
    isTest: event.isTest,
    commSrc: event.commSrc,
    createdBy: event.createdBy,
    createdDate: event.createdDate,
  })
  const maintenance_window = await presentWindow(db, event)
  call.audit({ event_id: event.eventId, before: null, after: withoutNotifications(maintenance_window) })
  call.changed('maintenance', 'channels')
  return { maintenance_window }
}

export async function updateWindow(
  call: Call<typeof endpoints.updateMaintenanceWindow>,
  settings: ChannelSettings,
) {
  const { db, now, body } = call
  const before = await requireEvent(db, body.id)
  refuseCancelled(before, call)
  if (isOutdated(before, body.version))
    throw changedMeanwhile('this event', before.updatedBy, await presentWindow(db, before))
  const ownNotification = await requireOwnNotification(db, before, body.notification_id)
  const text = requireBody(body.notification_body)
  const sent = { ...body, flag: validateWindowFlag(body.flag, before.flag) }
  const fields = await validateEventFields(db, sent, before)
  if (isUnchanged(fields, before) && text === ownNotification.body) throw nothingChanged()
  const presentedBefore = await presentWindow(db, before)
  const { row, followed } = await storeUpdate({ db, now, author: call.author(), settings }, before, fields)
  await updateNotification(call, row, { notificationId: ownNotification.id, text })
  const maintenance_window = await presentWindow(db, row)
  call.audit({
    event_id: row.eventId,
    before: withoutNotifications(presentedBefore),
    after: withoutNotifications(maintenance_window),
    followed_notifications: followed,
  })
  call.changed('maintenance', 'channels')
  return { maintenance_window }
}

const requireBody = (html: string): string =>
  requireReadable(html, 'notification_body', 'Issue with Notification Body')

/** Keeps a flag that the older calls cannot express if the call sends no flag. */
function validateWindowFlag(
  sent: string | null | undefined,
  before: string | null,
): string | null | undefined {
  const isHidden = before !== null && !V1_FLAGS.includes(before)
  if (!sent) return isHidden ? before : sent
  if (V1_FLAGS.includes(sent)) return sent
  throw fault('flag', `there is no flag '${sent}' here; known are ${V1_FLAGS.join(', ')}`)
}

async function requireOwnNotification(db: Db, { eventId }: EventRow, notificationId: number) {
  const ownNotification = (await listWindowNotifications(db, [eventId])).get(eventId)
  if (ownNotification?.id === notificationId) return ownNotification
  const problem = `maintenance event ${eventId} has no notification ${notificationId} of these calls`
  throw fault('notification_id', ownNotification ? `${problem}; its own is ${ownNotification.id}` : problem)
}

type NotificationText = { notificationId: number; text: string }

async function updateNotification(
  { db, now, person }: Pick<Call, 'db' | 'now' | 'person'>,
  event: EventRow,
  { notificationId, text }: NotificationText,
): Promise<void> {
  const isUpdated = await updateWindowNotification(db, {
    notificationId,
    eventId: event.eventId,
    title: event.title,
    body: text,
    updatedBy: person().email,
    updatedAt: now,
  })
  if (!isUpdated) throw new Conflict(`Notification ${notificationId} has been deleted meanwhile`)
}
