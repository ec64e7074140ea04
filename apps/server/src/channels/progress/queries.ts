import type { ChannelProgress } from '@aviary/contract/channels/progress'
import { eq, sql } from 'drizzle-orm'
import type { Db } from '../../database/open.ts'
import { isAnyOf } from '../../database/parameters.ts'
import { channelDeliveries, channelEvents } from '../../database/tables/channels.ts'

export const NO_CHANNELS: ChannelProgress = { queued: 0, sent: 0, deferred: 0, failed: 0, stopped: 0 }

/** Number of channels per state that are told of what broadcasts mail; broadcasts without channels are missing. */
export async function getChannelProgress(
  db: Db,
  broadcastIds: readonly number[],
): Promise<Map<number, ChannelProgress>> {
  const counts = await db
    .select({
      id: channelEvents.broadcastId,
      state: channelDeliveries.state,
      channels: sql<number>`count(*)::int`,
    })
    .from(channelEvents)
    .innerJoin(channelDeliveries, eq(channelDeliveries.eventId, channelEvents.eventId))
    .where(isAnyOf(channelEvents.broadcastId, broadcastIds))
    .groupBy(channelEvents.broadcastId, channelDeliveries.state)
  const progress = new Map<number, ChannelProgress>()
  for (const { id, state, channels } of counts)
    if (id !== null) progress.set(id, { ...NO_CHANNELS, ...progress.get(id), [state]: channels })
  return progress
}
