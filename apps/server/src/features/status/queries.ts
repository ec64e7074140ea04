import { DETAILS_MAX_CHARACTERS } from '@aviary/contract/constants'
import type { CellStatus } from '@aviary/contract/status/rules'
import { and, desc, eq, ne, sql } from 'drizzle-orm'
import { lockUntilEnd } from '../../database/locks.ts'
import type { Db } from '../../database/open.ts'
import { rowsOf, texts } from '../../database/parameters.ts'
import {
  incidentDataCenters,
  incidentServices,
  incidents,
  statusHistory,
  statusReports,
} from '../../database/tables/incidents.ts'
import { dataCenters, services, severities } from '../../database/tables/reference.ts'
import { isActiveAt } from '../incidents/public.ts'

export type Cell = { service: string; dataCenter: string; status: CellStatus }
type KnownCell = Cell & { since: Date | null; isRetired: boolean }

/**
 * The status of every cell in grid order: the cell's newest history row, or NA if it has none. Includes the
 * cells of retired services and data centers, so that the history of incidents in these cells is complete.
 */
export async function listCells(db: Db): Promise<KnownCell[]> {
  const result = await db.execute<{
    service: string
    data_center: string
    status: CellStatus | null
    since: string | null
    is_retired: boolean
  }>(sql`
    select s.system_name as service, d.system_name as data_center, h.status, h.changed_at as since,
      s.retired_at is not null or d.retired_at is not null as is_retired
    from ${services} s cross join ${dataCenters} d
    left join lateral (
      select status, changed_at from ${statusHistory}
      where service = s.system_name and data_center = d.system_name
      order by changed_at desc, id desc limit 1
    ) h on true
    order by s.position, d.position`)
  return result.rows.map((row) => ({
    service: row.service,
    dataCenter: row.data_center,
    status: row.status ?? 'NA',
    since: row.since === null ? null : new Date(row.since),
    isRetired: row.is_retired,
  }))
}

/**
 * Computes the status of cells at `now`: the worst of what monitoring last reported and of what open incidents imply.
 * Cells without either are missing.
 */
export async function computeCells(
  db: Db,
  now: Date,
  { withInternal = true }: { withInternal?: boolean } = {},
): Promise<Cell[]> {
  const result = await db.execute<{ service: string; data_center: string; status: CellStatus }>(sql`
    with reported as (
      select service, data_center, status from ${statusReports}
      union all
      select s.service, d.data_center, incidents.severity
      from ${incidents}
      join ${incidentServices} s using (incident_id)
      join ${incidentDataCenters} d using (incident_id)
      where ${isActiveAt(now)} and (${withInternal} or not ${incidents.isInternal})
    )
    select distinct on (reported.service, reported.data_center) reported.service, reported.data_center, reported.status
    from reported join ${severities} v on v.system_key = reported.status
    order by reported.service, reported.data_center, v.id desc`)
  return result.rows.map((row) => ({ service: row.service, dataCenter: row.data_center, status: row.status }))
}

/**
 * Passes the rows as one array per column. With one parameter per value, a change of all cells could exceed
 * PostgreSQL's limit of 65,535 parameters.
 */
export const createHistory = (db: Db, rows: readonly (Cell & { changedAt: Date })[]) =>
  db.execute(sql`
    insert into ${statusHistory} (service, data_center, status, changed_at)
    select * from unnest(
      ${texts(rows.map(({ service }) => service))}, ${texts(rows.map(({ dataCenter }) => dataCenter))},
      ${texts(rows.map(({ status }) => status))}, ${texts(rows.map(({ changedAt }) => changedAt.toISOString()))}::timestamptz[])`)

/**
 * Locks the grid until the transaction ends. Without the lock, concurrent writers would miss each other's
 * reports when they compute the grid.
 */
export const lockCells = (db: Db) => lockUntilEnd(db, 'cells')

type CellName = { service: string; dataCenter: string }

