import { eq, sql } from 'drizzle-orm'
import type { Db } from '../../database/open.ts'
import { integers } from '../../database/parameters.ts'
import { channelDeliveries, channelEvents, channels } from '../../database/tables/channels.ts'
import { incidentMessages, incidents } from '../../database/tables/incidents.ts'
import { isLive } from '../queries.ts'

export type DueDelivery = Pick<
  typeof channels.$inferSelect,
  'channelId' | 'kind' | 'address' | 'target' | 'secret' | 'oldSecrets' | 'locale'
> & {
  deliveryId: number
  eventId: number
  attempts: number
  /** The name that the chat gave to the message in an earlier try. */
  messageKey: string | null
  name: string
  reference: string
  bodies: Record<string, string>
  /** Of the trace in which the event was made. */
  traceparent: string | null
  isLive: boolean
  /** What it tells of was taken back meanwhile. */
  isWithdrawn: boolean
  /** The message was public when it was posted, and its incident is internal today. */
  isInternalNow: boolean
}

/** The delivery of each of these channels that is due first; none of a channel that has nothing due. */
export const listDue = (db: Db, channelIds: readonly number[], now: Date): Promise<DueDelivery[]> =>
  db
    .select({
      deliveryId: channelDeliveries.deliveryId,
      eventId: channelDeliveries.eventId,
      attempts: channelDeliveries.attempts,
      messageKey: channelDeliveries.messageKey,
      name: channelEvents.name,
      reference: channelEvents.reference,
      bodies: channelEvents.bodies,
      traceparent: channelEvents.traceparent,
      channelId: channels.channelId,
      kind: channels.kind,
      address: channels.address,
      target: channels.target,
      secret: channels.secret,
      oldSecrets: channels.oldSecrets,
      locale: channels.locale,
      isLive,
      isWithdrawn: sql<boolean>`${channelEvents.withdrawnAt} is not null`,
      isInternalNow: sql<boolean>`${channelEvents.audience} = 'EXTERNAL' and ${channelEvents.type} <> 'message.deleted'
        and exists (
          select from ${incidentMessages} m join ${incidents} i using (incident_id)
          where m.message_id = ${channelEvents.messageId} and i.is_internal)`,
    })
    .from(channelDeliveries)
    .innerJoin(channelEvents, eq(channelEvents.eventId, channelDeliveries.eventId))
    .innerJoin(channels, eq(channels.channelId, channelDeliveries.channelId))
    // An array, so that the rows are read by their keys whatever the statistics say.
    .where(sql`${channelDeliveries.deliveryId} = any(array(
      select (
        select d.delivery_id from ${channelDeliveries} d
        where d.channel_id = lane.channel_id and d.due_at <= ${now.toISOString()}
        order by d.due_at, d.delivery_id limit 1)
      from unnest(${integers(channelIds)}) as lane (channel_id)))`)
