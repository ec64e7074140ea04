import { asc, eq, isNotNull, sql } from 'drizzle-orm'
import type { Db } from '../../database/open.ts'
import {
  channelAttempts,
  channelDeliveries,
  channelEvents,
  channelLanes,
  channels,
} from '../../database/tables/channels.ts'
import { ownerMay } from '../queries.ts'
import type { Answer } from '../receivers.ts'
import type { Outcome } from '../schedule.ts'

// Claiming the lanes of channels, and recording what became of deliveries.

type Claim = { worker: string; now: Date; until: Date; size: number }

/** Claims lanes with something due, for a lease that ends at `until`. Concurrent claims never get the same lane. */
export async function claimLanes(db: Db, { worker, now, until, size }: Claim): Promise<number[]> {
  const at = now.toISOString()
  const { rows } = await db.execute<{ id: number }>(sql`
    update ${channelLanes} set worker = ${worker}, leased_until = ${until.toISOString()}
    where channel_id in (
      select channel_id from ${channelLanes}
      where due_at <= ${at} and (leased_until is null or leased_until < ${at})
      order by due_at limit ${size} for update skip locked)
    returning channel_id as id`)
  return rows.map(({ id }) => id)
}

export type DueDelivery = {
  deliveryId: number
  attempts: number
  name: string
  bodies: Record<string, string>
  address: string | null
  secret: string | null
  oldSecret: string | null
  oldSecretUntil: Date | null
  locale: string
  isLive: boolean
}

/** The delivery of a channel that is due first; undefined if none is. */
export async function getDueDelivery(db: Db, channelId: number, now: Date): Promise<DueDelivery | undefined> {
  const [row] = await db
    .select({
      deliveryId: channelDeliveries.deliveryId,
      attempts: channelDeliveries.attempts,
      name: channelEvents.name,
      bodies: channelEvents.bodies,
      address: channels.address,
      secret: channels.secret,
      oldSecret: channels.oldSecret,
      oldSecretUntil: channels.oldSecretUntil,
      locale: channels.locale,
      isLive: sql<boolean>`${channels.deletedAt} is null and ${channels.pausedAt} is null and ${ownerMay}`,
    })
    .from(channelDeliveries)
    .innerJoin(channelEvents, eq(channelEvents.eventId, channelDeliveries.eventId))
    .innerJoin(channels, eq(channels.channelId, channelDeliveries.channelId))
    .where(
      sql`${channelDeliveries.channelId} = ${channelId} and ${channelDeliveries.dueAt} <= ${now.toISOString()}`,
    )
    .orderBy(asc(channelDeliveries.dueAt), asc(channelDeliveries.deliveryId))
    .limit(1)
  return row
}

/**
 * Locks a lane, so that no delivery is added meanwhile that the next statement would not see.
 */
const lockLane = (db: Db, channelId: number) =>
  db.execute(sql`select from ${channelLanes} where channel_id = ${channelId} for update`)

/** Sets when a locked lane is due next, and gives it back if this worker holds it. */
const giveBack = (db: Db, { channelId, worker }: { channelId: number; worker: string | null }) =>
  db.execute(sql`
    update ${channelLanes} set
      due_at = (select min(due_at) from ${channelDeliveries} where channel_id = ${channelId} and due_at is not null),
      worker = case when worker = ${worker} then null else worker end,
      leased_until = case when worker = ${worker} then null else leased_until end
    where channel_id = ${channelId}`)

export const releaseLane = (db: Db, lane: { channelId: number; worker: string }) =>
  db.transaction(async (transaction) => {
    await lockLane(transaction, lane.channelId)
    await giveBack(transaction, lane)
  })

export type Tried = {
  channelId: number
  worker: string
  deliveryId: number
  attempts: number
  answer: Answer
  outcome: Outcome
  at: Date
  /** A channel whose tries have failed since before this time is paused. */
  failingBefore: Date
}

/**
 * Records one try: the attempt, what became of the delivery, and the health of the channel. Gives the lane back.
 * Returns why the channel was paused by it, if it was.
 */
