import { asc, eq, sql } from 'drizzle-orm'
import type { Db } from '../../../database/open.ts'
import { texts } from '../../../database/parameters.ts'
import { users } from '../../../database/tables/access.ts'
import { followUps } from '../../../database/tables/follow-ups.ts'
import { incidents } from '../../../database/tables/incidents.ts'
import { subscribers } from '../../../database/tables/mail.ts'
import { locales } from '../../../database/tables/reference.ts'
import { seesInternal } from '../../session/public.ts'

export type DueFilter = { today: string; internalDomains: readonly string[] }

/**
 * Follow-ups that are due and not reminded of, whose owner can be mailed: an account with an address of our own domains
 * whose mails do not come back and which, for an internal incident, may see it.
 */
const due = ({ today, internalDomains }: DueFilter) => sql`
  from ${followUps} join ${incidents} on ${incidents.incidentId} = ${followUps.incidentId}
    join ${users} on lower(${users.email}) = lower(${followUps.owner})
    left join ${subscribers} on lower(${subscribers.email}) = lower(${users.email})
  where ${followUps.state} = 'OPEN' and ${followUps.dueDate} <= ${today}
    and ${followUps.remindedOf} is distinct from ${followUps.dueDate}
    and ${subscribers.pausedAt} is null
    and lower(split_part(${users.email}, '@', 2)) = any(${texts(internalDomains)})
    and (not ${incidents.isInternal} or ${seesInternal})`

/** At most this many in one round, so that one process does not keep the others from helping. */
const MOST = 200

export const listDue = async (db: Db, filter: DueFilter): Promise<number[]> =>
  (
    await db.execute<{ id: number }>(
      sql`select ${followUps.followUpId} as id ${due(filter)} order by ${asc(followUps.followUpId)} limit ${MOST}`,
    )
  ).rows.map(({ id }) => id)

export type DueRow = {
  followUpId: number
  title: string
  dueDate: string
  jiraId: string
  email: string
  locale: string
  timeZone: string | null
}

/** The follow-up, locked until the transaction ends; undefined if another process reminds of it, or it changed. */
export async function lockDue(
  db: Db,
  { followUpId, ...filter }: DueFilter & { followUpId: number },
): Promise<DueRow | undefined> {
  const { rows } = await db.execute<DueRow>(sql`
    select ${followUps.followUpId} as "followUpId", ${followUps.title} as title,
      ${followUps.dueDate}::text as "dueDate", ${incidents.jiraId} as "jiraId", ${users.email} as email,
      case when ${subscribers.locale} in (select system_key from ${locales} where is_active)
        then ${subscribers.locale} else 'en' end as locale,
      ${subscribers.timeZone} as "timeZone"
    ${due(filter)} and ${followUps.followUpId} = ${followUpId} for update of follow_ups skip locked`)
  return rows[0]
}

/** Without a new version: a form that is open stays valid. */
export const updateReminded = (db: Db, followUpId: number) =>
  db
    .update(followUps)
    .set({ remindedOf: sql`${followUps.dueDate}` })
    .where(eq(followUps.followUpId, followUpId))
