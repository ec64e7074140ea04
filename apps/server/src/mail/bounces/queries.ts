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
  /** Whether it came back before, and was sent once more. */
  isKnown: boolean
  now: Date
}

/** Records that a mail came back. A mail that counts as sent counts as bounced from now on. */
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

/** Refused by a rule, such as a list of bad senders: a fault of ours, not of the address. */
const IS_RULE = '^[45][.]7[.]'

/**
 * How many mails to an address came back after `since` for reasons of its own, of those written after its mails were
 * resumed.
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

/** Leaves the address out of new messages from the caller's commit on. One that is paused keeps its time. */
export const pauseSubscriber = (db: Db, { subscriberId, reason, now }: Pause) =>
  db
    .update(subscribers)
    .set({ pausedAt: sql`coalesce(${subscribers.pausedAt}, ${now.toISOString()})`, pauseReason: reason })
    .where(eq(subscribers.subscriberId, subscriberId))

/** Mails the address again; undefined unless it was paused. */
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
      pausedAt: sql<Date>`${subscribers.pausedAt}`.mapWith(subscribers.pausedAt),
      reason: sql<string>`coalesce(${subscribers.pauseReason}, '')`,
    })
    .from(subscribers)
    .where(isNotNull(subscribers.pausedAt))
    .orderBy(desc(subscribers.pausedAt), desc(subscribers.subscriberId))
    .offset(page.startAt)
    .limit(page.size)