export const recordTry = (db: Db, tried: Tried): Promise<'gone' | 'failing' | undefined> =>
  db.transaction(async (transaction) => {
    const { channelId, worker, deliveryId, answer, outcome, at } = tried
    await lockLane(transaction, channelId)
    await transaction.insert(channelAttempts).values({
      ...{ deliveryId, at, status: answer.status, answer: answer.answer, ms: answer.ms },
    })
    const isSent = outcome.state === 'sent'
    // One that was stopped meanwhile stays so, unless it was accepted.
    await transaction.execute(sql`
      update ${channelDeliveries} set attempts = ${tried.attempts}, response = ${describe(answer)},
        state = case when state = 'stopped' and not ${isSent} then state else ${outcome.state} end,
        due_at = case when due_at is null then null else ${outcome.dueAt?.toISOString() ?? null}::timestamptz end,
        sent_at = ${isSent ? at.toISOString() : null}
      where delivery_id = ${deliveryId} and state <> 'sent'`)
    const [channel] = await transaction
      .update(channels)
      .set({
        failingSince: isSent
          ? null
          : sql`coalesce(${channels.failingSince}, ${at.toISOString()}::timestamptz)`,
      })
      .where(eq(channels.channelId, channelId))
      .returning({ failingSince: channels.failingSince, pausedAt: channels.pausedAt })
    const isFailing = channel?.failingSince != null && channel.failingSince < tried.failingBefore
    const reason = outcome.isGone ? 'gone' : isFailing ? 'failing' : undefined
    const isPaused = reason !== undefined && channel?.pausedAt === null
    if (isPaused) await pauseLocked(transaction, { channelId, reason, at })
    await giveBack(transaction, { channelId, worker })
    return isPaused ? reason : undefined
  })

const describe = ({ status, answer }: Answer): string =>
  status === null ? answer : `${status} ${answer.slice(0, 200).toWellFormed()}`.trim()

type Pause = { channelId: number; reason: 'person' | 'gone' | 'failing'; at: Date }

async function pauseLocked(db: Db, { channelId, reason, at }: Pause): Promise<void> {
  await db
    .update(channels)
    .set({ pausedAt: at, pauseReason: reason })
    .where(eq(channels.channelId, channelId))
  await stopLocked(db, channelId)
}

/** Stops what a channel was still to get. */
const stopLocked = (db: Db, channelId: number) =>
  db.execute(sql`
    update ${channelDeliveries} set state = 'stopped', due_at = null
    where channel_id = ${channelId} and due_at is not null`)

/** Pauses a channel and stops what it was still to get; one that is being sent may still arrive. */
export async function pauseChannel(db: Db, pause: Pause): Promise<void> {
  await lockLane(db, pause.channelId)
  await pauseLocked(db, pause)
  await giveBack(db, { channelId: pause.channelId, worker: null })
}

/** Stops what a channel was still to get, without a pause: it is deleted, or its owner may not have it. */
export async function stopDeliveries(db: Db, channelId: number): Promise<void> {
  await lockLane(db, channelId)
  await stopLocked(db, channelId)
  await giveBack(db, { channelId, worker: null })
}

/** Stops deliveries of internal events, after a channel became one for external news. */
export async function stopInternal(db: Db, channelId: number): Promise<void> {
  await lockLane(db, channelId)
  await db.execute(sql`
    update ${channelDeliveries} d set state = 'stopped', due_at = null from ${channelEvents} e
    where d.channel_id = ${channelId} and d.due_at is not null and e.event_id = d.event_id and e.audience = 'INTERNAL'`)
  await giveBack(db, { channelId, worker: null })
}

type Replay = { channelId: number; deliveryId: number | undefined; since: Date | undefined; now: Date }

/**
 * Queues deliveries again: one, whatever became of it, or those since a moment that were not accepted. Leaves out
 * what the channel may no longer get. Returns their number.
 */
export async function replayDeliveries(
  db: Db,
  { channelId, deliveryId, since, now }: Replay,
): Promise<number> {
  await lockLane(db, channelId)
  const { rowCount } = await db.execute(sql`
    update ${channelDeliveries} d set state = 'queued', due_at = ${now.toISOString()}, attempts = 0
    from ${channelEvents} e, ${channels} c
    where d.channel_id = ${channelId} and e.event_id = d.event_id and c.channel_id = d.channel_id
      and (e.audience = 'EXTERNAL' or c.audience = 'INTERNAL')
      and (d.delivery_id = ${deliveryId ?? null}::bigint
        or (d.created_at >= ${since?.toISOString() ?? null}::timestamptz and d.state in ('failed', 'stopped')))`)
  await giveBack(db, { channelId, worker: null })
  return rowCount ?? 0
}

/** When the next lane is due; undefined if none is. */
export async function getNextDue(db: Db): Promise<Date | undefined> {
  const [row] = await db
    .select({
      dueAt: sql<Date>`greatest(${channelLanes.dueAt}, ${channelLanes.leasedUntil})`.mapWith(
        channelLanes.dueAt,
      ),
    })
    .from(channelLanes)
    .where(isNotNull(channelLanes.dueAt))
    .orderBy(asc(sql`greatest(${channelLanes.dueAt}, ${channelLanes.leasedUntil})`))
    .limit(1)
  return row?.dueAt ?? undefined
}
