import type { StatusMatrix } from '@aviary/contract/status/endpoints'
import * as endpoints from '@aviary/contract/status/endpoints'
import type { Db } from '../../database/open.ts'
import { type Route, serve, serveFromMemory } from '../../http/call.ts'
import * as queries from './queries.ts'
import { getStatusReasons } from './reasons.ts'

export const statusRoutes: Route[] = [
  serveFromMemory(endpoints.getStatus, ['status', 'reference'], async (_, db) => {
    const matrix: StatusMatrix = {}
    for (const { service, dataCenter, status } of await listShownCells(db)) {
      const row = matrix[service] ?? {}
      row[dataCenter] = status
      matrix[service] = row
    }
    return { answer: matrix }
  }),

  serveFromMemory(endpoints.getStatusSince, ['status', 'reference'], async (_, db) => {
    const cells = (await listShownCells(db)).flatMap(({ service, dataCenter, since }) =>
      since ? [{ service, data_center: dataCenter, since: since.toISOString() }] : [],
    )
    return { answer: { cells } }
  }),

  serve(endpoints.getStatusReasons, async ({ db, query, now }) => ({
    reasons: await getStatusReasons(db, { service: query.service, dataCenter: query.data_center }, now),
  })),
]

const listShownCells = async (db: Db) => (await queries.listCells(db)).filter(({ isRetired }) => !isRetired)
