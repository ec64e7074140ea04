import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../database/open.ts'
import { subscribers, subscriptions } from '../../database/tables/mail.ts'

export type SubscriberRow = typeof subscribers.$inferSelect
export type SubscriptionRow = typeof subscriptions.$inferSelect

/** Matches an email address ignoring case. */
const hasEmail = (email: string): SQL => eq(sql`lower(${subscribers.email})`, email.toLowerCase())

/** What an address has chosen besides its subscriptions; undefined if it is unknown. */
export async function getPreferences(
  db: Db,
  email: string,
): Promise<Pick<SubscriberRow, 'reminders' | 'timeZone'> | undefined> {
  const { reminders, timeZone } = subscribers
  const [row] = await db.select({ reminders, timeZone }).from(subscribers).where(hasEmail(email))
  return row
}

export const updateTimeZone = (db: Db, subscriberId: number, timeZone: string | null) =>
  db.update(subscribers).set({ timeZone }).where(eq(subscribers.subscriberId, subscriberId))

export const updateReminders = (db: Db, subscriberId: number, reminders: SubscriberRow['reminders']) =>
  db.update(subscribers).set({ reminders }).where(eq(subscribers.subscriberId, subscriberId))

/** The subscriptions of an email address; empty if the address is unknown. */
export async function listSubscriptionsByEmail(db: Db, email: string): Promise<SubscriptionRow[]> {
  const result = await db
    .select({ row: subscriptions })
    .from(subscriptions)
    .innerJoin(subscribers, and(eq(subscribers.subscriberId, subscriptions.subscriberId), hasEmail(email)))
  return result.map(({ row }) => row)
}

type NewSubscriber = { email: string; locale: string; now: Date }

/**
 * The subscriber, created if missing and locked until the transaction ends. Of two concurrent submissions the
 * later one waits, and reads what the earlier one stored.
 */
export async function lockOrCreateSubscriber(db: Db, { email, locale, now }: NewSubscriber) {
  const row = { email, locale, uuid: crypto.randomUUID(), createdAt: now, updatedAt: now }
  const [inserted] = await db.insert(subscribers).values(row).onConflictDoNothing().returning()
  if (inserted) return { subscriber: inserted, isNew: true }
  const [existing] = await db.select().from(subscribers).where(hasEmail(email)).for('update')
  if (!existing) throw new Error('The subscriber is neither new nor known')
  return { subscriber: existing, isNew: false }
}

/** The subscriber whose uuid is in the links of a mail, locked until the transaction ends. */
export const lockSubscriberByUuid = async (db: Db, uuid: string): Promise<SubscriberRow | undefined> =>
  (await db.select().from(subscribers).where(eq(subscribers.uuid, uuid)).for('update'))[0]

export const listSubscriptions = (db: Db, subscriberId: number) =>
  db.select().from(subscriptions).where(eq(subscriptions.subscriberId, subscriberId))

type Submission = {
  subscriberId: number
  locale: string
  rows: readonly Omit<SubscriptionRow, 'subscriberId'>[]
  now: Date
}

/** Replaces all subscriptions of the subscriber with `rows`. */
export async function replaceSubscriptions(db: Db, { subscriberId, locale, rows, now }: Submission) {
  await db
    .update(subscribers)
    .set({ locale, updatedAt: now })
    .where(eq(subscribers.subscriberId, subscriberId))
  await db.delete(subscriptions).where(eq(subscriptions.subscriberId, subscriberId))
  if (rows.length > 0) await db.insert(subscriptions).values(rows.map((row) => ({ ...row, subscriberId })))
}

/** Replaces the uuid; returns the stored email address, or undefined if there is no such subscriber. */
export async function renewUuid(db: Db, email: string, now: Date): Promise<string | undefined> {
  const [renewed] = await db
    .update(subscribers)
    .set({ uuid: crypto.randomUUID(), updatedAt: now })
    .where(hasEmail(email))
    .returning({ email: subscribers.email })
  return renewed?.email
}
