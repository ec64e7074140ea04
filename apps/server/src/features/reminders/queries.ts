import { OWNERS_OF_UPDATES } from '@aviary/contract/incident-roles/rules'
import { and, desc, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../database/open.ts'
import { isAnyOf, rowNumbers, texts } from '../../database/parameters.ts'
import { users } from '../../database/tables/access.ts'
import { incidentRoleChanges } from '../../database/tables/incident-roles.ts'
import { incidentMessages, incidents, reminders } from '../../database/tables/incidents.ts'
import { subscribers } from '../../database/tables/mail.ts'
import { locales } from '../../database/tables/reference.ts'
import { seesInternal } from '../session/public.ts'

export type ReminderRow = typeof reminders.$inferSelect

/** Locks an incident, so that no message is posted on it and no other process reminds of it meanwhile. */
export const lockIncident = async (db: Db, incidentId: number) =>
  (await db.select().from(incidents).where(eq(incidents.incidentId, incidentId)).for('no key update'))[0]

/** The newest reminders of missed updates, one for each incident and time; none for updates without any. */
export const listNewestReminders = (db: Db, incidentIds: readonly number[]): Promise<ReminderRow[]> =>
  db
    .selectDistinctOn([reminders.incidentId, reminders.due])
    .from(reminders)
    .where(isAnyOf(reminders.incidentId, incidentIds))
    .orderBy(reminders.incidentId, reminders.due, desc(reminders.number))

export const listOpenReminders = (db: Db) => db.select().from(reminders).where(isNull(reminders.closedAt))

/** Marks the open reminders of an incident as closed, and returns them. */
export const closeReminders = (db: Db, incidentId: number, now: Date): Promise<ReminderRow[]> =>
  db
    .update(reminders)
    .set({ closedAt: now })
    .where(and(eq(reminders.incidentId, incidentId), isNull(reminders.closedAt)))
    .returning()

/** Returns false if another process has created this reminder. */
export const createReminder = async (db: Db, row: typeof reminders.$inferInsert): Promise<boolean> =>
  (await db.insert(reminders).values(row).onConflictDoNothing().returning({ id: reminders.reminderId }))
    .length > 0

/** The team as the source names it: addresses, or names with an address in brackets. */
const team = sql`jsonb_build_array(
  ${incidents.jiraInfo} -> 'assignee', ${incidents.jiraInfo} -> 'reporter',
  ${incidents.jiraInfo} -> 'incident_manager', ${incidents.jiraInfo} -> 'participants',
  ${incidents.slackInfo} -> 'members')::text`

const isAuthor = sql`exists (
  select from ${incidentMessages}
  where ${incidentMessages.incidentId} = ${incidents.incidentId}
    and lower(${incidentMessages.createdBy}) = lower(${users.email}))`

const isInTeam = sql`lower(${users.email}) in (
  select found[1] from regexp_matches(lower(${team}), '[^\\s()<>,;"]+@[^\\s()<>,;"]+', 'g') found)`

const hasRole = sql`lower(${users.email}) in (
  select lower(newest.holder) from (
    select distinct on (c.role) c.holder from ${incidentRoleChanges} c
    where c.incident_id = ${incidents.incidentId} order by c.role, c.change_id desc) newest)`

const hasChosen = sql`coalesce(${incidents.priorityType} = any(${subscribers.reminders}), false)`

/** Incidents and the accounts that hear of their missed updates: accounts that may see internal things of internal ones. */
const concerned = (condition: SQL): SQL => sql`
  from ${incidents} cross join ${users}
    left join ${subscribers} on lower(${subscribers.email}) = lower(${users.email})
  where ${condition} and (${isAuthor} or ${isInTeam} or ${hasRole} or ${hasChosen})
    and (not ${incidents.isInternal} or ${seesInternal})`

export type Recipient = {
  email: string
  locale: string
  timeZone: string | null
  /** Set for people who chose to be reminded: their mails have a link to end that. */
  subscriberId: number | null
}

/**
 * Whom a reminder is mailed to: only addresses of the internal domains, and none whose mails came back. An account
 * without a subscription has no language of its own and gets English.
 */
export async function listRecipients(
  db: Db,
  { incidentId, internalDomains }: { incidentId: number; internalDomains: readonly string[] },
): Promise<Recipient[]> {
  const { rows } = await db.execute<Recipient>(sql`
    select ${users.email}, case when ${hasChosen} then ${subscribers.subscriberId} end as "subscriberId",
      case when ${subscribers.locale} in (select system_key from ${locales} where is_active)
        then ${subscribers.locale} else 'en' end as locale,
      ${subscribers.timeZone} as "timeZone"
    ${concerned(sql`${incidents.incidentId} = ${incidentId}`)}
      and lower(split_part(${users.email}, '@', 2)) = any(${texts(internalDomains)})
      and ${subscribers.pausedAt} is null
    order by lower(${users.email})`)
  return rows
}

/** Those of the incidents whose missed updates concern a person. */
export async function listConcerning(
  db: Db,
  { incidentIds, userId }: { incidentIds: readonly number[]; userId: number },
) {
  const { rows } = await db.execute<{ id: number }>(sql`
    select ${incidents.incidentId} as id
    ${concerned(sql`${incidents.incidentId} = any(${rowNumbers(incidentIds)}) and ${users.userId} = ${userId}`)}`)
  const ids = rows.map(({ id }) => id)
  return db.select().from(incidents).where(inArray(incidents.incidentId, ids))
}

/**
 * Who has to see to missed updates, by incident: of those who write to customers and who lead the first one with an
 * account, and of an internal incident one that may see internal things.
 */
export async function listUpdateOwners(
  db: Db,
  incidentIds: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  const owners = texts(OWNERS_OF_UPDATES)
  const { rows } = await db.execute<{ id: number; email: string }>(sql`
    select distinct on (newest.incident_id) newest.incident_id as id, ${users.email} as email
    from (
      select distinct on (c.incident_id, c.role) c.incident_id, c.role, c.holder from ${incidentRoleChanges} c
      where c.incident_id = any(${rowNumbers(incidentIds)}) and c.role = any(${owners})
      order by c.incident_id, c.role, c.change_id desc) newest
      join ${incidents} on ${incidents.incidentId} = newest.incident_id
      join ${users} on lower(${users.email}) = lower(newest.holder)
    where not ${incidents.isInternal} or ${seesInternal}
    order by newest.incident_id, array_position(${owners}, newest.role)`)
  return new Map(rows.map(({ id, email }) => [id, email]))
}
