import type { WebhookEvent } from '@aviary/contract/channels/events'
import { eventReference } from '@aviary/contract/maintenance/rules'
import type { Audience } from '@aviary/contract/messages/rules'
import {
  ANNOUNCEMENT,
  CANCELLED,
  COMPLETE,
  type NotificationType,
  UPDATE,
} from '@aviary/contract/notifications/rules'
import { createChannelEvent, lockMaintenanceLanes, withdrawEvents } from '../../channels/public.ts'
import type { Db } from '../../database/open.ts'
import { addressOutside, type MailSettings } from '../../mail/public.ts'
import { getMaintenancePage, toPublicMaintenance, wasMaintenancePublished } from '../published/public.ts'
import type { EventRow } from './queries.ts'

/** What channels are told of a maintenance event, and the notification type whose subscribers hear of it. */
const HEARD_AS = {
  'maintenance.planned': ANNOUNCEMENT,
  'maintenance.changed': UPDATE,
  'maintenance.started': UPDATE,
  'maintenance.completed': COMPLETE,
  'maintenance.cancelled': CANCELLED,
} as const satisfies Record<string, NotificationType>
type MaintenanceEventType = keyof typeof HEARD_AS

export type ChannelSettings = Pick<MailSettings, 'publicUrl' | 'statusSite'>
type Recording = { settings: ChannelSettings; now: Date }

/** Public once a notification about it was sent off to people outside, and neither internal nor a test today. */
async function getAudience(db: Db, { eventId, isInternal, isTest }: EventRow): Promise<Audience> {
  if (isInternal || isTest) return 'INTERNAL'
  return (await wasMaintenancePublished(db, eventId)) ? 'EXTERNAL' : 'INTERNAL'
}

type Told = {
  type: MaintenanceEventType
  event: EventRow
  audience: Audience
  /** When it happened. */
  at: Date
  /** Data centers whose subscribers hear of it. */
  dataCenters?: readonly string[]
}

/** Tells channels of a maintenance event, in the caller's transaction. Returns how many will hear of it. */
function tell(
  db: Db,
  { type, event, audience, at, dataCenters = event.dataCenters }: Told,
  { settings, now }: Recording,
): Promise<number> {
  const timestamp = at.toISOString()
  const reference = eventReference(event.eventId)
  const render = async (): Promise<Record<string, WebhookEvent>> => {
    if (audience === 'INTERNAL') {
      const url = `${settings.publicUrl}/maintenance_event/review/${event.eventId}`
      return { en: { type, timestamp, data: { is_internal: true, id: reference, url } } }
    }
    const maintenance = await toPublicMaintenance(db, event)
    const url =
      addressOutside(settings.statusSite, { page: await getMaintenancePage(db, event.eventId) }) ?? null
    return { en: { type, timestamp, data: { is_internal: false, maintenance, url } } }
  }
  const to = { category: 'notifications' as const, dataCenters, notificationType: HEARD_AS[type] }
  return createChannelEvent(db, { type, audience, reference, maintenanceId: event.eventId, to, render }, now)
}

/** Tells of a new event, unless it is over. */
export async function createPlannedEvent(db: Db, event: EventRow, recording: Recording): Promise<number> {
  const { now } = recording
  if (event.endDate <= now) return 0
  return tell(db, { type: 'maintenance.planned', event, audience: 'INTERNAL', at: now }, recording)
}

/**
 * Tells channels for people outside of an event that they did not know, once its first notification to people outside
 * is sent off by `broadcastId`. Requires the lanes to be locked.
 */
export async function createFirstPublicEvent(
  db: Db,
  { event, broadcastId }: { event: EventRow; broadcastId: number },
  recording: Recording,
): Promise<number> {
  const { now } = recording
  if (event.cancelledAt || event.endDate <= now) return 0
  if (await wasMaintenancePublished(db, event.eventId, broadcastId)) return 0
  const hasStarted = event.startDate <= now
  const told = hasStarted
    ? { type: 'maintenance.started' as const, at: event.startDate }
    : { type: 'maintenance.planned' as const, at: now }
  return tell(db, { ...told, event, audience: 'EXTERNAL' }, recording)
}

type EventChange = { before: EventRow; after: EventRow }

/**
 * Tells of an edit. Channels for people outside hear of it only if something changed that they know: times or data
 * centers. What they were still to hear of an event that became internal is withdrawn.
 */
export async function createChangedEvent(
  db: Db,
  { before, after }: EventChange,
  recording: Recording,
): Promise<number> {
  const { now } = recording
  const maintenanceId = after.eventId
  const dataCenters = [...new Set([...before.dataCenters, ...after.dataCenters])]
  await lockMaintenanceLanes(db, { maintenanceId, dataCenters })
  if (!isForStaff(before) && isForStaff(after)) {
    const reason = 'The maintenance was made internal'
    await withdrawEvents(db, { maintenanceId }, { reason, now })
  }
  if (before.endDate <= now && after.endDate <= now) return 0
  const audience = isKnownChange({ before, after }) ? await getAudience(db, after) : 'INTERNAL'
  return tell(db, { type: 'maintenance.changed', event: after, audience, at: now, dataCenters }, recording)
}

const isForStaff = ({ isInternal, isTest }: EventRow): boolean => isInternal || isTest

const isKnownChange = ({ before, after }: EventChange): boolean =>
  before.startDate.getTime() !== after.startDate.getTime() ||
  before.endDate.getTime() !== after.endDate.getTime() ||
  before.dataCenters.join() !== after.dataCenters.join() ||
  isForStaff(before) !== isForStaff(after)

/** Tells that an event does not take place, and withdraws what was told of it before. Requires the lanes to be locked. */
export async function createCancelledEvent(db: Db, event: EventRow, recording: Recording): Promise<number> {
  const { now } = recording
  const reason = 'The maintenance was cancelled'
  const audience = await getAudience(db, event)
  await withdrawEvents(db, { maintenanceId: event.eventId }, { reason, now })
  return tell(db, { type: 'maintenance.cancelled', event, audience, at: now }, recording)
}

/** Tells that an event started, or that it ended. */
export const createProgressEvent = async (
  db: Db,
  { event, hasEnded }: { event: EventRow; hasEnded: boolean },
  recording: Recording,
): Promise<number> => {
  const told = hasEnded
    ? { type: 'maintenance.completed' as const, at: event.endDate }
    : { type: 'maintenance.started' as const, at: event.startDate }
  return tell(db, { ...told, event, audience: await getAudience(db, event) }, recording)
}
