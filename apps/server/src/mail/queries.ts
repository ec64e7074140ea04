import type { DELIVERY_STATES } from '@aviary/contract/deliveries/rules'
import type { Audience } from '@aviary/contract/messages/rules'
import { eq, type SQL, sql } from 'drizzle-orm'
import { inBatches } from '../database/in-batches.ts'
import type { Db } from '../database/open.ts'
import { isAnyOf, literally, texts } from '../database/parameters.ts'
import { refreshStatistics } from '../database/statistics.ts'
import {
  broadcasts,
  deliveries,
  deliveryQueue,
  type MailHeadline,
  subscribers,
  subscriptions,
} from '../database/tables/mail.ts'
import { locales as activeLocales } from '../database/tables/reference.ts'
import type { Page } from '../http/paging.ts'
import { currentTraceparent } from '../process/tracing.ts'
import {
  companiesOfSecurityUsers,
  companyOfAddress,
  companyOfHost,
  hostOf,
} from './company-of-address/queries.ts'

export type { MailContent, MailHeadline, MailSeries } from '../database/tables/mail.ts'

type Reach = {
  /** Restricts recipients to these domains; undefined for no restriction. */
  domains: readonly string[] | undefined
}

/**
 * Recipients of an incident message: subscriptions to the alert type that share a service and a data center
 * with these lists.
 */
export type MessageCriteria = Reach & {
  category: 'P1' | 'P2'
  services: readonly string[]
  dataCenters: readonly string[]
  alertType: number
}

/** Recipients of a maintenance notification. */
export type NotificationCriteria = Reach & {
  category: 'notifications'
  dataCenters: readonly string[]
  notificationType: string
}

export type Criteria = MessageCriteria | NotificationCriteria

const domainOfAddress = sql`lower(split_part(${subscribers.email}, '@', 2))`

const isAllowedDomain = ({ domains }: Criteria): SQL<boolean> =>
  domains ? sql`${domainOfAddress} = any(${texts(domains)})` : sql`true`

const choseType = (criteria: Criteria): SQL =>
  criteria.category === 'notifications'
    ? sql`${criteria.notificationType} = any(${subscriptions.notificationTypes})`
    : sql`${criteria.alertType} = any(${subscriptions.alertTypes})
        and ${subscriptions.services} && ${texts(criteria.services)}`

/** Mails to a paused address came back, so it is left out of new messages until somebody resumes it. */
const isMailable = sql`${subscribers.pausedAt} is null`

const matches = (criteria: Criteria): SQL =>
  sql`${choseType(criteria)}
    and ${isMailable}
    and ${subscriptions.dataCenters} && ${texts(criteria.dataCenters)}
    and ${isAllowedDomain(criteria)}`

/** A person's language if it is active, else English. */
export const activeLocale = sql<string>`case
  when ${subscribers.locale} in (select system_key from ${activeLocales} where is_active)
  then ${subscribers.locale} else 'en' end`

/** A person's language if the mail exists in this language and the language is active, else English. */
const localeAmong = (locales: readonly string[]) =>
  sql<string>`case when ${subscribers.locale} = any(${texts(locales)}) then ${activeLocale} else 'en' end`

/** The recipients that a broadcast has if it is created now; `order by` and `limit` may follow. */
export const selectRecipients = (criteria: Criteria, locale: SQL): SQL => sql`
  select ${subscribers.subscriberId}, ${subscribers.email}, ${subscribers.companyId}, ${subscribers.timeZone},
    ${locale} as locale, ${hostOf(sql`${subscribers.email}`)} as host
  from ${subscriptions} join ${subscribers} using (subscriber_id)
  where ${subscriptions.category} = ${criteria.category} and ${matches(criteria)}`

/**
 * Common table expressions, to stand after `with`. `recipients` has the rows of {@link selectRecipients},
 * each with the company of the address. Each domain is looked up once, however many people have it.
 */
export const withCompany = (rows: SQL, internalDomains: readonly string[]): SQL => sql`
  chosen as materialized (
    ${rows}
  ), security as materialized (
    ${companiesOfSecurityUsers}
  ), hosts as materialized (
    select host, ${companyOfHost(sql`host`, internalDomains)} as company_id
    from (select distinct host from chosen) as found
  ), recipients as (
    select chosen.subscriber_id, chosen.email, chosen.locale, chosen.time_zone,
      coalesce(security.company_id, chosen.company_id, hosts.company_id) as company_id
    from chosen left join security on security.address = lower(chosen.email) left join hosts using (host)
  )`

