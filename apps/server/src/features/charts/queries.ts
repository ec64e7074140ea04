import type { CellStatus, Severity } from '@aviary/contract/status/rules'
import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../database/open.ts'
import { texts } from '../../database/parameters.ts'
import {
  incidentDataCenters,
  incidentServices,
  incidents,
  statusHistory,
} from '../../database/tables/incidents.ts'
import { retentionRuns } from '../../database/tables/operations.ts'
import { dataCenters, services } from '../../database/tables/reference.ts'
import type { Span } from './sweep.ts'

export type Place = { service: string; data_center: string }
export type KnownCell = Place & { known_since: number | null }
export type HistoryRow = Place & { at: number; status: CellStatus }
export type IncidentSpan = Place & Span & { severity: Severity }

const toSecond = (moment: SQL) => sql`floor(extract(epoch from ${moment}))::float8`
const toTimestamp = (second: number) => sql`to_timestamp(${second}::float8)`

/** Which cells of the grid: all when not given. */
export type CellPage = { startAt: number; size: number | undefined }

/** Cells of these data centers and the services in use, in the order of the status grid. */
export async function listCells(db: Db, names: readonly string[], page: CellPage): Promise<Place[]> {
  const result = await db.execute<Place>(sql`
    select s.system_name as service, d.system_name as data_center
    from ${services} s cross join ${dataCenters} d
    where d.system_name = any(${texts(names)}) and s.retired_at is null
    order by d.position, d.system_name, s.position, s.system_name
    offset ${page.startAt} limit ${page.size ?? null}`)
  return result.rows
}

export async function countCells(db: Db, names: readonly string[]): Promise<number> {
  const result = await db.execute<{ count: number }>(sql`
    select count(*)::int as count from ${services} s cross join ${dataCenters} d
    where d.system_name = any(${texts(names)}) and s.retired_at is null`)
  return result.rows[0]?.count ?? 0
}

/** The cells as a table `cell` of services and data centers, in order. */
const asTable = (cells: readonly Place[]): SQL =>
  sql`unnest(${texts(cells.map(({ service }) => service))}, ${texts(cells.map(({ data_center }) => data_center))})
    with ordinality cell (service, data_center, place)`

/**
 * Since when something is known of each cell: its first report or incident, in seconds since 1970, but not before the
 * time whose changes of status are deleted. Incidents do not matter to a cell that had a report before `from`.
 */
export async function listKnownCells(db: Db, cells: readonly Place[], from: number): Promise<KnownCell[]> {
  const { rows } = await db.execute<Place & { reported: number | null; gone_before: number | null }>(sql`
    select cell.service, cell.data_center, ${toSecond(sql`h.changed_at`)} as reported,
      (select ${toSecond(sql`gone_before`)} from ${retentionRuns} where kind = 'status') as gone_before
    from ${asTable(cells)}
    left join lateral (
      select changed_at from ${statusHistory}
      where service = cell.service and data_center = cell.data_center
      order by changed_at, id limit 1
    ) h on true
    order by cell.place`)
  const asked = rows.filter(({ reported }) => reported === null || reported > from)
  const first = asked.length > 0 ? await getFirstIncidents(db, asked) : new Map<string, number>()
  return rows.map(({ service, data_center, reported, gone_before }) => {
    const known = Math.min(reported ?? Infinity, first.get(toCellKey({ service, data_center })) ?? Infinity)
    const known_since = known === Infinity ? null : Math.max(known, gone_before ?? known)
    return { service, data_center, known_since }
  })
}

/** Start of the first incident of each of these cells, and perhaps of others. */
async function getFirstIncidents(db: Db, cells: readonly Place[]): Promise<Map<string, number>> {
  const unique = (names: string[]) => texts([...new Set(names)])
  const { rows } = await db.execute<Place & { at: number }>(sql`
    select s.service, d.data_center, ${toSecond(sql`min(i.start_date)`)} as at
    from ${incidents} i
    join ${incidentServices} s using (incident_id)
    join ${incidentDataCenters} d using (incident_id)
    where s.service = any(${unique(cells.map(({ service }) => service))})
      and d.data_center = any(${unique(cells.map(({ data_center }) => data_center))})
    group by s.service, d.data_center`)
  return new Map(rows.map((row) => [toCellKey(row), row.at]))
}

export const toCellKey = ({ service, data_center }: Place) => `${service}\n${data_center}`

/**
 * Status changes of these cells within a span, oldest first, starting with each cell's last change up to the start of
 * the span.
 */
export async function listHistory(
  db: Db,
  cells: readonly Place[],
  { from, to }: Span,
): Promise<HistoryRow[]> {
  const result = await db.execute<HistoryRow>(sql`
    select cell.service, cell.data_center, h.status, ${toSecond(sql`h.changed_at`)} as at
    from ${asTable(cells)}
    cross join lateral (
      (select id, status, changed_at from ${statusHistory}
       where service = cell.service and data_center = cell.data_center and changed_at <= ${toTimestamp(from)}
       order by changed_at desc, id desc limit 1)
      union all
      (select id, status, changed_at from ${statusHistory}
       where service = cell.service and data_center = cell.data_center
         and changed_at > ${toTimestamp(from)} and changed_at < ${toTimestamp(to)})
    ) h
    order by h.changed_at, h.id`)
  return result.rows
}

/**
 * Incidents of these cells that overlap a span, which must not end in the future. An open incident
 * lasts until the span ends; a closed incident without an end is left out.
 */
export async function listIncidentSpans(
  db: Db,
  cells: readonly Place[],
  { from, to }: Span,
): Promise<IncidentSpan[]> {
  const result = await db.execute<IncidentSpan>(sql`
    select s.service, d.data_center, i.severity, ${toSecond(sql`i.start_date`)} as "from",
      least(${to}::float8, ${toSecond(sql`coalesce(i.end_date, ${toTimestamp(to)})`)}) as "to"
    from ${incidents} i
    join ${incidentServices} s using (incident_id)
    join ${incidentDataCenters} d using (incident_id)
    join ${asTable(cells)} on cell.service = s.service and cell.data_center = d.data_center
    where i.start_date < ${toTimestamp(to)} and (i.end_date is null or i.end_date > ${toTimestamp(from)})
      and case when i.end_date is null then upper(i.status) in ('ACTIVE', 'INVESTIGATION')
               else i.end_date > ${toTimestamp(from)} end`)
  return result.rows
}
