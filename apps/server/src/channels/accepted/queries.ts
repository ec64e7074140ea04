import { sql } from 'drizzle-orm'
import type { Db } from '../../database/open.ts'
import { integers, rowNumbers, texts } from '../../database/parameters.ts'
import { channelAttempts, channelDeliveries, channelLanes, channels } from '../../database/tables/channels.ts'
import { describe, type Tried } from '../queue/consequences.ts'

/**
 * Records tries that were accepted, of different channels, and gives their lanes back: what `recordTry` does to one,
 * for all of them at once. Nothing else follows from an accepted try of a webhook.
 */
export const recordAccepted = (db: Db, tries: readonly Tried[]): Promise<void> =>
  db.transaction(async (transaction) => {
    const inOrder = tries.toSorted((a, b) => a.channelId - b.channelId)
    const channelIds = integers(inOrder.map(({ channelId }) => channelId))
    // In the order of all who lock several lanes. Afterwards no delivery is added that the statements would not see.
    await transaction.execute(sql`
      select set_config('idle_in_transaction_session_timeout', '10s', true)
      from ${channelLanes} where channel_id = any(${channelIds}) order by channel_id for update`)
    await transaction.insert(channelAttempts).values(
      inOrder.map(({ due, at, sent: { answer } }) => ({
        ...{ deliveryId: due.deliveryId, at, status: answer.status, answer: answer.answer, ms: answer.ms },
      })),
    )
    const times = sql`${sql.param(inOrder.map(({ at }) => at.toISOString()))}::timestamptz[]`
    await transaction.execute(sql`
      update ${channelDeliveries} d set state = 'sent', due_at = null, attempts = tried.attempts,
        response = tried.response, sent_at = tried.at
      from unnest(${rowNumbers(inOrder.map(({ due }) => due.deliveryId))}, ${times},
        ${integers(inOrder.map(({ attempts }) => attempts))},
        ${texts(inOrder.map(({ sent }) => describe(sent.answer)))}) as tried (delivery_id, at, attempts, response)
      where d.delivery_id = tried.delivery_id and d.state <> 'sent'`)
    // Says nothing about an address that was given meanwhile.
    await transaction.execute(sql`
      update ${channels} c set failing_since = null
      from unnest(${channelIds}, ${texts(inOrder.map(({ address }) => address ?? ''))}) as tried (channel_id, address)
      where c.channel_id = tried.channel_id and c.address = tried.address and c.failing_since is not null`)
    await transaction.execute(sql`
      update ${channelLanes} l set is_failing = false, not_before = null,
        due_at = (select min(d.due_at) from ${channelDeliveries} d
          where d.channel_id = l.channel_id and d.due_at is not null),
        worker = case when l.worker = tried.claim then null else l.worker end,
        leased_until = case when l.worker = tried.claim then null else l.leased_until end
      from unnest(${channelIds}, ${texts(inOrder.map(({ claim }) => claim))}) as tried (channel_id, claim)
      where l.channel_id = tried.channel_id`)
  })
