import { and, asc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../database/open.ts'
import {
  broadcasts,
  deliveries,
  deliveryEvents,
  subscribers,
  subscriptions,
} from '../database/tables/mail.ts'

export type { MailContent } from '../database/tables/mail.ts'

/** Whom an incident's message concerns: every list must have something in common with the person's own. */
export type Criteria = {
  category: 'P1' | 'P2'
  services: readonly string[]
  dataCenters: readonly string[]
  alertType: number
  /** Only addresses of these domains may be reached; undefined when anybody may be. */
  domains: readonly string[] | undefined
}

const textArray = (values: readonly string[]) => sql`${sql.param([...values])}::text[]`

const domainOfAddress = sql`lower(split_part(${subscribers.email}, '@', 2))`

const isAllowedDomain = ({ domains }: Criteria): SQL<boolean> =>
  domains ? sql`${domainOfAddress} = any(${textArray(domains)})` : sql`true`

const matches = (criteria: Criteria): SQL =>
  sql`${subscriptions.services} && ${textArray(criteria.services)}
    and ${subscriptions.dataCenters} && ${textArray(criteria.dataCenters)}
    and ${criteria.alertType} = any(${subscriptions.alertTypes})
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
  criteria: Criteria,
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

/** One delivery for every recipient, in one statement; answers how many there are. */
export async function insertDeliveries(db: Db, { broadcastId, criteria, locales, now }: NewDeliveries) {
  const at = now.toISOString()
  const inserted = await db.execute(sql`
    insert into ${deliveries}
      (broadcast_id, subscriber_id, email, locale, company_id, state, due_at, created_at)
    select ${broadcastId}, ${subscribers.subscriberId}, ${subscribers.email}, ${localeAmong(locales)},
      ${subscribers.companyId}, 'queued', ${at}, ${at}
    from ${subscriptions} join ${subscribers} using (subscriber_id)
    where ${subscriptions.category} = ${criteria.category} and ${matches(criteria)}
    on conflict do nothing`)
  return inserted.rowCount ?? 0
}

export type Progress = { queued: number; sent: number; deferred: number; failed: number }

/** How far broadcasts are. What is being tried at this moment counts as queued. */
export async function findProgress(db: Db, broadcastIds: readonly number[]): Promise<Map<number, Progress>> {
  const found = await db
    .select({ id: deliveries.broadcastId, state: deliveries.state, people: sql<number>`count(*)::int` })
    .from(deliveries)
    .where(inArray(deliveries.broadcastId, [...broadcastIds]))
    .groupBy(deliveries.broadcastId, deliveries.state)
  const progress = new Map(broadcastIds.map((id) => [id, { queued: 0, sent: 0, deferred: 0, failed: 0 }]))
  for (const { id, state, people } of found) {
    const of = progress.get(id)
    if (of) of[state === 'sending' ? 'queued' : state] += people
  }
  return progress
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
      select delivery_id from ${deliveries}
      where due_at <= ${now.toISOString()} order by due_at, delivery_id
      limit ${size} for update skip locked
    )
    update ${deliveries} claimed set state = 'sending', worker = ${worker}, due_at = ${until.toISOString()}
    from due
    where claimed.delivery_id = due.delivery_id
    returning claimed.delivery_id as "deliveryId", claimed.broadcast_id as "broadcastId", claimed.email,
      claimed.locale, claimed.attempts,
      (select uuid from ${subscribers} where subscriber_id = claimed.subscriber_id) as uuid`)
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

/** Writes down what became of mails. Only what this worker still holds is touched. */
export async function recordOutcomes(db: Db, worker: string, outcomes: readonly Outcome[]): Promise<void> {
  const column = <K extends keyof Outcome>(key: K) => sql.param(outcomes.map((one) => one[key]))
  await db.execute(sql`
    update ${deliveries} d set state = o.state, response = o.response, attempts = o.attempts,
      sent_at = case when o.state = 'sent' then o.at end, due_at = o.due_at, worker = null
    from unnest(${column('deliveryId')}::bigint[], ${column('state')}::text[], ${column('response')}::text[],
      ${column('attempts')}::int[], ${column('at')}::timestamptz[], ${column('dueAt')}::timestamptz[])
      as o (delivery_id, state, response, attempts, at, due_at)
    where d.delivery_id = o.delivery_id and d.worker = ${worker}`)
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
    .update(deliveries)
    .set({
      state: sql`case when ${deliveries.attempts} > 0 then 'deferred' else 'queued' end`,
      worker: null,
      dueAt: now,
    })
    .where(and(inArray(deliveries.deliveryId, [...deliveryIds]), eq(deliveries.worker, worker)))

/** When the next delivery is due; undefined when nothing is left to do. */
export async function findNextDue(db: Db): Promise<Date | undefined> {
  const [row] = await db
    .select({ dueAt: deliveries.dueAt })
    .from(deliveries)
    .where(sql`${deliveries.dueAt} is not null`)
    .orderBy(asc(deliveries.dueAt))
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
