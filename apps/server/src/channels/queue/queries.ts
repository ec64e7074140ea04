import { and, asc, eq, isNotNull, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../database/open.ts'
import { integers } from '../../database/parameters.ts'
import {
  channelAttempts,
  channelDeliveries,
  channelEvents,
  channelLanes,
  channels,
} from '../../database/tables/channels.ts'
import { recordKeys } from '../kinds/queries.ts'
import { isLive } from '../queries.ts'
import {
  type AutomaticPause,
  describe,
  type Lane,
  type Tried,
  type TryHooks,
  toNotice,
  toPause,
} from './consequences.ts'

/** Says in the ledger why a paused channel got nothing. */
export const PAUSED = 'The channel was paused'

// Claiming the lanes of channels, and recording what became of deliveries.

type Claim = {
  claim: string
  now: Date
  until: Date
  size: number
  isFailing: boolean
  /** Also claims lanes of another process whose lease has ended. */
  takesOver: boolean
}

/**
 * Claims lanes with something due, for a lease that ends at `until`: those whose last try failed, or the others.
 * Concurrent claims never get the same lane. `serving`: lanes of this process, whose lease may be over.
 */
export async function claimLanes(
  db: Db,
  { claim, now, until, size, isFailing, takesOver }: Claim,
  serving: readonly number[],
): Promise<number[]> {
  const at = now.toISOString()
  const { rows } = await db.execute<{ id: number }>(sql`
    with due as (
      select channel_id from ${channelLanes}
      where is_failing = ${isFailing} and due_at <= ${at} and (leased_until is null or (${takesOver} and leased_until < ${at}))
        and (not_before is null or not_before <= ${at}) and channel_id <> all(${integers(serving)})
      order by due_at limit ${size} for update skip locked
    )
    update ${channelLanes} l set worker = ${claim}, leased_until = ${until.toISOString()}
    from due where l.channel_id = due.channel_id
    returning l.channel_id as id`)
  return rows.map(({ id }) => id)
}

/** Locks a lane, so that no delivery is added meanwhile that the next statement would not see. */
export const lockLane = (db: Db, channelId: number) =>
  db.execute(sql`select from ${channelLanes} where channel_id = ${channelId} for update`)

/** Sets when a locked lane is due next, and gives it back if this claim holds it. */
const giveBack = (
  db: Db,
  { channelId, claim }: { channelId: number; claim: string | null },
  health?: { isFailing: boolean; notBefore: Date | null },
) =>
  db.execute(sql`
    update ${channelLanes} set
      ${health ? sql`is_failing = ${health.isFailing}, not_before = ${health.notBefore?.toISOString() ?? null}::timestamptz,` : sql``}
      due_at = (select min(due_at) from ${channelDeliveries} where channel_id = ${channelId} and due_at is not null),
      worker = case when worker = ${claim} then null else worker end,
      leased_until = case when worker = ${claim} then null else leased_until end
    where channel_id = ${channelId}`)

/**
 * Works behind the lock of a lane. Writers wait for it, so a process that stands still must lose it soon. `holds`:
 * whether the lane still belongs to this claim.
 */
const inLane = <T>(
  db: Db,
  { channelId, claim }: Lane,
  work: (transaction: Db, holds: boolean) => Promise<T>,
): Promise<T> =>
  db.transaction(async (transaction) => {
    const { rows } = await transaction.execute<{ worker: string | null }>(sql`
      select worker, set_config('idle_in_transaction_session_timeout', '10s', true)
      from ${channelLanes} where channel_id = ${channelId} for update`)
    return work(transaction, rows[0]?.worker === claim)
  })

export const releaseLane = (db: Db, lane: Lane) =>
  inLane(db, lane, (transaction) => giveBack(transaction, lane))

type NotSent = Lane & { deliveryId: number; reason: string }

/** Stops one delivery, or all of a channel that gets nothing any more, and gives the lane back. */
export const stopUnsendable = (db: Db, { deliveryId, reason, ...lane }: NotSent) =>
  inLane(db, lane, async (transaction) => {
    const [channel] = await transaction
      .select({ isLive })
      .from(channels)
      .where(eq(channels.channelId, lane.channelId))
    if (channel?.isLive) await stopOpen(transaction, sql`delivery_id = ${deliveryId}`, reason)
    else await stopOpen(transaction, sql`channel_id = ${lane.channelId}`, reason)
    await giveBack(transaction, lane)
  })

const stopOpen = (db: Db, which: SQL, reason: string) =>
  db.execute(sql`
    update ${channelDeliveries} set state = 'stopped', due_at = null, response = ${reason}
    where ${which} and due_at is not null`)

/**
 * Records one try: the attempt, what became of the delivery, and the health of the channel. Gives the lane back.
 * Returns the pause, if the channel was paused by it, and whether its owner is mailed; undefined if the lane was lost.
 */
export const recordTry = (
  db: Db,
  tried: Tried,
  hooks: TryHooks,
): Promise<{ pause: AutomaticPause | undefined; isOwnerMailed: boolean } | undefined> =>
  inLane(db, tried, async (transaction, holds) => {
    const { channelId, due, sent, outcome, at } = tried
    const { deliveryId } = due
    const { answer } = sent
    await transaction.insert(channelAttempts).values({
      ...{ deliveryId, at, status: answer.status, answer: answer.answer, ms: answer.ms },
    })
    const isSent = outcome.state === 'sent'
    const isSamePlace = sql`${channels.channelId} = ${channelId}
      and ${channels.target} is not distinct from ${due.target}`
    const hasKeys = sent.messageKey !== undefined || sent.threadKey !== undefined
    if (hasKeys && (await transaction.$count(channels, isSamePlace)) > 0)
      await recordKeys(transaction, due, sent)
    // Another process has taken the lane after its lease: what that one finds counts, unless this one was accepted.
    if (!isSent && !holds) return undefined
    // One that was stopped meanwhile stays so and says why, unless it was accepted.
    const isDecided = sql`due_at is null and not ${isSent}`
    await transaction.execute(sql`
      update ${channelDeliveries} set
        attempts = ${tried.attempts},
        response = case when ${isDecided} then response else ${describe(answer)} end,
        state = case when ${isDecided} then state else ${outcome.state} end,
        due_at = case when due_at is null then null else ${outcome.dueAt?.toISOString() ?? null}::timestamptz end,
        sent_at = case when ${isSent} then ${at.toISOString()}::timestamptz else sent_at end
      where delivery_id = ${deliveryId} and state <> 'sent'`)
    const [channel] = await transaction
      .update(channels)
      .set({
        failingSince: isSent
          ? null
          : sql`coalesce(${channels.failingSince}, ${at.toISOString()}::timestamptz)`,
      })
      // Says nothing about an address that was given meanwhile.
      .where(sql`${isSamePlace} and ${channels.address} is not distinct from ${tried.address}`)
      .returning()
    const pause = channel && toPause(channel, tried)
    if (pause) {
      await pauseLocked(transaction, pause)
      await hooks.auditPause(transaction, pause)
    }
    const notice = channel && toNotice(channel, tried, pause)
    const isOwnerMailed = notice !== undefined && (await hooks.mailOwner(transaction, notice))
    if (isOwnerMailed)
      await transaction.update(channels).set({ ownerMailedAt: at }).where(eq(channels.channelId, channelId))
    await giveBack(transaction, tried, { isFailing: !isSent, notBefore: outcome.notBefore })
    return { pause, isOwnerMailed }
  })

type Pause = { channelId: number; reason: 'person' | 'gone' | 'failing'; at: Date }

async function pauseLocked(db: Db, { channelId, reason, at }: Pause): Promise<void> {
  await db
    .update(channels)
    .set({ pausedAt: at, pauseReason: reason })
    .where(eq(channels.channelId, channelId))
  await stopOpen(db, sql`channel_id = ${channelId}`, PAUSED)
}

/** Pauses a channel and stops what it was still to get; one that is being sent may still arrive. */
export async function pauseChannel(db: Db, pause: Pause): Promise<void> {
  await lockLane(db, pause.channelId)
  await pauseLocked(db, pause)
  await giveBack(db, { channelId: pause.channelId, claim: null })
}

/** Stops what a deleted channel was still to get. */
export async function stopDeliveries(db: Db, channelId: number): Promise<void> {
  await lockLane(db, channelId)
  await stopOpen(db, sql`channel_id = ${channelId}`, 'The channel was deleted')
  await giveBack(db, { channelId, claim: null })
}

/** Stops deliveries of internal events, after a channel became one for external news. */
export async function stopInternal(db: Db, channelId: number): Promise<void> {
  await lockLane(db, channelId)
  const isInternal = sql`channel_id = ${channelId} and event_id in (
    select event_id from ${channelEvents} where audience = 'INTERNAL')`
  await stopOpen(db, isInternal, 'The channel is for external news only')
  await giveBack(db, { channelId, claim: null })
}

type Replay = { channelId: number; deliveryId: number | undefined; since: Date | undefined; now: Date }

/**
 * Queues deliveries again: one, whatever became of it, or those since a moment that were not accepted. Leaves out
 * what was withdrawn, and what the channel may no longer get. Returns their number.
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
      and e.withdrawn_at is null and (e.audience = 'EXTERNAL' or c.audience = 'INTERNAL')
      and (d.delivery_id = ${deliveryId ?? null}::bigint
        or (d.created_at >= ${since?.toISOString() ?? null}::timestamptz and d.state in ('failed', 'stopped')))`)
  await giveBack(db, { channelId, claim: null })
  return rowCount ?? 0
}

/** When the next lane is due that this process does not serve already; undefined if none is. */
export async function getNextDue(db: Db, serving: readonly number[]): Promise<Date | undefined> {
  const [row] = await db
    .select({
      dueAt:
        sql<Date>`greatest(${channelLanes.dueAt}, ${channelLanes.leasedUntil}, ${channelLanes.notBefore})`.mapWith(
          channelLanes.dueAt,
        ),
    })
    .from(channelLanes)
    .where(and(isNotNull(channelLanes.dueAt), sql`${channelLanes.channelId} <> all(${integers(serving)})`))
    .orderBy(
      asc(sql`greatest(${channelLanes.dueAt}, ${channelLanes.leasedUntil}, ${channelLanes.notBefore})`),
    )
    .limit(1)
  return row?.dueAt ?? undefined
}