export const countRecipients = async (db: Db, criteria: Criteria, locales: readonly string[]) => {
  const result = await db.execute<{ locale: string; people: number }>(sql`
    select ${localeAmong(locales)} as locale, count(*)::int as people
    from ${subscriptions} join ${subscribers} using (subscriber_id)
    where ${subscriptions.category} = ${criteria.category} and ${matches(criteria)}
    group by 1 order by 1`)
  return result.rows
}

export type NotReached = { email: string; locale: string; reason: NotReachedReason }
export type NotReachedReason = 'paused' | 'category' | 'domain' | 'alert_type' | 'services' | 'data_centers'

/** Subscribers whom a message would not reach, each with the first applicable reason. */
export const listNotReached = async (
  db: Db,
  criteria: MessageCriteria,
  page: Page & { search: string },
): Promise<NotReached[]> => {
  const result = await db.execute<NotReached>(sql`
    select ${subscribers.email}, ${subscribers.locale}, case
        when ${subscriptions.subscriberId} is null or cardinality(${subscriptions.alertTypes}) = 0 then 'category'
        when not (${isAllowedDomain(criteria)}) then 'domain'
        when not (${criteria.alertType} = any(${subscriptions.alertTypes})) then 'alert_type'
        when not (${subscriptions.services} && ${texts(criteria.services)}) then 'services'
        when not (${subscriptions.dataCenters} && ${texts(criteria.dataCenters)}) then 'data_centers'
        else 'paused' end as reason
    from ${subscribers} left join ${subscriptions}
      on ${subscriptions.subscriberId} = ${subscribers.subscriberId} and ${subscriptions.category} = ${criteria.category}
    where (${subscriptions.subscriberId} is null or not (${matches(criteria)}))
      and lower(${subscribers.email}) like ${`${literally(page.search.toLowerCase())}%`}
    order by lower(${subscribers.email}) offset ${page.startAt} limit ${page.size}`)
  return result.rows
}

export const createSubscribers = (db: Db, rows: (typeof subscribers.$inferInsert)[]) =>
  db
    .insert(subscribers)
    .values(rows)
    .onConflictDoNothing()
    .returning({ subscriberId: subscribers.subscriberId, email: subscribers.email })

export async function createSubscriptions(
  db: Db,
  rows: (typeof subscriptions.$inferInsert)[],
): Promise<void> {
  for (const batch of inBatches(rows)) await db.insert(subscriptions).values(batch)
}

export const createBroadcast = async (db: Db, row: typeof broadcasts.$inferInsert): Promise<number> => {
  const [inserted] = await db
    .insert(broadcasts)
    .values({ ...row, traceparent: currentTraceparent() })
    .returning({ id: broadcasts.broadcastId })
  if (!inserted) throw new Error('The broadcast was not stored')
  return inserted.id
}

type Earlier = { headline: MailHeadline | null; thread: string | null; messages: number }

/**
 * Headline and thread that later mails about an incident keep from earlier ones, and the number of messages mailed
 * to people outside. Ignores broadcasts that reached nobody. External mails take the headline only from external
 * mails, because an internal headline may name more. `messageId` (for a correction): prefers that message's mails.
 */
export async function getEarlierMails(
  db: Db,
  {
    incidentId,
    audience,
    messageId,
  }: { incidentId: number; audience: Audience; messageId?: number | undefined },
): Promise<Earlier> {
  const result = await db.execute<Earlier>(sql`
    with earlier as (
      select broadcast_id, headline, series ->> 'thread' as thread, audience,
        coalesce(message_id = ${messageId ?? null}::int, false) as is_corrected,
        message_version = 1 as is_message
      from ${broadcasts}
      where incident_id = ${incidentId} and kind = 'incident_message' and recipients > stopped
    )
    select
      (select headline from earlier
        where headline is not null and (audience = 'EXTERNAL' or ${audience} = 'INTERNAL')
        order by is_corrected desc, broadcast_id limit 1) as headline,
      (select thread from earlier where thread is not null
        order by is_corrected desc, audience = ${audience} desc, broadcast_id limit 1) as thread,
      (select count(*)::int from earlier where is_message and audience = 'EXTERNAL') as messages`)
  return result.rows[0] ?? { headline: null, thread: null, messages: 0 }
}