/** A cell's open incidents with a severity other than NORMAL, worst first, then newest. */
export const listIncidentsOfCell = (
  db: Db,
  { service, dataCenter }: CellName,
  { now, limit }: { now: Date; limit: number },
) =>
  db
    .select({
      jiraId: incidents.jiraId,
      severity: incidents.severity,
      priorityType: incidents.priorityType,
      isInternal: incidents.isInternal,
      startDate: incidents.startDate,
      details: sql<string>`left(${incidents.details}, ${DETAILS_MAX_CHARACTERS})`,
    })
    .from(incidents)
    .innerJoin(incidentServices, eq(incidentServices.incidentId, incidents.incidentId))
    .innerJoin(incidentDataCenters, eq(incidentDataCenters.incidentId, incidents.incidentId))
    .innerJoin(severities, eq(severities.systemKey, incidents.severity))
    .where(
      and(
        eq(incidentServices.service, service),
        eq(incidentDataCenters.dataCenter, dataCenter),
        isActiveAt(now),
        ne(incidents.severity, 'NORMAL'),
      ),
    )
    .orderBy(desc(severities.id), desc(incidents.startDate))
    .limit(limit)

/** A cell's reports with a status other than NORMAL, worst first, then newest. */
export const listReportsOfCell = (db: Db, { service, dataCenter }: CellName, limit: number) =>
  db
    .select({
      source: statusReports.source,
      status: statusReports.status,
      reportedAt: statusReports.reportedAt,
      summary: statusReports.summary,
      link: statusReports.link,
    })
    .from(statusReports)
    .innerJoin(severities, eq(severities.systemKey, statusReports.status))
    .where(
      and(
        eq(statusReports.service, service),
        eq(statusReports.dataCenter, dataCenter),
        ne(statusReports.status, 'NORMAL'),
      ),
    )
    .orderBy(desc(severities.id), desc(statusReports.reportedAt), statusReports.source)
    .limit(limit)

type ReportOfCell = { source: string; summary: string | null }

/**
 * The other cells of the same alerts, in grid order, at most `limit` for each alert. Cells belong to one
 * alert if one source reports them as not normal with the same summary. Reports without a summary are ignored:
 * their source may watch everything, so its cells have nothing in common. Retired cells are left out.
 */
export async function listCellsOfAlerts(
  db: Db,
  { service, dataCenter }: CellName,
  { reports, limit }: { reports: readonly ReportOfCell[]; limit: number },
) {
  const withWords = reports.filter(({ summary }) => summary !== null && summary !== '')
  if (withWords.length === 0) return []
  const result = await db.execute<{ source: string; service: string; data_center: string }>(sql`
    select source, service, data_center from (
      select r.source, r.service, r.data_center,
        row_number() over (partition by r.source order by s.position, d.position) as position
      from ${statusReports} r
      join unnest(
        ${texts(withWords.map(({ source }) => source))}, ${texts(withWords.map(({ summary }) => summary ?? ''))}
      ) as alert (source, summary) on r.source = alert.source and r.summary = alert.summary
      join ${services} s on s.system_name = r.service and s.retired_at is null
      join ${dataCenters} d on d.system_name = r.data_center and d.retired_at is null
      where r.status <> 'NORMAL' and (r.service, r.data_center) <> (${service}, ${dataCenter})
    ) cells
    where position <= ${limit}
    order by source, position`)
  return result.rows
}

type Report = typeof statusReports.$inferInsert

/**
 * Stores the newest report of each source about each cell; returns the number of new or changed rows. A
 * repeated alert also updates the texts, because it carries current values.
 */
export async function upsertReports(db: Db, reports: readonly Report[]): Promise<number> {
  if (reports.length === 0) return 0
  const { columns, rows } = rowsOf(statusReports, reports)
  const { rowCount } = await db.execute(sql`
    insert into ${statusReports} as stored (${columns}) select ${columns} from ${rows}
    on conflict (source, service, data_center) do update
    set status = excluded.status, reported_at = excluded.reported_at, summary = excluded.summary, link = excluded.link
    where excluded.reported_at > stored.reported_at
      or (excluded.reported_at = stored.reported_at and excluded.status = stored.status
        and (excluded.summary, excluded.link) is distinct from (stored.summary, stored.link))`)
  return rowCount ?? 0
}
