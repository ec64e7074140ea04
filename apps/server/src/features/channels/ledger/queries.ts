import type { ChannelProgress } from '@aviary/contract/channels/progress'
import type { ChannelDeliveryState } from '@aviary/contract/channels/rules'
import { and, desc, eq, gte, lt, type SQL, sql } from 'drizzle-orm'
import { NO_CHANNELS } from '../../../channels/public.ts'
import type { Db } from '../../../database/open.ts'
import { channelDeliveries, channelEvents, channels } from '../../../database/tables/channels.ts'
import { incidentMessages } from '../../../database/tables/incidents.ts'
import { broadcasts } from '../../../database/tables/mail.ts'
import type { Page } from '../../../http/paging.ts'
import type { TimeRange } from '../../../http/time-range.ts'

export type LedgerFilters = TimeRange & {
  reference: string | undefined
  broadcastId: number | undefined
  state: ChannelDeliveryState | undefined
  kind: (typeof channels.$inferSelect)['kind'] | undefined
}

/** Ignores case, as the ledger of mails does. */
const isReference = (reference: string): SQL =>
  eq(sql`lower(${channelEvents.reference})`, reference.toLowerCase())

/** Type of the message or notification: as it was mailed, else as the message has it today. */
const messageType = sql<string | null>`coalesce(
  (select message_type from ${broadcasts} where ${broadcasts.broadcastId} = ${channelEvents.broadcastId}),
  (select message_type from ${incidentMessages} where ${incidentMessages.messageId} = ${channelEvents.messageId}))`

export const listLedger = (db: Db, filters: LedgerFilters, { startAt, size }: Page) =>
  db
    .select({
      delivery: channelDeliveries,
      event: { type: channelEvents.type, reference: channelEvents.reference },
      messageType,
      channel: {
        name: channels.name,
        kind: channels.kind,
        ownerId: channels.ownerId,
        isDeleted: sql<boolean>`${channels.deletedAt} is not null`,
      },
    })
    .from(channelDeliveries)
    .innerJoin(channelEvents, eq(channelEvents.eventId, channelDeliveries.eventId))
    .innerJoin(channels, eq(channels.channelId, channelDeliveries.channelId))
    .where(
      and(
        filters.reference === undefined ? undefined : isReference(filters.reference),
        filters.broadcastId === undefined ? undefined : eq(channelEvents.broadcastId, filters.broadcastId),
        filters.state && eq(channelDeliveries.state, filters.state),
        filters.kind && eq(channels.kind, filters.kind),
        filters.start && gte(channelDeliveries.createdAt, filters.start),
        filters.before && lt(channelDeliveries.createdAt, filters.before),
      ),
    )
    .orderBy(desc(channelDeliveries.deliveryId))
    .offset(startAt)
    .limit(size)

export type LedgerRow = Awaited<ReturnType<typeof listLedger>>[number]

/** Number of deliveries about a matter, by state. */
export async function countLedger(db: Db, reference: string): Promise<ChannelProgress> {
  const counts = await db
    .select({ state: channelDeliveries.state, deliveries: sql<number>`count(*)::int` })
    .from(channelEvents)
    .innerJoin(channelDeliveries, eq(channelDeliveries.eventId, channelEvents.eventId))
    .where(isReference(reference))
    .groupBy(channelDeliveries.state)
  const entries = counts.map(({ state, deliveries }) => [state, deliveries])
  return { ...NO_CHANNELS, ...Object.fromEntries(entries) }
}
