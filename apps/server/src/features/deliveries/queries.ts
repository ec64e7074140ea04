import { and, desc, eq, gte, like, lt, notInArray, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../database/open.ts'
import { literally, rowNumbers } from '../../database/parameters.ts'
import {
  type BroadcastKind,
  broadcasts,
  deliveries,
  deliveryEvents,
  deliveryQueue,
  subscribers,
  subscriptions,
} from '../../database/tables/mail.ts'
import type { Page } from '../../http/paging.ts'
import type { TimeRange } from '../../http/time-range.ts'
import { companyOfAddress } from '../../mail/public.ts'
import { isMailedToCompany, listCompanyNames } from './company/queries.ts'

export type { BroadcastKind } from '../../database/tables/mail.ts'

const whenDefined = <T>(value: T | undefined, condition: (value: T) => SQL): SQL[] =>
  value === undefined ? [] : [condition(value)]

/** Ignores case, because people write references in upper and lower case. */
const isReference = (reference: string): SQL =>
  eq(sql`lower(${broadcasts.reference})`, reference.toLowerCase())

const beginsWith = (text: string): string => `${literally(text.toLowerCase())}%`

/** `hiddenKinds`: kinds of mail that the reader may not see. */
export type Reader = { hiddenKinds: readonly BroadcastKind[]; withInternal: boolean }

const isShownTo = ({ hiddenKinds, withInternal }: Reader): SQL[] => [
  ...(hiddenKinds.length === 0 ? [] : [notInArray(broadcasts.kind, [...hiddenKinds])]),
  ...(withInternal ? [] : [eq(broadcasts.audience, 'EXTERNAL')]),
]

export const listBroadcasts = (db: Db, filters: Reader & { reference: string | undefined }, page: Page) =>
  db
    .select()
    .from(broadcasts)
    .where(and(...whenDefined(filters.reference, isReference), ...isShownTo(filters)))
    .orderBy(desc(broadcasts.createdAt), desc(broadcasts.broadcastId))
    .offset(page.startAt)
    .limit(page.size)

export const getBroadcast = async (db: Db, broadcastId: number, reader: Reader) =>
  (
    await db
      .select({ kind: broadcasts.kind })
      .from(broadcasts)
      .where(and(eq(broadcasts.broadcastId, broadcastId), ...isShownTo(reader)))
  )[0]

export type DeliveryFilters = Reader &
  Partial<TimeRange> & {
    deliveryId?: number | undefined
    broadcastId?: number | undefined
    reference?: string | undefined
    email?: string | undefined
    companyId?: number | undefined
    internalDomains: readonly string[]
    state?: (typeof deliveries.$inferSelect)['state'] | undefined
  }

/** For a mail stored without a company: the company that its address belongs to now. */
const companyNow = ({ internalDomains }: DeliveryFilters) => sql<number | null>`case
  when ${deliveries.companyId} is null then ${companyOfAddress(sql`${deliveries.email}`, internalDomains)} end`

/**
 * Ids rise with time, so ordering by the primary key avoids sorting a million rows for a page. With a time range,
 * orders by the broadcast's time first, which its mails share. PostgreSQL then reads the range from an index; by the
 * primary key it would first read all mails newer than the range.
 */
const newestFirst = ({ start, before }: DeliveryFilters): SQL[] => [
  ...(start || before ? [desc(broadcasts.createdAt)] : []),
  desc(deliveries.deliveryId),
]

const selectDeliveries = (db: Db, filters: DeliveryFilters, page: Page) =>
  db
    .select({
      delivery: deliveries,
      reference: broadcasts.reference,
      messageType: broadcasts.messageType,
      isCorrection: sql<boolean>`${broadcasts.messageVersion} > 1`,
      contents: filters.deliveryId === undefined ? sql<null>`null` : broadcasts.contents,
      companyNow: companyNow(filters),
      dueAt: deliveryQueue.dueAt,
    })
    .from(deliveries)
    .innerJoin(broadcasts, eq(broadcasts.broadcastId, deliveries.broadcastId))
    .leftJoin(deliveryQueue, eq(deliveryQueue.deliveryId, deliveries.deliveryId))
    .where(
      and(
        ...whenDefined(filters.deliveryId, (id) => eq(deliveries.deliveryId, id)),
        ...whenDefined(filters.broadcastId, (id) => eq(deliveries.broadcastId, id)),
        ...whenDefined(filters.reference, isReference),
        ...whenDefined(filters.email, (email) => like(sql`lower(${deliveries.email})`, beginsWith(email))),
        ...whenDefined(filters.companyId, (companyId) => isMailedToCompany({ ...filters, companyId })),
        ...whenDefined(filters.state, (state) => eq(deliveries.state, state)),
        ...whenDefined(filters.start, (start) => gte(broadcasts.createdAt, start)),
        ...whenDefined(filters.before, (before) => lt(broadcasts.createdAt, before)),
        ...isShownTo(filters),
      ),
    )
    .orderBy(...newestFirst(filters))
    .offset(page.startAt)
    .limit(page.size)

export async function listDeliveries(db: Db, filters: DeliveryFilters, page: Page) {
  const rows = await selectDeliveries(db, filters, page)
  const ids = rows.flatMap(({ delivery, companyNow }) => delivery.companyId ?? companyNow ?? [])
  const names = await listCompanyNames(db, ids)
  return rows.map((row) => {
    const companyId = row.delivery.companyId ?? row.companyNow
    return { ...row, companyId, companyName: companyId === null ? null : (names.get(companyId) ?? null) }
  })
}

export type DeliveryRow = Awaited<ReturnType<typeof listDeliveries>>[number]

type Retry = { broadcastId: number; deliveryId: number | undefined; now: Date; retriedBy: string }

/** Queues failed mails again, with their attempts counted from 0; returns the number of mails. */
export async function retryFailed(
  db: Db,
  { broadcastId, deliveryId, now, retriedBy }: Retry,
): Promise<number> {
  // Waits for a concurrent correction of the message, so that mails with the earlier text are not queued again.
  await db.execute(sql`select from ${broadcasts} where ${broadcasts.broadcastId} = ${broadcastId} for share`)
  const retried = await db
    .update(deliveryQueue)
    .set({ state: 'queued', dueAt: now })
    .where(
      and(
        eq(deliveryQueue.broadcastId, broadcastId),
        eq(deliveryQueue.state, 'failed'),
        ...whenDefined(deliveryId, (id) => eq(deliveryQueue.deliveryId, id)),
      ),
    )
    .returning({ deliveryId: deliveryQueue.deliveryId })
  if (retried.length === 0) return 0
  const ids = rowNumbers(retried.map((row) => row.deliveryId))
  await db
    .update(deliveries)
    .set({ state: 'queued', attempts: 0 })
    .where(sql`${deliveries.deliveryId} = any(${ids})`)
  await db.execute(sql`
    insert into ${deliveryEvents} (delivery_id, event, response, at)
    select unnest(${ids}), 'retried', ${retriedBy}, ${now.toISOString()}`)
  return retried.length
}

export const getSubscriberByUuid = async (db: Db, uuid: string) =>
  (await db.select().from(subscribers).where(eq(subscribers.uuid, uuid)))[0]

/** Ends all subscriptions and reminders; returns the deleted subscriptions. */
export async function deleteSubscriptions(db: Db, subscriberId: number, now: Date) {
  await db
    .update(subscribers)
    .set({ updatedAt: now, reminders: [] })
    .where(eq(subscribers.subscriberId, subscriberId))
  return db.delete(subscriptions).where(eq(subscriptions.subscriberId, subscriberId)).returning()
}
