import type { StatusMatrix } from '@aviary/contract/status/endpoints'
import * as endpoints from '@aviary/contract/status/endpoints'
import { isQuiet } from '@aviary/contract/status/rules'
import type { Db } from '../../database/open.ts'
import { type Asked, type Route, serve, serveFromMemory } from '../../http/call.ts'
import * as queries from './queries.ts'
import { getStatusReasons } from './reasons.ts'
import { toCellKey } from './refresh.ts'

export const statusRoutes: Route[] = [
  serveFromMemory(endpoints.getStatus, ['status', 'reference'], async (_, db, asked) => {
    const matrix: StatusMatrix = {}
    for (const { service, dataCenter, status } of await listShownCells(db, asked)) {
      const row = matrix[service] ?? {}
      row[dataCenter] = status
      matrix[service] = row
    }
    return { answer: matrix, ...untilOf(asked) }
  }),

  serveFromMemory(endpoints.getStatusSince, ['status', 'reference'], async ({ of }, db, asked) => {
    const cells = (await listShownCells(db, asked)).flatMap(({ service, dataCenter, status, since }) =>
      since && (of === 'all' || !isQuiet(status))
        ? [{ service, data_center: dataCenter, since: since.toISOString() }]
        : [],
    )
    return { answer: { cells }, ...untilOf(asked) }
  }),

  serve(endpoints.getStatusReasons, async ({ db, query, now }) => ({
    reasons: await getStatusReasons(db, { service: query.service, dataCenter: query.data_center }, now),
  })),
]

/**
 * Cells in use. For those who may not see what is internal a cell is as bad as it would be without internal incidents;
 * since when is not known if that differs.
 */
async function listShownCells(db: Db, { now, sees }: Asked) {
  const cells = (await queries.listCells(db)).filter(({ isRetired }) => !isRetired)
  if (sees('read:internal')) return cells
  const computed = await queries.computeCells(db, now, { withInternal: false })
  const statuses = new Map(computed.map((cell) => [toCellKey(cell), cell.status]))
  return cells.map((cell) => {
    const status = statuses.get(toCellKey(cell)) ?? 'NA'
    return status === cell.status ? cell : { ...cell, status, since: null }
  })
}

/** Nobody is told that a cell has changed whose status an internal incident decides. */
const INTERNAL_HIDES_MS = 15_000

const untilOf = ({ now, sees }: Asked) =>
  sees('read:internal') ? {} : { until: now.getTime() + INTERNAL_HIDES_MS }
