import { isInternalTitle } from '@aviary/contract/incidents/rules'
import { and, asc, eq, lt, ne, or, sql } from 'drizzle-orm'
import type { Db } from '../../../database/open.ts'
import { isAnyOf } from '../../../database/parameters.ts'
import { publishedIncidents } from '../../../database/tables/channels.ts'
import { incidentMessages, incidents } from '../../../database/tables/incidents.ts'
import { broadcasts } from '../../../database/tables/mail.ts'

export type Told = typeof publishedIncidents.$inferSelect

/**
 * Incidents that were written since channels were last told of them, or whose planned end has passed. Locks them, and
 * leaves out those that another transaction is telling of.
 */
export const lockChanged = (db: Db, now: Date): Promise<Told[]> =>
  db
    .select()
    .from(publishedIncidents)
    .where(
      or(
        eq(publishedIncidents.isStale, true),
        and(eq(publishedIncidents.isResolved, false), lt(publishedIncidents.endsAt, now)),
      ),
    )
    .orderBy(asc(publishedIncidents.incidentId))
    .for('update', { skipLocked: true })

/** What channels were told of an incident, locked; undefined if nothing. */
export async function lockTold(db: Db, incidentId: number): Promise<Told | undefined> {
  const [row] = await db
    .select()
    .from(publishedIncidents)
    .where(eq(publishedIncidents.incidentId, incidentId))
    .for('update')
  return row
}

export async function saveTold(db: Db, told: Told): Promise<void> {
  const { incidentId: _, ...rest } = told
  await db
    .insert(publishedIncidents)
    .values(told)
    .onConflictDoUpdate({ target: publishedIncidents.incidentId, set: rest })
}

/** Notes that channels know of incidents whatever they need to. */
export const markTold = (db: Db, incidentIds: readonly number[]) =>
  db
    .update(publishedIncidents)
    .set({ isStale: false })
    .where(isAnyOf(publishedIncidents.incidentId, incidentIds))

export type IncidentFacts = Pick<
  typeof incidents.$inferSelect,
  'incidentId' | 'jiraId' | 'priorityType' | 'severity' | 'status' | 'isInternal' | 'startDate' | 'endDate'
>

export const listIncidentFacts = (db: Db, incidentIds: readonly number[]): Promise<IncidentFacts[]> =>
  db
    .select({
      incidentId: incidents.incidentId,
      jiraId: incidents.jiraId,
      priorityType: incidents.priorityType,
      severity: incidents.severity,
      status: incidents.status,
      isInternal: incidents.isInternal,
      startDate: incidents.startDate,
      endDate: incidents.endDate,
    })
    .from(incidents)
    .where(isAnyOf(incidents.incidentId, incidentIds))

/** Whether people outside were sent a message, in a query of messages; they may read it unless its type is internal. */
export const wasSentOutside = sql`exists (select from ${broadcasts} sent
  where sent.message_id = ${incidentMessages.messageId} and sent.audience = 'EXTERNAL')`

/** The messages of incidents that people outside were sent and may still read, oldest first. */
export async function listPublicMessages(db: Db, incidentIds: readonly number[]) {
  const rows = await db
    .select({
      incidentId: incidentMessages.incidentId,
      messageId: incidentMessages.messageId,
      version: incidentMessages.version,
      type: incidentMessages.messageType,
      createdDate: incidentMessages.createdDate,
      nextUpdateDue: incidentMessages.nextUpdateDue,
    })
    .from(incidentMessages)
    .where(and(isAnyOf(incidentMessages.incidentId, incidentIds), wasSentOutside))
    .orderBy(asc(incidentMessages.createdDate), asc(incidentMessages.messageId))
  return rows.filter(({ type }) => !isInternalTitle(type))
}

/** What people outside know of the other incidents that are not resolved. */
export const listOtherPublic = (db: Db, incidentId: number) =>
  db
    .select({
      severity: publishedIncidents.severity,
      services: publishedIncidents.services,
      dataCenters: publishedIncidents.dataCenters,
    })
    .from(publishedIncidents)
    .where(
      and(
        eq(publishedIncidents.isPublic, true),
        eq(publishedIncidents.isResolved, false),
        ne(publishedIncidents.incidentId, incidentId),
      ),
    )
