import { MAX_COMMS } from '@aviary/contract/constants'
import type { CommEvent } from '@aviary/contract/subscribers/endpoints'
import { type AnyColumn, and, count, eq, exists, notInArray, or, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../database/open.ts'
import { integers } from '../../database/parameters.ts'
import { sessions, users } from '../../database/tables/access.ts'
import { auditLog } from '../../database/tables/audit.ts'
import { incidentDataCenters, incidentServices, incidents } from '../../database/tables/incidents.ts'
import { broadcasts, deliveries, deliveryEvents, subscribers } from '../../database/tables/mail.ts'
import { maintenanceDataCenters } from '../../database/tables/maintenance.ts'

/** Compares email addresses ignoring case. PostgreSQL lowercases both sides, so the same rules apply to both. */
const isAddress = (column: AnyColumn, email: string): SQL => sql`lower(${column}) = lower(${email})`

export const getSubscriber = async (db: Db, email: string) =>
  (await db.select().from(subscribers).where(isAddress(subscribers.email, email)))[0]

/** Whether the owner of the address has signed in with it, so that the sign-in provider vouches for it. */
export async function hasSignedIn(db: Db, email: string): Promise<boolean> {
  const session = db.select().from(sessions).where(eq(sessions.userId, users.userId))
  const signIn = db
    .select()
    .from(auditLog)
    .where(and(eq(auditLog.userEmail, users.email), eq(auditLog.actionName, 'Sign In')))
  const result = await db
    .select({ userId: users.userId })
    .from(users)
    .where(and(isAddress(users.email, email), or(exists(session), exists(signIn))))
  return result.length > 0
}

export type MailEvent = {
  deliveryId: number
  broadcastId: number
  event: CommEvent['email_event']
  response: string
  /** ISO 8601, as sent to clients. */
  at: string
}

const isSecurityMail = sql`exists (select from ${broadcasts}
  where ${broadcasts.broadcastId} = d.broadcast_id and ${broadcasts.kind} = 'security_email')`

type HistoryQuery = { email: string; seesSecurity: boolean }

/**
 * Events of the mails to an address, newest first. Reads one more than is shown, to know whether there are more.
 * Former subscribers have a history too, because only the address counts. Security mails are included for people
 * who may see them.
 */
export async function listMailEvents(db: Db, { email, seesSecurity }: HistoryQuery): Promise<MailEvent[]> {
  const limit = MAX_COMMS + 1
  const isShown = seesSecurity ? sql`true` : sql`not ${isSecurityMail}`
  const result = await db.execute<MailEvent>(sql`
    with mails as (
      select d.delivery_id, d.broadcast_id, d.state, d.response, d.sent_at, d.created_at
      from ${deliveries} d where lower(d.email) = lower(${email}) and ${isShown}
      order by d.delivery_id desc limit ${limit}
    ), happened as (
      select delivery_id, broadcast_id, 1 as step, 0 as number, 'queued' as event, '' as response, created_at as at
      from mails
      union all
      select delivery_id, broadcast_id, 2, e.id, e.event, e.response, e.at
      from mails join ${deliveryEvents} e using (delivery_id)
      union all
      select delivery_id, broadcast_id, 3, 0, 'sent', case when state = 'sent' then coalesce(response, '') else '' end, sent_at
      from mails where state in ('sent', 'bounced')
      union all
      select delivery_id, broadcast_id, 3, 0, 'stopped', '', coalesce(b.stopped_at, (
        select min(c.created_at) from ${broadcasts} c
        where c.message_id = b.message_id and c.message_version > b.message_version
      ), mails.created_at)
      from mails join ${broadcasts} b using (broadcast_id) where state = 'stopped'
    )
    select delivery_id::float8 as "deliveryId", broadcast_id as "broadcastId", event, response,
      to_char(happened.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at
    from happened
    order by happened.at desc, delivery_id desc, step desc, number desc limit ${limit}`)
  return result.rows
}

export type BroadcastSummary = {
  broadcastId: number
  audience: 'INTERNAL' | 'EXTERNAL'
  kind: string
  reference: string
  messageType: string
  createdAt: Date
  services: string[]
  dataCenters: string[]
}

/**
 * Prefixes a column with its table. In a query of one table Drizzle omits the table, and a subquery would
 * then read its own column of that name.
 */
const qualify = (column: AnyColumn): SQL => sql`${broadcasts}.${sql.identifier(column.name)}`
const [criteria, incidentId] = [qualify(broadcasts.criteria), qualify(broadcasts.incidentId)]
const eventId = sql`substring(${qualify(broadcasts.reference)} from '^MNT-([0-9]{1,9})$')::int`

/**
 * The services and data centers stored with a broadcast; if it was stored without them, those of its incident
 * or event today.
 */
const serviceNames = sql<string[]>`case
  when ${criteria} is null then array(select s.service from ${incidentServices} s
    where s.incident_id = ${incidentId} order by 1)
  else array(select jsonb_array_elements_text(coalesce(${criteria} -> 'services', '[]'))) end`
const dataCenterNames = sql<string[]>`case
  when ${criteria} is not null then array(select jsonb_array_elements_text(${criteria} -> 'dataCenters'))
  when ${qualify(broadcasts.kind)} = 'notification' then array(select m.data_center from ${maintenanceDataCenters} m
    where m.event_id = ${eventId} order by 1)
  else array(select c.data_center from ${incidentDataCenters} c
    where c.incident_id = ${incidentId} order by 1) end`

const summaryColumns = {
  audience: broadcasts.audience,
  broadcastId: broadcasts.broadcastId,
  kind: broadcasts.kind,
  reference: broadcasts.reference,
  messageType: broadcasts.messageType,
  createdAt: broadcasts.createdAt,
  services: serviceNames,
  dataCenters: dataCenterNames,
}

/** Reference, message type, services and data centers of broadcasts, by broadcast id. */
export async function listBroadcastSummaries(
  db: Db,
  broadcastIds: readonly number[],
): Promise<Map<number, BroadcastSummary>> {
  const result: BroadcastSummary[] = await db
    .select(summaryColumns)
    .from(broadcasts)
    .where(sql`${broadcasts.broadcastId} = any(${integers(broadcastIds)})`)
  return new Map(result.map((summary) => [summary.broadcastId, summary]))
}

/** A broadcast with its stored conditions, if any, and the present priority of its incident. */
export const getBroadcast = async (db: Db, broadcastId: number) =>
  (
    await db
      .select({
        ...summaryColumns,
        criteria: broadcasts.criteria,
        isCorrection: sql<boolean>`${broadcasts.messageVersion} > 1`,
        priority: incidents.priorityType,
      })
      .from(broadcasts)
      .leftJoin(incidents, eq(incidents.incidentId, broadcasts.incidentId))
      .where(eq(broadcasts.broadcastId, broadcastId))
  )[0]
export type BroadcastRow = NonNullable<Awaited<ReturnType<typeof getBroadcast>>>

/** The mail of a broadcast to an address; undefined if that address got none. */
export const getDelivery = async (db: Db, broadcastId: number, email: string) =>
  (
    await db
      .select({ deliveryId: deliveries.deliveryId, state: deliveries.state })
      .from(deliveries)
      .where(and(eq(deliveries.broadcastId, broadcastId), isAddress(deliveries.email, email)))
  )[0]

/**
 * The number of mails that an address got as a subscriber: without security mails, reminders, and reports of changed
 * subscriptions and channels. Counts all mails, because with `limit 1` the planner tends to read the whole ledger.
 */
export async function countMails(db: Db, email: string): Promise<number> {
  const [row] = await db
    .select({ mails: count() })
    .from(deliveries)
    .innerJoin(broadcasts, eq(broadcasts.broadcastId, deliveries.broadcastId))
    .where(
      and(
        isAddress(deliveries.email, email),
        notInArray(broadcasts.kind, [
          ...([
            'security_email',
            'subscription_change',
            'reminder',
            'channel_notice',
            'subscription_request',
          ] as const),
        ]),
      ),
    )
  return row?.mails ?? 0
}
