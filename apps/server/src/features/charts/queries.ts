import type { CellStatus, Severity } from '@aviary/contract/status/rules'
import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../database/open.ts'
import {
  incidentDataCenters,
  incidentServices,
  incidents,
  statusHistory,
} from '../../database/tables/incidents.ts'
import { dataCenters, services } from '../../database/tables/reference.ts'
import type { Span } from './sweep.ts'

type Place = { service: string; data_center: string }
export type KnownCell = Place & { known_since: number | null }
export type HistoryRow = Place & { at: number; status: CellStatus }
export type IncidentSpan = Place & Span & { severity: Severity }

const secondOf = (moment: SQL) => sql`floor(extract(epoch from ${moment}))::float8`
const momentOf = (second: number) => sql`to_timestamp(${second}::float8)`

/** Every cell of these data centers in the order of the grid, and since when anything is known of it. */
export async function listKnownCells(db: Db, names: readonly string[]): Promise<KnownCell[]> {
  const result = await db.execute<KnownCell>(sql`
    with begun as (
      select s.service, d.data_center, min(i.start_date) as at
      from ${incidents} i
      join ${incidentServices} s using (incident_id)
      join ${incidentDataCenters} d using (incident_id)
      where d.data_center in ${names}
      group by s.service, d.data_center
    )
    select s.system_name as service, d.system_name as data_center,
      ${secondOf(sql`least(h.changed_at, begun.at)`)} as known_since
    from ${services} s cross join ${dataCenters} d
    left join lateral (
      select changed_at from ${statusHistory}
      where service = s.system_name and data_center = d.system_name
      order by changed_at, id limit 1
    ) h on true
    left join begun on begun.service = s.system_name and begun.data_center = d.system_name
    where d.system_name in ${names}
    order by d.position, s.position`)
  return result.rows
}

/** How these cells changed within a span, and what each was when it began; the oldest first. */
export async function listHistory(
  db: Db,
  names: readonly string[],
  { from, to }: Span,
): Promise<HistoryRow[]> {
  const result = await db.execute<HistoryRow>(sql`
    select s.system_name as service, d.system_name as data_center, h.status,
      ${secondOf(sql`h.changed_at`)} as at
    from ${services} s cross join ${dataCenters} d
    cross join lateral (
      (select id, status, changed_at from ${statusHistory}
       where service = s.system_name and data_center = d.system_name and changed_at <= ${momentOf(from)}
       order by changed_at desc, id desc limit 1)
      union all
      (select id, status, changed_at from ${statusHistory}
       where service = s.system_name and data_center = d.system_name
         and changed_at > ${momentOf(from)} and changed_at < ${momentOf(to)})
    ) h
    where d.system_name in ${names}
    order by h.changed_at, h.id`)
  return result.rows
}

/**
 * The incidents of these cells that reach into a span, which ends now or earlier. An open one lasts to its end; one that
 * is resolved without an end was over at once.
 */
export async function listIncidentSpans(
  db: Db,
  names: readonly string[],
  { from, to }: Span,
): Promise<IncidentSpan[]> {
  const result = await db.execute<IncidentSpan>(sql`
    select s.service, d.data_center, i.severity, ${secondOf(sql`i.start_date`)} as "from",
      least(${to}::float8, ${secondOf(sql`coalesce(i.end_date, ${momentOf(to)})`)}) as "to"
    from ${incidents} i
    join ${incidentServices} s using (incident_id)
    join ${incidentDataCenters} d using (incident_id)
    where d.data_center in ${names} and i.start_date < ${momentOf(to)}
      and case when i.end_date is null then upper(i.status) in ('ACTIVE', 'INVESTIGATION')
               else i.end_date > ${momentOf(from)} end`)
  return result.rows
}
