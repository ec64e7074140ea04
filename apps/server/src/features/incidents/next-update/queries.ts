import { and, asc, eq, gte, isNotNull, isNull, notExists, or, sql } from 'drizzle-orm'
import { type AnyPgColumn, alias } from 'drizzle-orm/pg-core'
import type { Db } from '../../../database/open.ts'
import { isAnyOf } from '../../../database/parameters.ts'
import { incidentMessages, incidents, putOffUpdates } from '../../../database/tables/incidents.ts'
import { isActiveAt } from '../queries.ts'

const laterMessages = alias(incidentMessages, 'later_messages')
const isInternal = (messageType: AnyPgColumn) =>
  sql`(${incidents.isInternal} or ${messageType} ilike '%internal%')`

type Asked = { now: Date; incidentIds?: number[] }

/**
 * The promises of next updates that stand, of incidents active at `now`, by the time they are due (ADR 55). Any
 * later message ends a promise to staff; only a later message to customers ends a promise to customers. Without
 * `incidentIds`, reads all active incidents.
 */
export const listPromises = (db: Db, { now, incidentIds }: Asked) => {
  const due = sql`coalesce(${putOffUpdates.due}, ${incidentMessages.nextUpdateDue})`
  return db
    .select({
      incidentId: incidentMessages.incidentId,
      messageId: incidentMessages.messageId,
      promised: sql`${incidentMessages.nextUpdateDue}`.mapWith(incidentMessages.createdDate),
      due: due.mapWith(incidentMessages.createdDate),
      putOffBy: putOffUpdates.putOffBy,
      note: putOffUpdates.note,
    })
    .from(incidents)
    .innerJoin(incidentMessages, eq(incidentMessages.incidentId, incidents.incidentId))
    .leftJoin(
      putOffUpdates,
      and(
        eq(putOffUpdates.messageId, incidentMessages.messageId),
        eq(putOffUpdates.promised, incidentMessages.nextUpdateDue),
      ),
    )
    .where(
      and(
        isActiveAt(now),
        // Redundant with `isActiveAt`, but PostgreSQL can use the index on `end_date` for this form.
        or(isNull(incidents.endDate), gte(incidents.endDate, now)),
        incidentIds && isAnyOf(incidents.incidentId, incidentIds),
        isNotNull(incidentMessages.nextUpdateDue),
        notExists(
          db
            .select({ id: laterMessages.messageId })
            .from(laterMessages)
            .where(
              and(
                eq(laterMessages.incidentId, incidentMessages.incidentId),
                sql`(${laterMessages.createdDate}, ${laterMessages.messageId})
                  > (${incidentMessages.createdDate}, ${incidentMessages.messageId})`,
                sql`(${isInternal(incidentMessages.messageType)} or not ${isInternal(laterMessages.messageType)})`,
              ),
            ),
        ),
      ),
    )
    .orderBy(asc(due), asc(incidentMessages.messageId))
}

export type NextUpdate = Awaited<ReturnType<typeof listPromises>>[number]

/** For each incident with a promise that stands, the one that is due first. */
export async function listNextUpdates(db: Db, asked: Asked): Promise<NextUpdate[]> {
  const promises = await listPromises(db, asked)
  return [...Map.groupBy(promises, ({ incidentId }) => incidentId).values()].flatMap(([first]) => first ?? [])
}

type PutOff = { due: Date; note: string; by: string; now: Date }

/** Puts promises off, whether or not they were put off before. */
export async function createPutOffs(
  db: Db,
  promises: readonly Pick<NextUpdate, 'messageId' | 'promised'>[],
  { due, note, by, now }: PutOff,
): Promise<void> {
  const rows = promises.map(({ messageId, promised }) => ({ messageId, promised }))
  await db
    .insert(putOffUpdates)
    .values(rows.map((row) => ({ ...row, due, note, putOffBy: by, putOffAt: now })))
    .onConflictDoUpdate({
      target: putOffUpdates.messageId,
      set: {
        promised: sql`excluded.promised`,
        ...{ due, note, putOffBy: by, putOffAt: now },
      },
    })
}

/** Number of incidents whose promised update is overdue, and when the oldest of these updates was due. */
export async function getOverdueUpdates(
  db: Db,
  now: Date,
): Promise<{ incidents: number; since: Date | null }> {
  const nextUpdates = await listNextUpdates(db, { now })
  const overdue = nextUpdates.flatMap(({ due }) => (due < now ? [due] : []))
  return {
    incidents: overdue.length,
    since: overdue.toSorted((a, b) => a.getTime() - b.getTime())[0] ?? null,
  }
}
