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
import { checkedFields, isUnchanged, nothingChanged, requireEvent } from './checks.ts'
import { presentWindow, withoutNotifications } from './present.ts'
import type { EventRow } from './queries.ts'
import { plan, replan } from './write-event.ts'

// The older calls over the same events: each carries the body of one notification that is not mailed (spec 2 §3).

export async function createWindow(call: Call<typeof endpoints.createMaintenanceWindow>) {
  const { db, now, body } = call
  const text = checkedBody(body.notification_body)
  const sent = { ...body, flag: windowFlag(body.flag, null) }
  const event = await plan({ db, now, person: call.person(), body: sent })
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
  call.changed('maintenance')
  return { maintenance_window }
}

export async function updateWindow(call: Call<typeof endpoints.updateMaintenanceWindow>) {
  const { db, body } = call
  const before = await requireEvent(db, body.id)
  if (isOutdated(before, body.version))
    throw changedMeanwhile('this event', before.updatedBy, await presentWindow(db, before))
  const own = await requireOwnNotification(db, before, body.notification_id)
  const text = checkedBody(body.notification_body)
  const sent = { ...body, flag: windowFlag(body.flag, before.flag) }
  const fields = await checkedFields(db, sent, before)
  if (isUnchanged(fields, before) && text === own.body) throw nothingChanged()
  const shown = await presentWindow(db, before)
  const { row, followed } = await replan(call, before, fields)
  await rewrite(call, row, { notificationId: own.id, text })
  const maintenance_window = await presentWindow(db, row)
  call.audit({
    event_id: row.eventId,
    before: withoutNotifications(shown),
    after: withoutNotifications(maintenance_window),
    followed_notifications: followed,
  })
  call.changed('maintenance')
  return { maintenance_window }
}

const checkedBody = (html: string): string =>
  requireReadable(html, 'notification_body', 'Issue with Notification Body')

/** A flag that the older client is not told of stays when it sends none. */
function windowFlag(sent: string | null | undefined, before: string | null): string | null | undefined {
  const isHidden = before !== null && !V1_FLAGS.includes(before)
  if (!sent) return isHidden ? before : sent
  if (V1_FLAGS.includes(sent)) return sent
  throw fault('flag', `there is no flag '${sent}' here; known are ${V1_FLAGS.join(', ')}`)
}

async function requireOwnNotification(db: Db, { eventId }: EventRow, notificationId: number) {
  const own = (await listWindowNotifications(db, [eventId])).get(eventId)
  if (own?.id === notificationId) return own
  const whose = `maintenance event ${eventId} has no notification ${notificationId} of these calls`
  throw fault('notification_id', own ? `${whose}; its own is ${own.id}` : whose)
}

type Own = { notificationId: number; text: string }

async function rewrite(
  { db, now, person }: Pick<Call, 'db' | 'now' | 'person'>,
  event: EventRow,
  { notificationId, text }: Own,
): Promise<void> {
  const isThere = await updateWindowNotification(db, {
    notificationId,
    eventId: event.eventId,
    title: event.title,
    body: text,
    updatedBy: person().email,
    updatedAt: now,
  })
  if (!isThere) throw new Conflict(`Notification ${notificationId} has been deleted meanwhile`)
}
