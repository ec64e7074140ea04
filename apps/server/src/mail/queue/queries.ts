import { and, asc, eq, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../database/open.ts'
import { integers, isAnyOf, rowNumbers } from '../../database/parameters.ts'
import {
  broadcasts,
  deliveries,
  deliveryEvents,
  deliveryQueue,
  subscribers,
  subscriptionRequests,
} from '../../database/tables/mail.ts'

// Unsent mails: claiming them, recording their outcomes, stopping broadcasts.

/**
 * Counts mails that leave the queue unsent as `stopped` in their broadcast. Marks them as `stopped` in the ledger,
 * unless the ledger has them as failed.
 */
const countStopped = (gone: string): SQL => sql`
  told as (
    update ${deliveries} d set state = 'stopped' from ${sql.raw(gone)} g
    where d.delivery_id = g.delivery_id and d.state <> 'failed'
  ), counted as (
    update ${broadcasts} b set stopped = b.stopped + g.people
    from (select broadcast_id, count(*)::int as people from ${sql.raw(gone)} group by broadcast_id) g
    where b.broadcast_id = g.broadcast_id
  )`

/**
 * Stops a broadcast: after the caller's commit none of its mails is started. Returns how many were stopped,
 * and how many a worker holds now. The worker stops those it has not yet handed to the mail server.
 */
export async function stopBroadcast(db: Db, broadcastId: number, now: Date) {
  await db
    .update(broadcasts)
    .set({ stoppedAt: now })
    .where(and(eq(broadcasts.broadcastId, broadcastId), isNull(broadcasts.stoppedAt)))
  const result = await db.execute<{ people: number }>(sql`
    with gone as (
      delete from ${deliveryQueue} q
      where q.broadcast_id = ${broadcastId} and (q.worker is null or q.due_at < ${now.toISOString()})
      returning q.delivery_id, q.broadcast_id
    ), ${countStopped('gone')}
    select count(*)::int as people from gone`)
  const [left] = await db
    .select({ people: sql<number>`count(*)::int` })
    .from(deliveryQueue)
    .where(eq(deliveryQueue.broadcastId, broadcastId))
  return { stopped: result.rows[0]?.people ?? 0, onTheirWay: left?.people ?? 0 }
}

/**
 * Stops single mails; their broadcasts go on. A mail that a worker holds now is marked in the ledger. The
 * mail goes out if already handed to the mail server. Else it leaves the queue when the worker or the next
 * claim sees the mark.
 */
export async function stopDeliveries(db: Db, deliveryIds: readonly number[], now: Date): Promise<void> {
  const ids = rowNumbers(deliveryIds)
  const takeOut = () =>
    db.execute(sql`
      with gone as (
        delete from ${deliveryQueue} q
        where q.delivery_id = any(${ids}) and (q.worker is null or q.due_at < ${now.toISOString()})
        returning q.delivery_id, q.broadcast_id
      ), ${countStopped('gone')}
      select from gone`)
  await takeOut()
  await db.execute(sql`
    update ${deliveries} d set state = 'stopped' from ${deliveryQueue} q
    where q.delivery_id = any(${ids}) and d.delivery_id = q.delivery_id and d.state in ('queued', 'deferred')`)
  await takeOut() // mails that failed or were deferred since the first call
}

export type Claimed = {
  deliveryId: number
  broadcastId: number
  email: string
  locale: string
  /** Zone of the reader when the mail was created; null for UTC alone. */
  timeZone: string | null
  attempts: number
  uuid: string | null
}

/** `takesOver`: also claims mails of another worker whose lease has ended; true unless given. */
type Claim = { worker: string; now: Date; until: Date; size: number; takesOver?: boolean }

/**
 * Claims due mails, and mails whose lease has ended, for a lease that ends at `until`. Concurrent claims
 * never get the same mail. Stopped mails, and those of stopped broadcasts, leave the queue instead.
 */
export async function claimDeliveries(
  db: Db,
  { worker, now, until, size, takesOver = true }: Claim,
): Promise<Claimed[]> {
  const result = await db.execute<Omit<Claimed, 'deliveryId'> & { deliveryId: string }>(sql`
    with due as (
      select delivery_id, broadcast_id from ${deliveryQueue}
      where due_at <= ${now.toISOString()} and (${takesOver} or worker is null or worker = ${worker})
      order by due_at, delivery_id limit ${size} for update skip locked
    ), stopped_ones as (
      select due.delivery_id from due join ${deliveries} d using (delivery_id)
      where d.state = 'stopped' or due.broadcast_id in (
        select broadcast_id from ${broadcasts}
        where broadcast_id in (select broadcast_id from due) and stopped_at is not null)
    ), gone as (
      delete from ${deliveryQueue} q using stopped_ones
      where q.delivery_id = stopped_ones.delivery_id
      returning q.delivery_id, q.broadcast_id
    ), ${countStopped('gone')}
    update ${deliveryQueue} q set worker = ${worker}, due_at = ${until.toISOString()}
    from due join ${deliveries} d using (delivery_id) left join ${subscribers} s using (subscriber_id)
    where q.delivery_id = due.delivery_id and q.delivery_id not in (select delivery_id from stopped_ones)
    returning q.delivery_id as "deliveryId", d.broadcast_id as "broadcastId", d.email, d.locale,
      d.time_zone as "timeZone", d.attempts, s.uuid`)
  return result.rows.map((row) => ({ ...row, deliveryId: Number(row.deliveryId) }))
}

export type Outcome = {
  deliveryId: number
  state: 'sent' | 'deferred' | 'failed'
  response: string
  attempts: number
  at: Date
  /** Time of the next try; null if there is none. */
  dueAt: Date | null
}

/**
 * Records outcomes of mails in one statement, as state and events. A sent mail counts as sent even if another
 * worker has claimed it meanwhile, or it was stopped; a failure counts only if this worker still holds the mail.
 */
export async function recordOutcomes(db: Db, worker: string, outcomes: readonly Outcome[]): Promise<void> {
  const column = <K extends keyof Outcome>(key: K) => sql.param(outcomes.map((outcome) => outcome[key]))
  await db.execute(sql`
    with o as (
      select * from unnest(${column('deliveryId')}::bigint[], ${column('state')}::text[],
        ${column('response')}::text[], ${column('attempts')}::int[], ${column('at')}::timestamptz[],
        ${column('dueAt')}::timestamptz[]) as o (delivery_id, state, response, attempts, at, due_at)
    ), gone as (
      delete from ${deliveryQueue} q using o
      where q.delivery_id = o.delivery_id and o.state = 'sent' returning q.delivery_id
    ), left_before as (
      -- Without a condition on the state, because only the locked row has the state of this moment.
      select d.delivery_id, d.broadcast_id, d.state from o join ${deliveries} d using (delivery_id)
      where o.state = 'sent' and o.delivery_id not in (select delivery_id from gone) for update of d
    ), not_stopped as (
      select delivery_id, broadcast_id from left_before where state in ('stopped', 'failed')
    ), unsent as (
      select q.delivery_id, q.broadcast_id, b.stopped_at is not null or d.state = 'stopped' as is_stopped
      from o join ${deliveryQueue} q using (delivery_id) join ${deliveries} d using (delivery_id)
        join ${broadcasts} b on b.broadcast_id = q.broadcast_id
      where o.state <> 'sent' and q.worker = ${worker}
    ), halted as (
      delete from ${deliveryQueue} q using unsent u
      where q.delivery_id = u.delivery_id and u.is_stopped and q.worker = ${worker}
      returning q.delivery_id, q.broadcast_id
    ), counted as (
      update ${broadcasts} b set stopped = b.stopped + n.people
      from (
        select broadcast_id, sum(people)::int as people from (
          select broadcast_id, 1 as people from halted union all select broadcast_id, -1 from not_stopped
        ) each_mail group by broadcast_id
      ) n
      where b.broadcast_id = n.broadcast_id
    ), kept as (
      update ${deliveryQueue} q set state = o.state, due_at = o.due_at, worker = null
      from o join unsent u using (delivery_id)
      where q.delivery_id = o.delivery_id and not u.is_stopped and q.worker = ${worker} returning q.delivery_id
    ), changed as (
      select delivery_id, null as instead from gone
      union all select delivery_id, null from kept
      union all select delivery_id, null from not_stopped
      union all select delivery_id, 'stopped' from halted
    ), troubled as (
      insert into ${deliveryEvents} (delivery_id, event, response, at)
      select delivery_id, state, response, at from o where state <> 'sent'
    )
    update ${deliveries} d set response = o.response, attempts = o.attempts,
      state = case when o.state = 'failed' then o.state
        when o.state = 'deferred' and d.state = 'stopped' then d.state -- stopped while this statement waited
        else coalesce(changed.instead, o.state) end,
      sent_at = case when o.state = 'sent' then o.at end
    from o join changed using (delivery_id)
    where d.delivery_id = o.delivery_id`)
}

type Release = { worker: string; deliveryIds: readonly number[]; now: Date }

/** Releases claimed mails that were not started. */
export const releaseDeliveries = (db: Db, { worker, deliveryIds, now }: Release) =>
  db
    .update(deliveryQueue)
    .set({ worker: null, dueAt: now })
    .where(and(isAnyOf(deliveryQueue.deliveryId, deliveryIds), eq(deliveryQueue.worker, worker)))

/** When the next delivery is due; undefined if none is left to try. */
export async function getNextDue(db: Db): Promise<Date | undefined> {
  const [row] = await db
    .select({ dueAt: deliveryQueue.dueAt })
    .from(deliveryQueue)
    .where(isNotNull(deliveryQueue.dueAt))
    .orderBy(asc(deliveryQueue.dueAt))
    .limit(1)
  return row?.dueAt ?? undefined
}

export const listContents = async (db: Db, broadcastIds: readonly number[]) =>
  db
    .select({
      broadcastId: broadcasts.broadcastId,
      kind: broadcasts.kind,
      contents: broadcasts.contents,
      series: broadcasts.series,
      traceparent: broadcasts.traceparent,
      createdAt: broadcasts.createdAt,
    })
    .from(broadcasts)
    .where(sql`${broadcasts.broadcastId} = any(${integers(broadcastIds)})`)

/** Puts the token of the link in a mail in the place of an earlier one, if its request still waits for this mail. */
export const setRequestToken = (
  db: Db,
  { broadcastId, tokenHash }: { broadcastId: number; tokenHash: string },
) =>
  db.update(subscriptionRequests).set({ tokenHash }).where(eq(subscriptionRequests.broadcastId, broadcastId))

const MAX_COUNTED = 100_000

type QueueState = {
  /**
   * By state. Counts at most 100,000 failed mails, and at most 100,000 queued and deferred mails together.
   */
  mails: { queued: number; deferred: number; failed: number }
  /** Creation time of the oldest counted mail that is queued or deferred; null if there is none. */
  oldest: Date | null
}

/**
 * Counts the unsent mails of all broadcasts. Reads a bounded part of the index, however long the queue is.
 */
export async function getQueueState(db: Db): Promise<QueueState> {
  const result = await db.execute<
    Record<'queued' | 'deferred' | 'failed', number> & { oldest: string | null }
  >(
    sql`
    with waiting as (
      select state, delivery_id from ${deliveryQueue} where due_at is not null order by due_at, delivery_id
      limit ${MAX_COUNTED}
    ), parked as (
      select from ${deliveryQueue} where due_at is null limit ${MAX_COUNTED}
    )
    select count(*) filter (where state = 'queued')::int as queued,
      count(*) filter (where state = 'deferred')::int as deferred,
      (select count(*) from parked)::int as failed,
      (select d.created_at from ${deliveries} d where d.delivery_id = min(waiting.delivery_id)) as oldest
    from waiting`,
  )
  const { oldest = null, ...mails } = result.rows[0] ?? { queued: 0, deferred: 0, failed: 0 }
  return { mails, oldest: oldest === null ? null : new Date(oldest) }
}
