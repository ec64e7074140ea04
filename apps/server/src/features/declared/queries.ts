import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import { lockUntilEnd } from '../../database/locks.ts'
import type { Db } from '../../database/open.ts'
import { channelEvents, channelThreads } from '../../database/tables/channels.ts'
import {
  incidentAliases,
  incidentCompanies,
  incidentMessages,
  incidents,
  statusReports,
} from '../../database/tables/incidents.ts'
import { broadcasts } from '../../database/tables/mail.ts'
import { isActiveAt } from '../incidents/public.ts'

export type OwnRow = typeof incidents.$inferSelect

/** Serializes the declaring and handing over of incidents, so that an alert is declared only once. */
export const lockDeclaring = (db: Db) => lockUntilEnd(db, 'declaring')

export async function getNextNumber(db: Db): Promise<number> {
  const result = await db.execute<{ number: string }>(sql`select nextval('own_incident_numbers') as number`)
  return Number(result.rows[0]?.number)
}

/** Gets an incident and locks it until the transaction ends. */
export async function lockIncident(db: Db, jiraId: string): Promise<OwnRow | undefined> {
  const [row] = await db.select().from(incidents).where(eq(incidents.jiraId, jiraId)).for('update')
  return row
}

export const getOwnIncident = async (db: Db, jiraId: string): Promise<OwnRow | undefined> =>
  (await db.select().from(incidents).where(eq(incidents.jiraId, jiraId)))[0]

/** The open incident that was declared from an alert. */
export async function findDeclaredFrom(db: Db, alert: string, now: Date): Promise<OwnRow | undefined> {
  const [row] = await db
    .select()
    .from(incidents)
    .where(and(eq(incidents.declaredFrom, alert), isActiveAt(now)))
    .orderBy(asc(incidents.incidentId))
    .limit(1)
  return row
}

/** Whether a report from this source is stored. */
export async function hasReport(db: Db, source: string): Promise<boolean> {
  const rows = await db
    .select({ source: statusReports.source })
    .from(statusReports)
    .where(eq(statusReports.source, source))
    .limit(1)
  return rows.length > 0
}

export const setDeclaredFrom = (db: Db, incidentId: number, alert: string) =>
  db.update(incidents).set({ declaredFrom: alert }).where(eq(incidents.incidentId, incidentId))

type Change = Partial<Pick<OwnRow, 'isInternal' | 'updatedAt'>>

/** Updates a locked incident, increments its version and returns the new version. */
export async function updateOwn(db: Db, incidentId: number, change: Change): Promise<number> {
  const [row] = await db
    .update(incidents)
    .set({ ...change, version: sql`${incidents.version} + 1` })
    .where(eq(incidents.incidentId, incidentId))
    .returning({ version: incidents.version })
  if (!row) throw new Error('The incident is gone although it was locked')
  return row.version
}

/** Gives an incident the id of the tracker's issue; later records of the tracker then update it. */
export const renameIncident = (db: Db, incidentId: number, jiraId: string) =>
  db
    .update(incidents)
    .set({ jiraId, recordHash: null, sourceUpdatedAt: null, declaredFrom: null })
    .where(eq(incidents.incidentId, incidentId))

/**
 * Moves the messages, mails, companies and former ids of incident `from` to incident `into`, then deletes
 * `from`. What either kept off the status page stays off.
 */
export async function mergeIncident(db: Db, { from, into }: { from: number; into: number }): Promise<void> {
  await db.update(incidentMessages).set({ incidentId: into }).where(eq(incidentMessages.incidentId, from))
  await db.update(broadcasts).set({ incidentId: into }).where(eq(broadcasts.incidentId, from))
  await db.execute(sql`
    insert into ${incidentCompanies} (incident_id, company_id)
    select ${into}, company_id from ${incidentCompanies} where incident_id = ${from}
    on conflict do nothing`)
  await db.update(incidentAliases).set({ incidentId: into }).where(eq(incidentAliases.incidentId, from))
  await db.execute(sql`
    update ${incidents} set is_on_status_page = false
    where incident_id = ${into} and is_on_status_page
      and not (select f.is_on_status_page from ${incidents} f where f.incident_id = ${from})`)
  await db.delete(incidents).where(eq(incidents.incidentId, from))
}

/** Moves mails and events about an incident to its new id, under which the ledgers list them. */
export async function renameReferences(db: Db, { from, to }: { from: string; to: string }): Promise<void> {
  await db
    .update(broadcasts)
    .set({ reference: to })
    .where(
      and(
        sql`lower(${broadcasts.reference}) = ${from.toLowerCase()}`,
        inArray(broadcasts.kind, ['incident_message']),
      ),
    )
  await db
    .update(channelEvents)
    .set({ reference: to })
    .where(
      sql`lower(${channelEvents.reference}) = ${from.toLowerCase()}
        and (${channelEvents.messageId} is not null or ${channelEvents.incidentId} is not null)`,
    )
  // A chat that has a thread about the other incident goes on there.
  await db.execute(sql`
    update ${channelThreads} t set reference = ${to}
    where lower(t.reference) = ${from.toLowerCase()} and not exists (
      select from ${channelThreads} o where o.channel_id = t.channel_id and o.reference = ${to})`)
}

export const createAlias = (db: Db, alias: string, incidentId: number) =>
  db.insert(incidentAliases).values({ alias, incidentId })
