import { and, eq, gt, isNotNull, lt, sql } from 'drizzle-orm'
import type { Db } from '../../database/open.ts'
import { subscribers, subscriptionRequests, subscriptions } from '../../database/tables/mail.ts'

export type RequestRow = typeof subscriptionRequests.$inferSelect
type NewRequest = Pick<RequestRow, 'mailbox' | 'email' | 'locale' | 'services' | 'dataCenters'>

export type Limits = {
  now: Date
  /** No further mail to a mailbox that was sent one after this time. */
  pauseSince: Date
  /** Mails to a mailbox since this time count. */
  countedSince: Date
  mails: number
}

/**
 * Stores what is asked for in the place of what was before, and ends the earlier link. Undefined if the mailbox has had
 * its mails. One statement, so that of several requests at the same time one gets a mail.
 */
export async function saveRequest(
  db: Db,
  request: NewRequest,
  { now, pauseSince, countedSince, mails }: Limits,
): Promise<number | undefined> {
  const first = subscriptionRequests.firstMailedAt
  const isOver = sql`${first} <= ${countedSince.toISOString()}`
  const [row] = await db
    .insert(subscriptionRequests)
    .values({ ...request, firstMailedAt: now, mailedAt: now })
    .onConflictDoUpdate({
      target: subscriptionRequests.mailbox,
      set: {
        ...request,
        ...{ broadcastId: null, tokenHash: null, mailedAt: now },
        mails: sql`case when ${isOver} then 1 else ${subscriptionRequests.mails} + 1 end`,
        firstMailedAt: sql`case when ${isOver} then ${now.toISOString()}::timestamptz else ${first} end`,
      },
      setWhere: sql`${subscriptionRequests.mailedAt} <= ${pauseSince.toISOString()}
        and (${isOver} or ${subscriptionRequests.mails} < ${mails})`,
    })
    .returning({ requestId: subscriptionRequests.requestId })
  return row?.requestId
}

export const setBroadcast = (db: Db, requestId: number, broadcastId: number) =>
  db.update(subscriptionRequests).set({ broadcastId }).where(eq(subscriptionRequests.requestId, requestId))

/** At least as many mails as were written to all mailboxes since that time. */
export async function countMails(db: Db, since: Date): Promise<number> {
  const [row] = await db
    .select({ mails: sql<number>`coalesce(sum(${subscriptionRequests.mails}), 0)::int` })
    .from(subscriptionRequests)
    .where(gt(subscriptionRequests.mailedAt, since))
  return row?.mails ?? 0
}

type Link = { tokenHash: string; since: Date }

const isOpen = ({ tokenHash, since }: Link) =>
  and(eq(subscriptionRequests.tokenHash, tokenHash), gt(subscriptionRequests.mailedAt, since))

/** The request behind a link that was mailed after `since` and not used. */
export const getRequest = async (db: Db, link: Link): Promise<RequestRow | undefined> =>
  (await db.select().from(subscriptionRequests).where(isOpen(link)))[0]

/** Ends the link, and returns what was asked for; of two at the same time one gets it. */
export const takeRequest = async (db: Db, link: Link): Promise<RequestRow | undefined> =>
  (
    await db
      .update(subscriptionRequests)
      .set({ tokenHash: null, broadcastId: null })
      .where(isOpen(link))
      .returning()
  )[0]

export const deleteRequestsBefore = (db: Db, time: Date) =>
  db.delete(subscriptionRequests).where(lt(subscriptionRequests.mailedAt, time))

/** What is known of an address; undefined if nothing is. */
export async function getSubscriber(db: Db, email: string) {
  const [row] = await db
    .select({
      subscriberId: subscribers.subscriberId,
      locale: subscribers.locale,
      isPaused: sql<boolean>`${isNotNull(subscribers.pausedAt)}`,
      isSubscribed: sql<boolean>`exists (select from ${subscriptions} s
        where s.subscriber_id = ${subscribers}.subscriber_id)`,
    })
    .from(subscribers)
    .where(eq(sql`lower(${subscribers.email})`, email.toLowerCase()))
  return row
}
