import type { CellStatus, Severity } from '@aviary/contract/status/rules'
import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../database/open.ts'
import {
  incidentDataCenters,
  incidentServices,
  incidents,
  statusHistory,
} from '../../database/tables/incidents.ts'
import { retentionRuns } from '../../database/tables/operations.ts'
import { dataCenters, services } from '../../database/tables/reference.ts'
import type { Span } from './sweep.ts'

type Place = { service: string; data_center: string }
export type KnownCell = Place & { known_since: number | null }
export type HistoryRow = Place & { at: number; status: CellStatus }
export type IncidentSpan = Place & Span & { severity: Severity }

const toSecond = (moment: SQL) => sql`floor(extract(epoch from ${moment}))::float8`
const toTimestamp = (second: number) => sql`to_timestamp(${second}::float8)`

/**
 * Every cell of these data centers and the services in use, in the order of the status grid. `known_since`:
 * first report or incident, in seconds since 1970, but not before the time whose changes of status are deleted.
 */
export async function listKnownCells(db: Db, names: readonly string[]): Promise<KnownCell[]> {
  const result = await db.execute<KnownCell>(sql`
    with first_incidents as (
      select s.service, d.data_center, min(i.start_date) as at
      from ${incidents} i
      join ${incidentServices} s using (incident_id)
      join ${incidentDataCenters} d using (incident_id)
      where d.data_center in ${names}
      group by s.service, d.data_center
    )
    select s.system_name as service, d.system_name as data_center,
      ${toSecond(sql`case when least(h.changed_at, f.at) is not null then greatest(least(h.changed_at, f.at),
        (select gone_before from ${retentionRuns} where kind = 'status')) end`)} as known_since
    from ${services} s cross join ${dataCenters} d
    left join lateral (
      select changed_at from ${statusHistory}
      where service = s.system_name and data_center = d.system_name
      order by changed_at, id limit 1
    ) h on true
    left join first_incidents f on f.service = s.system_name and f.data_center = d.system_name
    where d.system_name in ${names} and s.retired_at is null
    order by d.position, s.position`)
  return result.rows
}

/**
 * Status changes in these data centers within a span, oldest first, starting with each cell's last change up
 * to the start of the span.
 */
export async function listHistory(
  db: Db,
  names: readonly string[],
  { from, to }: Span,
): Promise<HistoryRow[]> {
  const result = await db.execute<HistoryRow>(sql`
    select s.system_name as service, d.system_name as data_center, h.status,
      ${toSecond(sql`h.changed_at`)} as at
    from ${services} s cross join ${dataCenters} d
    cross join lateral (
      (select id, status, changed_at from ${statusHistory}
       where service = s.system_name and data_center = d.system_name and changed_at <= ${toTimestamp(from)}
       order by changed_at desc, id desc limit 1)
      union all
      (select id, status, changed_at from ${statusHistory}
       where service = s.system_name and data_center = d.system_name
         and changed_at > ${toTimestamp(from)} and changed_at < ${toTimestamp(to)})
    ) h
    where d.system_name in ${names}
    order by h.changed_at, h.id`)
  return result.rows
}

/**
 * Incidents in these data centers that overlap a span, which must not end in the future. An open incident
 * lasts until the span ends; a closed incident without an end is left out.
 */
export async function listIncidentSpans(
  db: Db,
  names: readonly string[],
  { from, to }: Span,
): Promise<IncidentSpan[]> {
  const result = await db.execute<IncidentSpan>(sql`
    select s.service, d.data_center, i.severity, ${toSecond(sql`i.start_date`)} as "from",
      least(${to}::float8, ${toSecond(sql`coalesce(i.end_date, ${toTimestamp(to)})`)}) as "to"
    from ${incidents} i
    join ${incidentServices} s using (incident_id)
    join ${incidentDataCenters} d using (incident_id)
    where d.data_center in ${names} and i.start_date < ${toTimestamp(to)}
      and case when i.end_date is null then upper(i.status) in ('ACTIVE', 'INVESTIGATION')
               else i.end_date > ${toTimestamp(from)} end`)
  return result.rows
}
