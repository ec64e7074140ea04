import { and, eq, gte, isNotNull, isNull, min, notExists, or, sql } from 'drizzle-orm'
import { type AnyPgColumn, alias } from 'drizzle-orm/pg-core'
import type { Db } from '../../../database/open.ts'
import { isAnyOf } from '../../../database/parameters.ts'
import { incidentMessages, incidents } from '../../../database/tables/incidents.ts'
import { isActiveAt } from '../queries.ts'

const laterMessages = alias(incidentMessages, 'later_messages')
const isInternal = (messageType: AnyPgColumn) =>
  sql`(${incidents.isInternal} or ${messageType} ilike '%internal%')`

/**
 * For each incident active at `now`, the earliest next update that its messages promise (ADR 55). Any later
 * message ends a promise to staff; only a later message to customers ends a promise to customers. Without
 * `incidentIds`, reads all active incidents.
 */
export const listNextUpdates = (db: Db, { now, incidentIds }: { now: Date; incidentIds?: number[] }) =>
  db
    .select({ incidentId: incidentMessages.incidentId, due: min(incidentMessages.nextUpdateDue) })
    .from(incidents)
    .innerJoin(incidentMessages, eq(incidentMessages.incidentId, incidents.incidentId))
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
    .groupBy(incidentMessages.incidentId)

/** Number of incidents whose promised update is overdue, and when the oldest of these updates was due. */
export async function getOverdueUpdates(
  db: Db,
  now: Date,
): Promise<{ incidents: number; since: Date | null }> {
  const nextUpdates = await listNextUpdates(db, { now })
  const overdue = nextUpdates.flatMap(({ due }) => (due && due < now ? [due] : []))
  return {
    incidents: overdue.length,
    since: overdue.toSorted((a, b) => a.getTime() - b.getTime())[0] ?? null,
  }
}
