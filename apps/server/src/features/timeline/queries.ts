import { and, asc, between, eq, inArray } from 'drizzle-orm'
import type { Db } from '../../database/open.ts'
import { statusHistory } from '../../database/tables/incidents.ts'
import { broadcasts } from '../../database/tables/mail.ts'

type Scope = { services: string[]; dataCenters: string[]; from: Date; to: Date; limit: number }

export type StatusChange = typeof statusHistory.$inferSelect

/** Status changes of services in data centers within a span of time, oldest first. */
export const listStatusChanges = (db: Db, { services, dataCenters, from, to, limit }: Scope) =>
  db
    .select()
    .from(statusHistory)
    .where(
      and(
        inArray(statusHistory.service, services),
        inArray(statusHistory.dataCenter, dataCenters),
        between(statusHistory.changedAt, from, to),
      ),
    )
    .orderBy(asc(statusHistory.changedAt), asc(statusHistory.id))
    .limit(limit)

export const listBroadcasts = (db: Db, incidentId: number) =>
  db.select().from(broadcasts).where(eq(broadcasts.incidentId, incidentId))
