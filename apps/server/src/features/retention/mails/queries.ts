import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../../database/open.ts'
import { integers, rowNumbers } from '../../../database/parameters.ts'
import {
  channelAttempts,
  channelDeliveries,
  channelEvents,
  channelThreads,
} from '../../../database/tables/channels.ts'
import { incidentMessages, incidents } from '../../../database/tables/incidents.ts'
import {
  broadcasts,
  deliveries,
  deliveryEvents,
  deliveryQueue,
  subscriptionRequests,
} from '../../../database/tables/mail.ts'
import { maintenanceEvents, notifications } from '../../../database/tables/maintenance.ts'
import { isActiveAt } from '../../incidents/public.ts'
import type { Batch } from '../batch.ts'

const BROADCASTS_AT_ONCE = 20
/** Each event has a delivery for every channel. */
const EVENTS_AT_ONCE = 20

const hasMails = sql`exists (select from ${deliveries} d where d.broadcast_id = b.broadcast_id)`

/** After `where not`, of broadcasts named `b`. */
const isKept = (before: Date, now: Date): SQL => sql`(
  exists (select from ${deliveryQueue} q where q.broadcast_id = b.broadcast_id and q.due_at is not null)
  or exists (select from ${incidents} where incidents.incident_id = b.incident_id and ${isActiveAt(now)})
  or exists (select from ${notifications} n join ${maintenanceEvents} e using (event_id)
    where n.notification_id = b.notification_id and e.end_date >= ${before.toISOString()}))`

/**
 * Deletes mails. Those that had failed for good leave the queue with them and count as stopped, so that the numbers
 * of their broadcast stay true.
 */
export async function deleteMails(db: Db, { before, now, limit }: Batch): Promise<number> {
  const { rows } = await db.execute<{ broadcast_id: number }>(sql`
    select b.broadcast_id from ${broadcasts} b
    where b.created_at < ${before.toISOString()} and b.kind <> 'security_email' and ${hasMails} and not ${isKept(before, now)}
    order by b.created_at, b.broadcast_id limit ${BROADCASTS_AT_ONCE} for update of b skip locked`)
  const ids = integers(rows.map(({ broadcast_id }) => broadcast_id))
  const result = await db.execute(sql`
    with old as materialized (
      select delivery_id from ${deliveries} where broadcast_id = any(${ids}) limit ${limit}
    ), unsent as (
      delete from ${deliveryQueue} q using old where q.delivery_id = old.delivery_id returning q.broadcast_id
    ), counted as (
      update ${broadcasts} b set stopped = b.stopped + g.people
      from (select broadcast_id, count(*)::int as people from unsent group by broadcast_id) g
      where b.broadcast_id = g.broadcast_id
    ), happened as (
      delete from ${deliveryEvents} e using old where e.delivery_id = old.delivery_id
    )
    delete from ${deliveries} d using old where d.delivery_id = old.delivery_id`)
  return result.rowCount ?? 0
}

/**
 * Deletes broadcasts that no mail, message, incident or notification needs any more. The first one to people outside
 * stays: since then the status page knows how things were.
 */
export async function deleteBroadcasts(db: Db, { before, limit }: Batch): Promise<number> {
  const result = await db.execute(sql`
    delete from ${broadcasts} where broadcast_id in (
      select b.broadcast_id from ${broadcasts} b
      where b.created_at < ${before.toISOString()} and b.kind <> 'security_email'
        and b.incident_id is null and b.message_id is null and not ${hasMails}
        and not exists (select from ${notifications} n where n.notification_id = b.notification_id)
        and not exists (select from ${subscriptionRequests} r where r.broadcast_id = b.broadcast_id)
        and b.broadcast_id is distinct from (
          select f.broadcast_id from ${broadcasts} f
          where f.audience = 'EXTERNAL' and f.kind in ('incident_message', 'notification')
          order by f.created_at limit 1)
      order by b.created_at limit ${limit} for update of b skip locked)`)
  return result.rowCount ?? 0
}

export async function countMails(db: Db, before: Date): Promise<number> {
  const { rows } = await db.execute<{ rows: number }>(sql`
    select count(*)::float8 as rows from ${broadcasts} join ${deliveries} using (broadcast_id)
    where broadcasts.created_at < ${before.toISOString()} and kind <> 'security_email'`)
  return rows[0]?.rows ?? 0
}

/** Deletes the requests that were made for deliveries, which keep the result of the last one. */
export async function deleteAttempts(db: Db, { before, limit }: Batch): Promise<number> {
  const result = await db.execute(sql`
    delete from ${channelAttempts} where attempt_id in (
      select a.attempt_id from ${channelAttempts} a join ${channelDeliveries} d using (delivery_id)
      where a.at < ${before.toISOString()} and d.due_at is null
      order by a.attempt_id limit ${limit} for update of a skip locked)`)
  return result.rowCount ?? 0
}

/** Deletes events, and what became of them in each channel, once nothing is left of what they told. */
export async function deleteEvents(db: Db, { before }: Batch): Promise<number> {
  const { rows } = await db.execute<{ event_id: string }>(sql`
    select event_id from ${channelEvents} e where e.created_at < ${before.toISOString()}
      and not exists (select from ${channelDeliveries} d where d.event_id = e.event_id and d.due_at is not null)
      and not exists (select from ${channelThreads} t where t.event_id = e.event_id)
      and not exists (select from ${incidents} i where i.incident_id = e.incident_id)
      and not exists (select from ${incidentMessages} m where m.message_id = e.message_id)
      and not exists (select from ${notifications} n where n.notification_id = e.notification_id)
      and not exists (select from ${maintenanceEvents} m where m.event_id = e.maintenance_id)
      and not exists (select from ${broadcasts} b where b.broadcast_id = e.broadcast_id)
    order by event_id limit ${EVENTS_AT_ONCE} for update of e skip locked`)
  if (rows.length === 0) return 0
  const ids = rowNumbers(rows.map(({ event_id }) => Number(event_id)))
  await db.execute(sql`
    delete from ${channelAttempts} a using ${channelDeliveries} d
    where d.delivery_id = a.delivery_id and d.event_id = any(${ids})`)
  await db.execute(sql`delete from ${channelDeliveries} where event_id = any(${ids})`)
  await db.execute(sql`delete from ${channelEvents} where event_id = any(${ids})`)
  return rows.length
}

export async function countAttempts(db: Db, before: Date): Promise<number> {
  const { rows } = await db.execute<{ rows: number }>(
    sql`select count(*)::float8 as rows from ${channelAttempts} where at < ${before.toISOString()}`,
  )
  return rows[0]?.rows ?? 0
}
