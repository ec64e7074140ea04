import type { WebhookEvent } from '@aviary/contract/channels/events'
import { and, eq, sql } from 'drizzle-orm'
import type { Db } from '../../database/open.ts'
import { channelDeliveries, channelThreads } from '../../database/tables/channels.ts'
import type { Outgoing, Sent } from './kind.ts'

type Bodies = Record<string, string>

/** The event in a language, as it was stored. */
const read = (bodies: Bodies, locale: string): WebhookEvent => JSON.parse(bodies[locale] ?? bodies.en ?? '')

/** What the ledger knows about the other events of a delivery to a chat. */
export type Chat = Pick<Outgoing, 'earlier' | 'thread' | 'messageKey' | 'isPosted'> & {
  reference: string
  /** A newer event about the same message is to be sent, or was. */
  isReplaced: boolean
}

type Due = { channelId: number; deliveryId: number; eventId: number; reference: string; locale: string }

/** A channel that was INTERNAL has deliveries that say more than it may say now. */
const mayTell = sql`(e.audience = 'EXTERNAL' or c.audience = 'INTERNAL')`

/** What the chat has of the message that a delivery is about, and of the thread that it belongs to. */
export async function getChat(
  db: Db,
  due: Due & { messageKey: string | null; attempts: number },
): Promise<Chat> {
  const { reference, messageKey, attempts, locale } = due
  const { rows: earlier } = await db.execute<{ bodies: Bodies; messageKey: string | null }>(sql`
    select e.bodies, d.message_key as "messageKey"
    from channel_events this join channel_events e using (message_id)
      join channel_deliveries d on d.event_id = e.event_id join channels c using (channel_id)
    where this.event_id = ${due.eventId} and e.event_id < this.event_id and d.channel_id = ${due.channelId}
      and (d.state = 'sent' or d.message_key is not null) and ${mayTell}
    order by d.message_key is null, e.event_id desc limit 1`)
  const { rows: newer } = await db.execute(sql`
    select from channel_events this join channel_events e using (message_id)
      join channel_deliveries d on d.event_id = e.event_id
    where this.event_id = ${due.eventId} and e.event_id > this.event_id and d.channel_id = ${due.channelId}
      and d.state in ('queued', 'deferred', 'sent') limit 1`)
  const { rows: threads } = await db.execute<{ key: string; first: Bodies; newest: Bodies | null }>(sql`
    select t.message_key as key,
      coalesce((select e.bodies from channel_events e join channel_deliveries d using (event_id)
        where d.channel_id = t.channel_id and (d.state = 'sent' or d.message_key is not null)
          and e.message_id = begun.message_id and ${mayTell}
        order by e.event_id desc limit 1), begun.bodies) as first,
      (select e.bodies from channel_events e join channel_deliveries d using (event_id)
        where d.channel_id = t.channel_id and lower(e.reference) = lower(t.reference)
          and e.audience = 'EXTERNAL' and e.withdrawn_at is null and e.type <> 'message.deleted'
          and (d.state = 'sent' or d.message_key is not null or d.delivery_id = ${due.deliveryId})
        order by e.message_id desc nulls last, e.event_id desc limit 1) as newest
    from channel_threads t join channel_events begun using (event_id) join channels c using (channel_id)
    where t.channel_id = ${due.channelId} and t.reference = ${reference}`)
  const [before] = earlier
  const [thread] = threads
  return {
    ...{ reference, messageKey, isReplaced: newer.length > 0 },
    // Counted anew when it is sent again.
    isPosted: messageKey !== null && attempts > 0,
    earlier: before && { event: read(before.bodies, locale), messageKey: before.messageKey },
    thread: thread && {
      key: thread.key,
      first: read(thread.first, locale),
      newest: thread.newest === null ? undefined : read(thread.newest, locale),
    },
  }
}

type Posted = Pick<Due, 'channelId' | 'deliveryId' | 'eventId' | 'reference'>

/** Keeps the names that a chat gave to a message, and to the message that a thread begins with. */
export async function recordKeys(db: Db, due: Posted, { messageKey, threadKey }: Sent): Promise<void> {
  const { channelId, deliveryId, eventId, reference } = due
  if (messageKey !== undefined)
    await db.update(channelDeliveries).set({ messageKey }).where(eq(channelDeliveries.deliveryId, deliveryId))
  if (threadKey === undefined) return
  if (threadKey === null)
    await db
      .delete(channelThreads)
      .where(and(eq(channelThreads.channelId, channelId), eq(channelThreads.reference, reference)))
  else
    await db
      .insert(channelThreads)
      .values({ ...{ channelId, reference, eventId }, messageKey: threadKey })
      .onConflictDoUpdate({
        target: [channelThreads.channelId, channelThreads.reference],
        set: { messageKey: threadKey, eventId },
      })
}

/** Forgets the threads of a channel that now posts to another place. */
export const forgetThreads = (db: Db, channelId: number) =>
  db.delete(channelThreads).where(eq(channelThreads.channelId, channelId))
