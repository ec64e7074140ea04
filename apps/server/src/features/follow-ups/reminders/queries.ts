import { and, asc, eq, isNotNull, lte, sql } from 'drizzle-orm'
import type { Db } from '../../../database/open.ts'
import { texts } from '../../../database/parameters.ts'
import { users } from '../../../database/tables/access.ts'
import { followUps } from '../../../database/tables/follow-ups.ts'
import { incidents } from '../../../database/tables/incidents.ts'
import { subscribers } from '../../../database/tables/mail.ts'
import { locales } from '../../../database/tables/reference.ts'
import { seesInternal } from '../../session/public.ts'

const isDue = (today: string) =>
  and(
    eq(followUps.state, 'OPEN'),
    isNotNull(followUps.owner),
    lte(followUps.dueDate, today),
    sql`${followUps.remindedOf} is distinct from ${followUps.dueDate}`,
  )

/** At most this many in one round, so that one process does not keep the others from helping. */
const MOST = 200

export const listDue = async (db: Db, today: string): Promise<number[]> =>
  (
    await db
      .select({ id: followUps.followUpId })
      .from(followUps)
      .where(isDue(today))
      .orderBy(asc(followUps.followUpId))
      .limit(MOST)
  ).map(({ id }) => id)

/** The follow-up, locked until the transaction ends; undefined if another process reminds of it, or it changed. */
export async function lockDue(db: Db, { followUpId, today }: { followUpId: number; today: string }) {
  const [row] = await db
    .select({
      followUpId: followUps.followUpId,
      title: followUps.title,
      owner: sql<string>`${followUps.owner}`,
      dueDate: sql<string>`${followUps.dueDate}::text`,
      jiraId: incidents.jiraId,
      isInternal: incidents.isInternal,
    })
    .from(followUps)
    .innerJoin(incidents, eq(incidents.incidentId, followUps.incidentId))
    .where(and(eq(followUps.followUpId, followUpId), isDue(today)))
    .for('update', { of: followUps, skipLocked: true })
  return row
}
export type DueRow = NonNullable<Awaited<ReturnType<typeof lockDue>>>

/** Without a new version: a form that is open stays valid. */
export const updateReminded = (db: Db, followUpId: number) =>
  db
    .update(followUps)
    .set({ remindedOf: sql`${followUps.dueDate}` })
    .where(eq(followUps.followUpId, followUpId))

export type Recipient = { email: string; locale: string; timeZone: string | null }

/**
 * The owner as recipient: an account with an address of our own domains whose mails do not come back and which, for an
 * internal incident, may see it. Undefined if there is none.
 */
export async function findRecipient(
  db: Db,
  { owner, isInternal }: DueRow,
  internalDomains: readonly string[],
): Promise<Recipient | undefined> {
  const { rows } = await db.execute<Recipient>(sql`
    select ${users.email}, ${subscribers.timeZone} as "timeZone",
      case when ${subscribers.locale} in (select system_key from ${locales} where is_active)
        then ${subscribers.locale} else 'en' end as locale
    from ${users} left join ${subscribers} on lower(${subscribers.email}) = lower(${users.email})
    where lower(${users.email}) = ${owner.toLowerCase()} and ${subscribers.pausedAt} is null
      and lower(split_part(${users.email}, '@', 2)) = any(${texts(internalDomains)})
      and (not ${isInternal} or ${seesInternal})`)
  return rows[0]
}