type NewDeliveries = {
  broadcastId: number
  criteria: Criteria
  locales: readonly string[]
  internalDomains: readonly string[]
  now: Date
}

/**
 * Creates one due delivery per recipient, in one statement of the caller's transaction; returns their number.
 * Subscribers' addresses are unique, so nobody gets two mails.
 */
export async function createDeliveries(db: Db, delivery: NewDeliveries) {
  const { broadcastId, criteria, locales, internalDomains, now } = delivery
  const at = now.toISOString()
  const inserted = await db.execute(sql`
    with ${withCompany(selectRecipients(criteria, localeAmong(locales)), internalDomains)}, taken as (
      insert into ${deliveries} (broadcast_id, subscriber_id, email, locale, time_zone, company_id, state, created_at)
      select ${broadcastId}, subscriber_id, email, locale, time_zone, company_id, 'queued', ${at} from recipients
      returning delivery_id
    )
    insert into ${deliveryQueue} (delivery_id, broadcast_id, state, due_at)
    select delivery_id, ${broadcastId}, 'queued', ${at} from taken`)
  const recipients = inserted.rowCount ?? 0
  await refreshStatistics(db, deliveryQueue, recipients)
  await db.update(broadcasts).set({ recipients }).where(eq(broadcasts.broadcastId, broadcastId))
  return recipients
}

type NewDelivery = {
  broadcastId: number
  subscriberId: number | undefined
  email: string
  locale: string
  timeZone: string | null
  internalDomains: readonly string[]
  now: Date
}

/** Creates one due delivery. */
export async function createDelivery(db: Db, delivery: NewDelivery) {
  const { broadcastId, subscriberId, email, locale, timeZone, internalDomains, now } = delivery
  const [row] = await db
    .insert(deliveries)
    .values({
      ...{ broadcastId, subscriberId, email, locale, timeZone, state: 'queued', createdAt: now },
      companyId: companyOfAddress(sql`${email}::text`, internalDomains),
    })
    .returning({ deliveryId: deliveries.deliveryId })
  if (!row) throw new Error('The delivery was not stored')
  const { deliveryId } = row
  await db.insert(deliveryQueue).values({ deliveryId, broadcastId, state: 'queued', dueAt: now })
}

export type Progress = Record<(typeof DELIVERY_STATES)[number], number>

export const NO_PROGRESS: Progress = { queued: 0, sent: 0, deferred: 0, failed: 0, stopped: 0, bounced: 0 }

/** Progress of broadcasts: a mail that has left the queue counts as sent, unless it was stopped or came back. */
export async function getProgress(db: Db, broadcastIds: readonly number[]): Promise<Map<number, Progress>> {
  const all = await db
    .select({
      id: broadcasts.broadcastId,
      recipients: broadcasts.recipients,
      stopped: broadcasts.stopped,
      bounced: broadcasts.bounced,
    })
    .from(broadcasts)
    .where(isAnyOf(broadcasts.broadcastId, broadcastIds))
  const waiting = await db
    .select({ id: deliveryQueue.broadcastId, state: deliveryQueue.state, people: sql<number>`count(*)::int` })
    .from(deliveryQueue)
    .where(isAnyOf(deliveryQueue.broadcastId, broadcastIds))
    .groupBy(deliveryQueue.broadcastId, deliveryQueue.state)
  const progress = new Map(
    all.map(({ id, recipients, stopped, bounced }) => [
      id,
      { ...NO_PROGRESS, sent: recipients - stopped - bounced, stopped, bounced },
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

/** Whether mails of a broadcast, or about a reference, were deleted because they were old: no others ever are. */
export async function areMailsGone(
  db: Db,
  about: { broadcastId: number } | { reference: string },
): Promise<boolean> {
  const isAbout =
    'reference' in about
      ? sql`lower(b.reference) = ${about.reference.toLowerCase()} and b.kind <> 'security_email'`
      : sql`b.broadcast_id = ${about.broadcastId}`
  const { rows } = await db.execute(sql`
    select from ${broadcasts} b where ${isAbout}
      and b.recipients > (select count(*) from ${deliveries} d where d.broadcast_id = b.broadcast_id) limit 1`)
  return rows.length > 0
}
