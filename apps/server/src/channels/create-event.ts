import type { WebhookEvent } from '@aviary/contract/channels/events'
import type { Audience } from '@aviary/contract/messages/rules'
import type { Db } from '../database/open.ts'
import * as queries from './queries.ts'
import { PAUSED } from './queue/queries.ts'
import { newEventName } from './standard-webhooks.ts'

type NewEvent = {
  type: queries.ChosenEventType
  audience: Audience
  /** `OPI-123` or `MNT-12`. */
  reference: string
  messageId?: number | undefined
  notificationId?: number | undefined
  maintenanceId?: number | undefined
  incidentId?: number | undefined
  /** The mails that tell of the same. */
  broadcastId?: number | undefined
  /** Who hears of it: by subscriptions, those who heard of the message before, or these channels. */
  to: queries.EventCriteria | 'told' | readonly number[]
  /** Makes the bodies by language, English among them. Called only if there is somebody to tell. */
  render: () => Promise<Record<string, WebhookEvent>> | Record<string, WebhookEvent>
}

/**
 * Records an event and its deliveries in the caller's transaction; workers send after the commit. Returns how many
 * channels will get it.
 */
export const createChannelEvent = async (db: Db, event: NewEvent, now: Date): Promise<number> =>
  (await recordChannelEvent(db, event, now))?.channels ?? 0

/** Like `createChannelEvent`, and returns the id of the event; undefined if no channel hears of it. */
export async function recordChannelEvent(db: Db, event: NewEvent, now: Date) {
  const { type, audience, reference, render } = event
  const channelIds = await listChannelIds(db, event)
  if (channelIds.length === 0) return undefined
  const events = await render()
  if (events.en?.type !== type) throw new Error(`An event ${type} needs its English body`)
  const bodies = Object.fromEntries(
    Object.entries(events).map(([locale, body]) => [locale, JSON.stringify(body)]),
  )
  const { messageId, notificationId, incidentId, maintenanceId, broadcastId } = event
  const subject = { messageId, notificationId, incidentId, maintenanceId, broadcastId }
  const about = { type, audience, reference, ...subject }
  const row = { ...about, name: newEventName(), bodies, createdAt: now }
  const eventId = await queries.createEvent(db, row)
  const channels = await queries.createDeliveries(db, { eventId, channelIds, paused: PAUSED, now })
  return { eventId, channels }
}

function listChannelIds(db: Db, { to, type, audience, messageId }: NewEvent): Promise<readonly number[]> {
  if (to === 'told') return queries.listTold(db, messageId ?? 0, audience)
  return 'category' in to ? queries.listSubscribed(db, { criteria: to, audience, type }) : Promise.resolve(to)
}
