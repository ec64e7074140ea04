import { and, desc, eq, gte, inArray, lte, or, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../../database/open.ts'
import { incidentDataCenters, incidentServices, incidents } from '../../../database/tables/incidents.ts'
import { matches, positions, type Scan } from '../search/queries.ts'

/** Number of matches in each bucket, without empty buckets. `start`: seconds since 1970. */
export async function countByBucket(
  db: Db,
  scan: Scan,
  seconds: number,
): Promise<{ start: number; count: number }[]> {
  const result = await db.execute<{ start: number; count: number }>(sql`
    select extract(epoch from bucket)::float8 as start, count(*)::int as count
    from (
      select date_bin(make_interval(secs => ${seconds}), change.effective_at, 'epoch'::timestamptz) as bucket
      from ${scan.keyword ? matches(scan) : sql`${positions(scan)} change`}
    ) dated
    group by bucket order by bucket`)
  return result.rows
}

type IncidentFilters = {
  start: number
  end: number
  dataCenters: string[]
  services: string[]
  withInternal: boolean
}

/**
 * Incidents that began in the range, newest first. If data centers or services are given, an incident must
 * have at least one of them, of either kind.
 */
export const listStartedIncidents = (db: Db, filters: IncidentFilters, limit: number) =>
  db
    .select({
      jiraId: incidents.jiraId,
      priorityType: incidents.priorityType,
      severity: incidents.severity,
      status: incidents.status,
      isInternal: incidents.isInternal,
      startDate: incidents.startDate,
      endDate: incidents.endDate,
      details: incidents.details,
    })
    .from(incidents)
    .where(matchesFilters(db, filters))
    .orderBy(desc(incidents.startDate), desc(incidents.incidentId))
    .limit(limit)

/** Counts all incidents that match, also those that the limit of `listStartedIncidents` leaves out. */
export const countStartedIncidents = (db: Db, filters: IncidentFilters): Promise<number> =>
  db.$count(incidents, matchesFilters(db, filters))

const matchesFilters = (db: Db, { start, end, dataCenters, services, withInternal }: IncidentFilters) =>
  and(
    gte(incidents.startDate, new Date(start)),
    lte(incidents.startDate, new Date(end)),
    isInPlaces(db, dataCenters, services),
    withInternal ? undefined : eq(incidents.isInternal, false),
  )

function isInPlaces(db: Db, dataCenters: string[], services: string[]): SQL | undefined {
  if (dataCenters.length + services.length === 0) return undefined
  const inDataCenters = db
    .select({ incidentId: incidentDataCenters.incidentId })
    .from(incidentDataCenters)
    .where(inArray(incidentDataCenters.dataCenter, dataCenters))
  const inServices = db
    .select({ incidentId: incidentServices.incidentId })
    .from(incidentServices)
    .where(inArray(incidentServices.service, services))
  return or(inArray(incidents.incidentId, inDataCenters), inArray(incidents.incidentId, inServices))
}
