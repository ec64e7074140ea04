import { and, asc, eq, inArray, isNotNull, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../database/open.ts'
import {
  broadcasts,
  deliveries,
  deliveryEvents,
  deliveryQueue,
  subscribers,
  subscriptions,
} from '../database/tables/mail.ts'

export type { MailContent } from '../database/tables/mail.ts'

type Reach = {
  /** Only addresses of these domains may be reached; undefined when anybody may be. */
  domains: readonly string[] | undefined
}

/** Whom an incident's message concerns: every list must have something in common with the person's own. */
export type MessageCriteria = Reach & {
  category: 'P1' | 'P2'
  services: readonly string[]
  dataCenters: readonly string[]
  alertType: number
}

/** Whom a notification of a maintenance event concerns. */
export type NotificationCriteria = Reach & {
  category: 'notifications'
  dataCenters: readonly string[]
  notificationType: string
}

export type Criteria = MessageCriteria | NotificationCriteria

const textArray = (values: readonly string[]) => sql`${sql.param([...values])}::text[]`

const domainOfAddress = sql`lower(split_part(${subscribers.email}, '@', 2))`

const isAllowedDomain = ({ domains }: Criteria): SQL<boolean> =>
  domains ? sql`${domainOfAddress} = any(${textArray(domains)})` : sql`true`

const choseType = (criteria: Criteria): SQL =>
  criteria.category === 'notifications'
    ? sql`${criteria.notificationType} = any(${subscriptions.notificationTypes})`
    : sql`${criteria.alertType} = any(${subscriptions.alertTypes})
        and ${subscriptions.services} && ${textArray(criteria.services)}`

const matches = (criteria: Criteria): SQL =>
  sql`${choseType(criteria)}
    and ${subscriptions.dataCenters} && ${textArray(criteria.dataCenters)}
    and ${isAllowedDomain(criteria)}`

/** The language somebody gets: their own where the mail is in it, else English. */
const localeAmong = (locales: readonly string[]) =>
  sql<string>`case when ${subscribers.locale} = any(${textArray(locales)}) then ${subscribers.locale} else 'en' end`

export const countRecipients = async (db: Db, criteria: Criteria, locales: readonly string[]) => {
  const found = await db.execute<{ locale: string; people: number }>(sql`
    select ${localeAmong(locales)} as locale, count(*)::int as people
    from ${subscriptions} join ${subscribers} using (subscriber_id)
    where ${subscriptions.category} = ${criteria.category} and ${matches(criteria)}
    group by 1 order by 1`)
  return found.rows
}

export type NotReached = { email: string; locale: string; reason: NotReachedReason }
export type NotReachedReason = 'category' | 'domain' | 'alert_type' | 'services' | 'data_centers'

/** Subscribers whom a message would not reach, each with the first reason that applies. */
export const findNotReached = async (
  db: Db,
  criteria: MessageCriteria,
  page: { startAt: number; size: number; search: string },
): Promise<NotReached[]> => {
  const found = await db.execute<NotReached>(sql`
    select ${subscribers.email}, ${subscribers.locale}, case
        when ${subscriptions.subscriberId} is null or cardinality(${subscriptions.alertTypes}) = 0 then 'category'
        when not (${isAllowedDomain(criteria)}) then 'domain'
        when not (${criteria.alertType} = any(${subscriptions.alertTypes})) then 'alert_type'
        when not (${subscriptions.services} && ${textArray(criteria.services)}) then 'services'
        else 'data_centers' end as reason
    from ${subscribers} left join ${subscriptions}
      on ${subscriptions.subscriberId} = ${subscribers.subscriberId} and ${subscriptions.category} = ${criteria.category}
    where (${subscriptions.subscriberId} is null or not (${matches(criteria)}))
      and lower(${subscribers.email}) like ${`${likeText(page.search.toLowerCase())}%`}
    order by lower(${subscribers.email}) offset ${page.startAt} limit ${page.size}`)
  return found.rows
}

const likeText = (text: string): string => text.replace(/[\\%_]/g, '\\$&')

export const insertSubscribers = (db: Db, rows: (typeof subscribers.$inferInsert)[]) =>
  db
    .insert(subscribers)
    .values(rows)
    .onConflictDoNothing()
    .returning({ subscriberId: subscribers.subscriberId, email: subscribers.email })

export const insertSubscriptions = (db: Db, rows: (typeof subscriptions.$inferInsert)[]) =>
  db.insert(subscriptions).values(rows)

export const insertBroadcast = async (db: Db, row: typeof broadcasts.$inferInsert): Promise<number> => {
  const [inserted] = await db.insert(broadcasts).values(row).returning({ id: broadcasts.broadcastId })
  if (!inserted) throw new Error('The broadcast was not stored')
  return inserted.id
}

type NewDeliveries = { broadcastId: number; criteria: Criteria; locales: readonly string[]; now: Date }

/**
 * One delivery for every recipient, all of them due, in one statement of the caller's transaction; answers how many
 * there are. Nobody is there twice: addresses of subscribers are unique.
 */
export async function insertDeliveries(db: Db, { broadcastId, criteria, locales, now }: NewDeliveries) {
  const at = now.toISOString()
  // Compiling the statement would cost more than it saves.
  await db.execute(sql`set local jit = off`)
  const inserted = await db.execute(sql`
    with taken as (
      insert into ${deliveries} (broadcast_id, subscriber_id, email, locale, company_id, state, created_at)
      select ${broadcastId}, ${subscribers.subscriberId}, ${subscribers.email}, ${localeAmong(locales)},
        ${subscribers.companyId}, 'queued', ${at}
      from ${subscriptions} join ${subscribers} using (subscriber_id)
      where ${subscriptions.category} = ${criteria.category} and ${matches(criteria)}
      returning delivery_id
    )
    insert into ${deliveryQueue} (delivery_id, broadcast_id, state, due_at)
    select delivery_id, ${broadcastId}, 'queued', ${at} from taken`)
  const recipients = inserted.rowCount ?? 0
  await db.update(broadcasts).set({ recipients }).where(eq(broadcasts.broadcastId, broadcastId))
  return recipients
}

export type Progress = { queued: number; sent: number; deferred: number; failed: number; stopped: number }

export const NO_PROGRESS: Progress = { queued: 0, sent: 0, deferred: 0, failed: 0, stopped: 0 }

/** How far broadcasts are: what is not in the queue any more has been sent. */
export async function findProgress(db: Db, broadcastIds: readonly number[]): Promise<Map<number, Progress>> {
  const of = inArray(broadcasts.broadcastId, [...broadcastIds])
  const all = await db
    .select({
      id: broadcasts.broadcastId,
      recipients: broadcasts.recipients,
      stopped: broadcasts.stopped,
    })
    .from(broadcasts)
    .where(of)
  const waiting = await db
    .select({ id: deliveryQueue.broadcastId, state: deliveryQueue.state, people: sql<number>`count(*)::int` })
    .from(deliveryQueue)
    .where(inArray(deliveryQueue.broadcastId, [...broadcastIds]))
    .groupBy(deliveryQueue.broadcastId, deliveryQueue.state)
  const progress = new Map(
    all.map(({ id, recipients, stopped }) => [
      id,
      { queued: 0, sent: recipients - stopped, deferred: 0, failed: 0, stopped },
    ]),
  )
  for (const { id, state, people } of waiting) {
    const counted = progress.get(id)
    if (!counted) continue
    counted[state] += people
    counted.sent -= people
  }
  return progress
}

/**
 * Stops the mails of a broadcast that nobody is sending at this moment; answers how many, and how many were handed to the
 * mail server and cannot be called back. Mails that are parked after they failed are stopped too.
 */
export async function stopBroadcast(db: Db, broadcastId: number, now: Date) {
  const stopped = await db.execute(sql`
    with gone as (
      delete from ${deliveryQueue} q
      where q.broadcast_id = ${broadcastId} and (q.worker is null or q.due_at < ${now.toISOString()})
      returning q.delivery_id
    )
    update ${deliveries} d set state = 'stopped' from gone where d.delivery_id = gone.delivery_id`)
  const count = stopped.rowCount ?? 0
  await db
    .update(broadcasts)
    .set({ stopped: sql`${broadcasts.stopped} + ${count}` })
    .where(eq(broadcasts.broadcastId, broadcastId))
  const [left] = await db
    .select({ people: sql<number>`count(*)::int` })
    .from(deliveryQueue)
    .where(eq(deliveryQueue.broadcastId, broadcastId))
  return { stopped: count, onTheirWay: left?.people ?? 0 }
}

export type Claimed = {
  deliveryId: number
  broadcastId: number
  email: string
  locale: string
  attempts: number
  uuid: string | null
}

type Claim = { worker: string; now: Date; until: Date; size: number }

/** Takes what is due, or what a dead worker left, for as long as the lease lasts. No two workers get the same. */
export async function claimDeliveries(db: Db, { worker, now, until, size }: Claim): Promise<Claimed[]> {
  const found = await db.execute<Omit<Claimed, 'deliveryId'> & { deliveryId: string }>(sql`
    with due as (
      select delivery_id from ${deliveryQueue}
      where due_at <= ${now.toISOString()} order by due_at, delivery_id
      limit ${size} for update skip locked
    )
    update ${deliveryQueue} q set worker = ${worker}, due_at = ${until.toISOString()}
    from due join ${deliveries} d using (delivery_id) left join ${subscribers} s using (subscriber_id)
    where q.delivery_id = due.delivery_id
    returning q.delivery_id as "deliveryId", d.broadcast_id as "broadcastId", d.email, d.locale, d.attempts, s.uuid`)
  return found.rows.map((row) => ({ ...row, deliveryId: Number(row.deliveryId) }))
}

export type Outcome = {
  deliveryId: number
  state: 'sent' | 'deferred' | 'failed'
  response: string
  attempts: number
  at: Date
  /** When it is tried again; null when it is not. */
  dueAt: Date | null
}

/** Writes down what became of mails. A sent mail is sent, whoever holds it by now; a failure counts for its holder only. */
export async function recordOutcomes(db: Db, worker: string, outcomes: readonly Outcome[]): Promise<void> {
  const column = <K extends keyof Outcome>(key: K) => sql.param(outcomes.map((one) => one[key]))
  await db.execute(sql`
    with o as (
      select * from unnest(${column('deliveryId')}::bigint[], ${column('state')}::text[],
        ${column('response')}::text[], ${column('attempts')}::int[], ${column('at')}::timestamptz[],
        ${column('dueAt')}::timestamptz[]) as o (delivery_id, state, response, attempts, at, due_at)
    ), gone as (
      delete from ${deliveryQueue} q using o
      where q.delivery_id = o.delivery_id and o.state = 'sent' returning q.delivery_id
    ), kept as (
      update ${deliveryQueue} q set state = o.state, due_at = o.due_at, worker = null from o
      where q.delivery_id = o.delivery_id and o.state <> 'sent' and q.worker = ${worker} returning q.delivery_id
    )
    update ${deliveries} d set state = o.state, response = o.response, attempts = o.attempts,
      sent_at = case when o.state = 'sent' then o.at end
    from o join (select delivery_id from gone union all select delivery_id from kept) changed using (delivery_id)
    where d.delivery_id = o.delivery_id`)
  const troubled = outcomes.filter(({ state }) => state !== 'sent')
  if (troubled.length === 0) return
  await db.insert(deliveryEvents).values(
    troubled.map(({ deliveryId, state, response, at }) => ({
      deliveryId,
      event: state as 'deferred' | 'failed', // 'sent' was left out above
      response,
      at,
    })),
  )
}

type Release = { worker: string; deliveryIds: readonly number[]; now: Date }

/** Gives back what was claimed and not begun. */
export const releaseDeliveries = (db: Db, { worker, deliveryIds, now }: Release) =>
  db
    .update(deliveryQueue)
    .set({ worker: null, dueAt: now })
    .where(and(inArray(deliveryQueue.deliveryId, [...deliveryIds]), eq(deliveryQueue.worker, worker)))

/** When the next delivery is due; undefined when nothing is left to try. */
export async function findNextDue(db: Db): Promise<Date | undefined> {
  const [row] = await db
    .select({ dueAt: deliveryQueue.dueAt })
    .from(deliveryQueue)
    .where(isNotNull(deliveryQueue.dueAt))
    .orderBy(asc(deliveryQueue.dueAt))
    .limit(1)
  return row?.dueAt ?? undefined
}

export const findContents = async (db: Db, broadcastIds: readonly number[]) =>
  db
    .select({
      broadcastId: broadcasts.broadcastId,
      contents: broadcasts.contents,
      createdAt: broadcasts.createdAt,
    })
    .from(broadcasts)
    .where(inArray(broadcasts.broadcastId, [...broadcastIds]))
