import { toYesNo } from '@aviary/contract/rules'
import type * as endpoints from '@aviary/contract/status/endpoints'
import { rank } from '@aviary/contract/status/rules'
import type { Db } from '../../database/open.ts'
import * as queries from './queries.ts'

const MAX_REASONS = 20
const MAX_CELLS = 100

type CellName = { service: string; dataCenter: string }

/** Why a cell is not normal: the worst first, and incidents before reports of the same status. */
export async function getStatusReasons(db: Db, cell: CellName, now: Date): Promise<endpoints.CellReason[]> {
  const incidents = await queries.listIncidentsOfCell(db, cell, { now, limit: MAX_REASONS })
  const reports = await queries.listReportsOfCell(db, cell, MAX_REASONS)
  const here = { service: cell.service, data_center: cell.dataCenter }
  const others = await queries.listCellsOfAlerts(db, cell, { reports, limit: MAX_CELLS - 1 })
  const reasons: endpoints.CellReason[] = [
    ...incidents.map((row) => ({
      kind: 'incident' as const,
      status: row.severity,
      since: row.startDate.toISOString(),
      jira_id: row.jiraId,
      priority_type: row.priorityType,
      is_internal: toYesNo(row.isInternal),
      details: row.details,
    })),
    ...reports.map((row) => ({
      kind: 'report' as const,
      status: row.status,
      since: row.reportedAt.toISOString(),
      alert: row.source,
      source: toSourceName(row.source),
      summary: row.summary,
      link: row.link,
      cells: [
        here,
        ...others
          .filter(({ source }) => source === row.source)
          .map(({ service, data_center }) => ({ service, data_center })),
      ],
    })),
  ]
  return reasons.toSorted((a, b) => rank(b.status) - rank(a.status)).slice(0, MAX_REASONS)
}

/** Shows `Alertmanager` as the source of an alert, whose own source name is a hash that means nothing to people. */
const toSourceName = (source: string): string =>
  source.startsWith('alertmanager:') ? 'Alertmanager' : source
