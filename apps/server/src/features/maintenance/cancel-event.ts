import type * as endpoints from '@aviary/contract/maintenance/endpoints'
import type { Call } from '../../http/call.ts'
import { Conflict } from '../../http/errors.ts'
import { cancelEventNotifications } from '../notifications/public.ts'
import { describeCancelled, requireEvent } from './checks.ts'
import { type ChannelSettings, createCancelledEvent } from './maintenance-event.ts'
import { presentEvent, withoutNotifications } from './present.ts'
import type { EventRow } from './queries.ts'
import * as queries from './queries.ts'

/** Cancels an event that is not over. It stays, so that lists and calendars can say that it was cancelled. */
export async function cancelEvent(
  call: Call<typeof endpoints.cancelMaintenanceEvent>,
  settings: ChannelSettings,
) {
  const { db, now, body } = call
  const event = await requireEvent(db, body.id)
  const before = await presentEvent(db, event)
  const reason = findReasonAgainst(event, call)
  if (reason) throw new Conflict(reason, before)
  const by = call.person().email
  const { mails, unscheduled } = await cancelEventNotifications(db, event, { by, now })
  const row = await queries.cancelEventRow(db, event, { by, now })
  const channels = await createCancelledEvent(db, row, { settings, now })
  const maintenance_event = await presentEvent(db, row)
  call.audit({
    event_id: event.eventId,
    before: withoutNotifications(before),
    after: withoutNotifications(maintenance_event),
    unscheduled_notifications: unscheduled,
    mails,
    channels,
  })
  call.changed('maintenance', 'mails', 'channels')
  return { maintenance_event, mails }
}

function findReasonAgainst(event: EventRow, call: Pick<Call, 'now' | 'sees'>): string | undefined {
  if (event.cancelledAt) return `${describeCancelled(event, call)} already`
  if (event.endDate > call.now) return undefined
  const ended = event.endDate.toISOString()
  return `Maintenance event ${event.eventId} ended at ${ended}: what is over cannot be cancelled`
}
