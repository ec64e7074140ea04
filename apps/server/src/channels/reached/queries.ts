import type { Audience } from '@aviary/contract/messages/rules'
import { asc, eq, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../database/open.ts'
import { integers } from '../../database/parameters.ts'
import { channels } from '../../database/tables/channels.ts'
import { type ChosenEventType, type EventCriteria, isLive, listSubscribed, listTold } from '../queries.ts'

/** Which event channels would hear of: one that matches subscriptions, or one about a message they were told of. */
export type ChannelReach = {
  to: EventCriteria | { messageId: number }
  audience: Audience
  type: ChosenEventType
}

/** The channels that would get a delivery of the event if it were created now, in the state due or stopped. */
const listIds = (db: Db, { to, audience, type }: ChannelReach): Promise<number[]> =>
  'messageId' in to
    ? listTold(db, to.messageId, audience)
    : listSubscribed(db, { criteria: to, audience, type })

type Count = { kind: (typeof channels.$inferSelect)['kind']; isLive: boolean; channels: number }

/** Number of channels by kind, and whether they would be told; paused ones would not. */
async function countByKind(db: Db, which: SQL): Promise<Count[]> {
  const { rows } = await db.execute<Count>(sql`
    select kind, is_live as "isLive", count(*)::int as channels
    from (select ${channels.kind} as kind, ${isLive} as is_live from ${channels} where ${which}) reached
    group by kind, is_live order by kind`)
  return rows
}

type Seen = { seenBy: 'all' | { ownerId: number } | 'none'; size: number }

const listSeen = (db: Db, which: SQL, { seenBy, size }: Seen) =>
  db
    .select({ channelId: channels.channelId, name: channels.name, kind: channels.kind, isLive })
    .from(channels)
    .where(
      seenBy === 'all' || seenBy === 'none'
        ? which
        : sql`${which} and ${eq(channels.ownerId, seenBy.ownerId)}`,
    )
    .orderBy(asc(sql`lower(${channels.name})`), asc(channels.channelId))
    .limit(size)

/** Counts the channels that would hear of an event now, and lists those that the caller may see. */
export async function findReached(db: Db, reach: ChannelReach, seen: Seen) {
  const ids = await listIds(db, reach)
  if (ids.length === 0) return { counts: [], listed: [] }
  const which = sql`${channels.channelId} = any(${integers(ids)})`
  const counts = await countByKind(db, which)
  return { counts, listed: seen.seenBy === 'none' ? [] : await listSeen(db, which, seen) }
}
