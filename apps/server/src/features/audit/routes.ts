import type { AuditFilters } from '@aviary/contract/audit/endpoints'
import * as endpoints from '@aviary/contract/audit/endpoints'
import { type Route, serve, serveDownload } from '../../http/call.ts'
import { readPage } from '../../http/paging.ts'
import { readTimeRange } from '../../http/time-range.ts'
import { exportText, FORMATS } from './export.ts'
import type { LogFilters } from './queries.ts'
import * as queries from './queries.ts'
import { readableBy } from './reduce.ts'

const SECOND = 1_000
const LATEST = Number.POSITIVE_INFINITY

const toLogFilters = ({ start_date, end_date, ...kinds }: AuditFilters): LogFilters => ({
  ...kinds,
  ...readTimeRange({ start_date, end_date }),
})

export const auditRoutes: Route[] = [
  serve(endpoints.listAudit, async ({ db, query, may }) => {
    const order = query.order_by.endsWith(' asc') ? 'asc' : 'desc'
    const { rows, more_results } = await readPage(query, (page) =>
      queries.listAudit(db, toLogFilters(query), { ...page, order }),
    )
    return { audit_log: rows.map(readableBy({ may })), more_results }
  }),

  serve(endpoints.listAuditOptions, async ({ db }) => {
    const [users, actions, applications] = await Promise.all([
      queries.listValues(db, 'user_email'),
      queries.listValues(db, 'action_name'),
      queries.listValues(db, 'application_name'),
    ])
    return { users, actions, applications }
  }),

  serveDownload(endpoints.exportAudit, async ({ db, query, now, may }) => ({
    name: `audit-${now.toISOString().slice(0, 10)}.${query.format}`,
    type: FORMATS[query.format].type,
    // Leaves out rows written after the request, so that the export ends even if new rows are written all the
    // time.
    chunks: exportText(
      db,
      toLogFilters({
        ...query,
        end_date: Math.min(query.end_date ?? LATEST, Math.floor(now.getTime() / SECOND)),
      }),
      { format: query.format, readable: readableBy({ may }) },
    ),
  })),

  serve(endpoints.getAuditSeal, async ({ db }) => {
    const state = await queries.getSealState(db)
    if (!state) throw new Error('The state of the seals is one row')
    return state
  }),
]
