import type * as endpoints from '@aviary/contract/maintenance/endpoints'
import type { Db } from '../../database/open.ts'
import { nameFor, requireOwnName } from '../../http/author.ts'
import type { Author, Call } from '../../http/call.ts'
import { changedMeanwhile, isOutdated } from '../../http/edits.ts'
import { followEvent, stopEventNotifications } from '../notifications/public.ts'
import {
  type EventFields,
  isUnchanged,
  nothingChanged,
  refuseCancelled,
  requireEvent,
  type SentEvent,
  validateEventFields,
} from './checks.ts'
import {
  type ChannelSettings,
  createCancelledEvent,
  createChangedEvent,
  createPlannedEvent,
} from './maintenance-event.ts'
import { requireOutsideForEvent } from './outside.ts'
import { presentEvent, withoutNotifications } from './present.ts'
import type { EventRow } from './queries.ts'
import * as queries from './queries.ts'
import { findVisible, withoutInternalFor } from './visible.ts'

type Creation = {
  db: Db
  now: Date
  author: Author
  settings: ChannelSettings
  body: SentEvent & { created_by?: string | undefined; audit_log_data: { application_name: string } }
}

/** Stores a new event, sent by a current or an older call. Throws if the call is refused. */
export async function storeEvent({ db, now, author, settings, body }: Creation): Promise<EventRow> {
  const { name: createdBy } = author
  requireOwnName(author, body.created_by, `you are signed in as ${createdBy}: nobody plans in another's name`)
  const commSrc = body.audit_log_data.application_name
  const fields = await validateEventFields(db, body, { isTest: false, flag: null, jiraIds: [], commSrc })
  // Nobody is told of what was over when it was recorded.
  const isOver = fields.endDate <= now
  const told = isOver ? { startToldAt: now, endToldAt: now } : {}
  const event = await queries.createEvent(db, { ...fields, ...told, createdBy, createdDate: now })
  await createPlannedEvent(db, event, { settings, now })
  return event
}

export async function createEvent(
  call: Call<typeof endpoints.createMaintenanceEvent>,
  settings: ChannelSettings,
) {
  const { db, now, body } = call
  const row = await storeEvent({ db, now, author: call.author(), settings, body })
  const maintenance_event = await presentEvent(db, row)
  call.audit({ event_id: row.eventId, before: null, after: withoutNotifications(maintenance_event) })
  call.changed('maintenance', 'channels')
  return { maintenance_event }
}

export async function updateEvent(
  call: Call<typeof endpoints.updateMaintenanceEvent>,
  settings: ChannelSettings,
) {
  const { db, now, body } = call
  const author = call.author()
  const before = await requireEvent(db, body.id, findVisible(author.sees))
  refuseCancelled(before, author)
  if (isOutdated(before, body.version))
    throw changedMeanwhile('this event', nameFor(author, before.updatedBy), await presentEvent(db, before))
  const fields = await validateEventFields(db, body, before)
  if (isUnchanged(fields, before)) throw nothingChanged()
  await requireOutsideForEvent(db, author, { before, after: fields })
  const presentedBefore = await presentEvent(db, before)
  const { row, followed } = await storeUpdate({ db, now, author, settings }, before, fields)
  const maintenance_event = await presentEvent(db, row)
  call.audit({
    event_id: row.eventId,
    before: withoutNotifications(presentedBefore),
    after: withoutNotifications(maintenance_event),
    followed_notifications: followed,
  })
  call.changed('maintenance', 'channels')
  return { maintenance_event: withoutInternalFor(author.sees)(maintenance_event) }
}

/** Stores an update sent by a current or an older call, and adapts the unsent notifications to the event. */
export async function storeUpdate(
  { db, now, author, settings }: Omit<Creation, 'body'>,
  before: EventRow,
  fields: EventFields,
): Promise<{ row: EventRow; followed: number }> {
  const row = await queries.updateEventRow(db, before.eventId, {
    ...fields,
    updatedBy: author.name,
    updatedAt: now,
  })
  const followed = await followEvent(db, { before, after: row })
  // After the notifications are locked, so that one that is being sent off counts as published.
  await createChangedEvent(db, { before, after: row }, { settings, now })
  return { row, followed }
}

export const deleteEvent = (call: Call<typeof endpoints.deleteMaintenanceEvent>, settings: ChannelSettings) =>
  deleteWithNotifications(call, call.body.id, settings)

export const deleteWindow = (
  call: Call<typeof endpoints.deleteMaintenanceWindow>,
  settings: ChannelSettings,
) => deleteWithNotifications(call, call.query.id, settings)

/**
 * Deletes the event with its notifications and reports how many of their mails were sent or stopped. Channels are told
 * that an event that was still to take place is cancelled.
 */
async function deleteWithNotifications(
  call: Pick<Call, 'db' | 'now' | 'audit' | 'changed'>,
  eventId: number,
  settings: ChannelSettings,
) {
  const { db, now } = call
  const event = await requireEvent(db, eventId)
  const before = await presentEvent(db, event)
  const mails = await stopEventNotifications(db, event, now)
  if (!event.cancelledAt && event.endDate > now) {
    const deleted = { ...event, version: event.version + 1 }
    await createCancelledEvent(db, deleted, { settings, now })
  }
  await queries.deleteEvent(db, eventId)
  call.audit({ event_id: eventId, before, after: null, mails })
  call.changed('maintenance', 'mails', 'channels')
  return { id: eventId, mails }
}
