import type * as endpoints from '@aviary/contract/maintenance/endpoints'
import type { Db } from '../../database/open.ts'
import type { Call } from '../../http/call.ts'
import { changedMeanwhile, isOutdated } from '../../http/edits.ts'
import { followEvent, stopEventNotifications } from '../notifications/public.ts'
import {
  type EventFields,
  isUnchanged,
  nothingChanged,
  refuseCancelled,
  requireEvent,
  requireOwnName,
  type SentEvent,
  validateEventFields,
} from './checks.ts'
import { presentEvent, withoutNotifications } from './present.ts'
import type { EventRow } from './queries.ts'
import * as queries from './queries.ts'

type Creation = {
  db: Db
  now: Date
  person: Parameters<typeof requireOwnName>[0]
  body: SentEvent & { created_by: string; audit_log_data: { application_name: string } }
}

/** Stores a new event, sent by a current or an older call. Throws if the call is refused. */
export async function storeEvent({ db, now, person, body }: Creation): Promise<EventRow> {
  const createdBy = requireOwnName(person, body.created_by)
  const commSrc = body.audit_log_data.application_name
  const fields = await validateEventFields(db, body, { isTest: false, flag: null, jiraIds: [], commSrc })
  return queries.createEvent(db, { ...fields, createdBy, createdDate: now })
}

export async function createEvent(call: Call<typeof endpoints.createMaintenanceEvent>) {
  const { db, now, body } = call
  const row = await storeEvent({ db, now, person: call.person(), body })
  const maintenance_event = await presentEvent(db, row)
  call.audit({ event_id: row.eventId, before: null, after: withoutNotifications(maintenance_event) })
  call.changed('maintenance')
  return { maintenance_event }
}

export async function updateEvent(call: Call<typeof endpoints.updateMaintenanceEvent>) {
  const { db, body } = call
  const before = await requireEvent(db, body.id)
  refuseCancelled(before)
  if (isOutdated(before, body.version))
    throw changedMeanwhile('this event', before.updatedBy, await presentEvent(db, before))
  const fields = await validateEventFields(db, body, before)
  if (isUnchanged(fields, before)) throw nothingChanged()
  const presentedBefore = await presentEvent(db, before)
  const { row, followed } = await storeUpdate(call, before, fields)
  const maintenance_event = await presentEvent(db, row)
  call.audit({
    event_id: row.eventId,
    before: withoutNotifications(presentedBefore),
    after: withoutNotifications(maintenance_event),
    followed_notifications: followed,
  })
  call.changed('maintenance')
  return { maintenance_event }
}

/** Stores an update sent by a current or an older call, and adapts the unsent notifications to the event. */
export async function storeUpdate(
  call: Pick<Call, 'db' | 'now' | 'person'>,
  before: EventRow,
  fields: EventFields,
): Promise<{ row: EventRow; followed: number }> {
  const { db, now } = call
  const row = await queries.updateEventRow(db, before.eventId, {
    ...fields,
    updatedBy: call.person().email,
    updatedAt: now,
  })
  return { row, followed: await followEvent(db, { before, after: row }) }
}

export const deleteEvent = (call: Call<typeof endpoints.deleteMaintenanceEvent>) =>
  deleteWithNotifications(call, call.body.id)

export const deleteWindow = (call: Call<typeof endpoints.deleteMaintenanceWindow>) =>
  deleteWithNotifications(call, call.query.id)

/** Deletes the event with its notifications and reports how many of their mails were sent or stopped. */
async function deleteWithNotifications(
  call: Pick<Call, 'db' | 'now' | 'audit' | 'changed'>,
  eventId: number,
) {
  const { db, now } = call
  const event = await requireEvent(db, eventId)
  const before = await presentEvent(db, event)
  const mails = await stopEventNotifications(db, eventId, now)
  await queries.deleteEvent(db, eventId)
  call.audit({ event_id: eventId, before, after: null, mails })
  call.changed('maintenance', 'mails')
  return { id: eventId, mails }
}
