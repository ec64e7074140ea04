import { and, desc, eq, gte, inArray, lte, or, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../../database/open.ts'
import {
  changesPerDay,
  changesPerHour,
  changesPerHourDeltas,
  changesPerHourProgress,
} from '../../../database/tables/changes.ts'
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

/**
 * Whole hours with counts and, if the buckets consist of them, the whole days among these, in milliseconds since 1970; the
 * last ones are not included. `markId`: 0 for all changes of the type.
 */
export type CountedHours = { markId: number; first: number; last: number; firstDay: number; lastDay: number }

/**
 * As `countByBucket`, without a keyword: adds up the counts of whole days, of the hours around them and of what is not
 * added yet, and counts the matches before and after these hours. Undefined if some of the hours are not counted yet.
 */
export async function countByHours(
  db: Db,
  scan: Scan & { seconds: number },
  { markId, first, last, firstDay, lastDay }: CountedHours,
): Promise<{ start: number; count: number }[] | undefined> {
  const moment = (ms: number) => sql`${new Date(ms).toISOString()}::timestamptz`
  const counted = sql`change_type = ${scan.changeType} and mark_id = ${markId}`
  const inHours = (from: number, to: number) => sql`hour >= ${moment(from)} and hour < ${moment(to)}`
  const result = await db.execute<{ buckets: { start: number; count: number }[] | null }>(sql`
    select case when counted_from <= ${moment(first)} then (
      select coalesce(json_agg(json_build_object('start', extract(epoch from bucket), 'count', count) order by bucket), '[]')
      from (
        select date_bin(make_interval(secs => ${scan.seconds}), at, 'epoch'::timestamptz) as bucket, sum(count) as count
        from (
          select day as at, count from ${changesPerDay}
          where ${counted} and day >= ${moment(firstDay)} and day < ${moment(lastDay)}
          union all select hour, count from ${changesPerHour} where ${counted} and ${inHours(first, firstDay)}
          union all select hour, count from ${changesPerHour} where ${counted} and ${inHours(lastDay, last)}
          union all select hour, count from ${changesPerHourDeltas} where ${counted} and ${inHours(first, last)}
          union all select effective_at, 1 from ${positions({ ...scan, end: first })} cut where effective_at < ${moment(first)}
          union all select effective_at, 1 from ${positions({ ...scan, start: last })} cut
        ) parts
        group by bucket having sum(count) > 0
      ) by_bucket
    ) end as buckets
    from ${changesPerHourProgress}`)
  return result.rows[0]?.buckets ?? undefined
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
