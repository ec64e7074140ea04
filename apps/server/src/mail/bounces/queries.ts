import { and, desc, eq, exists, gt, isNotNull, sql } from 'drizzle-orm'
import type { Db } from '../../database/open.ts'
import {
  broadcasts,
  deliveries,
  deliveryEvents,
  deliveryQueue,
  subscribers,
} from '../../database/tables/mail.ts'
import type { Page } from '../../http/paging.ts'

/** The mail, locked until the transaction ends; `isHeld`: a worker may be sending it now. */
export async function lockDelivery(db: Db, deliveryId: number) {
  const [delivery] = await db
    .select()
    .from(deliveries)
    .where(eq(deliveries.deliveryId, deliveryId))
    .for('update')
  if (!delivery) return undefined
  const held = db
    .select()
    .from(deliveryQueue)
    .where(and(eq(deliveryQueue.deliveryId, deliveryId), isNotNull(deliveryQueue.worker)))
  const before = db
    .select()
    .from(deliveryEvents)
    .where(and(eq(deliveryEvents.deliveryId, deliveryId), eq(deliveryEvents.event, 'bounced')))
  const [state] = await db
    .select({ isHeld: sql<boolean>`${exists(held)}`, hasBounced: sql<boolean>`${exists(before)}` })
    .from(sql`(select) as one`)
  return { ...delivery, isHeld: state?.isHeld ?? false, hasBounced: state?.hasBounced ?? false }
}

type Bounce = {
  deliveryId: number
  broadcastId: number
  response: string
  status: string
  /** Whether the mail had come back before, and was then sent again. */
  isKnown: boolean
  now: Date
}

/** Records that a mail came back; the state `sent` becomes `bounced`. */
export async function recordBounce(
  db: Db,
  { deliveryId, broadcastId, response, status, isKnown, now }: Bounce,
): Promise<void> {
  if (!isKnown)
    await db.insert(deliveryEvents).values({ deliveryId, event: 'bounced', response, status, at: now })
  const changed = await db
    .update(deliveries)
    .set({ state: 'bounced', response })
    .where(and(eq(deliveries.deliveryId, deliveryId), eq(deliveries.state, 'sent')))
    .returning({ deliveryId: deliveries.deliveryId })
  if (changed.length === 0) return
  await db
    .update(broadcasts)
    .set({ bounced: sql`${broadcasts.bounced} + 1` })
    .where(eq(broadcasts.broadcastId, broadcastId))
}

type Counted = { email: string; since: Date; resumedAt: Date | null }

/** Status of a refusal by policy, such as a blocklist (x.7.x of RFC 3463): the fault is ours, not the address's. */
const IS_RULE = '^[45][.]7[.]'

/**
 * Counts the mails to an address that came back after `since`, without refusals by policy. Ignores mails that were
 * sent before the address was resumed.
 */
export async function countBounces(db: Db, { email, since, resumedAt }: Counted): Promise<number> {
  const [row] = await db
    .select({ bounces: sql<number>`count(*)::int` })
    .from(deliveries)
    .innerJoin(deliveryEvents, eq(deliveryEvents.deliveryId, deliveries.deliveryId))
    .where(
      and(
        eq(sql`lower(${deliveries.email})`, sql`lower(${email})`),
        eq(deliveryEvents.event, 'bounced'),
        sql`${deliveryEvents.status} !~ ${IS_RULE}`,
        gt(deliveryEvents.at, since),
        ...(resumedAt
          ? [gt(sql`coalesce(${deliveries.sentAt}, ${deliveries.createdAt})`, resumedAt.toISOString())]
          : []),
      ),
    )
  return row?.bounces ?? 0
}

export const lockSubscriber = async (db: Db, subscriberId: number) =>
  (await db.select().from(subscribers).where(eq(subscribers.subscriberId, subscriberId)).for('update'))[0]

type Pause = { subscriberId: number; reason: string; now: Date }

/** Pauses mails to an address: new messages leave it out. A paused address keeps the time of its pause. */
export const pauseSubscriber = (db: Db, { subscriberId, reason, now }: Pause) =>
  db
    .update(subscribers)
    .set({ pausedAt: sql`coalesce(${subscribers.pausedAt}, ${now.toISOString()})`, pauseReason: reason })
    .where(eq(subscribers.subscriberId, subscriberId))

/** Ends the pause of an address; undefined if it was not paused. */
export async function resumeSubscriber(
  db: Db,
  email: string,
  now: Date,
): Promise<{ email: string } | undefined> {
  const [resumed] = await db
    .update(subscribers)
    .set({ pausedAt: null, pauseReason: null, resumedAt: now })
    .where(and(eq(sql`lower(${subscribers.email})`, sql`lower(${email})`), isNotNull(subscribers.pausedAt)))
    .returning({ email: subscribers.email })
  return resumed
}

export const listPaused = (db: Db, page: Page) =>
  db
    .select({
      email: subscribers.email,
      locale: subscribers.locale,
      pausedAt: sql<Date>`${subscribers.pausedAt}`.mapWith(subscribers.pausedAt),
      reason: sql<string>`coalesce(${subscribers.pauseReason}, '')`,
    })
    .from(subscribers)
    .where(isNotNull(subscribers.pausedAt))
    .orderBy(desc(subscribers.pausedAt), desc(subscribers.subscriberId))
    .offset(page.startAt)
    .limit(page.size)
