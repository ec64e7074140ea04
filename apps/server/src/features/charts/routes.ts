import * as endpoints from '@aviary/contract/charts/endpoints'
import type { Db } from '../../database/open.ts'
import { type Route, serve, serveFromMemory } from '../../http/call.ts'
import { NotFound } from '../../http/errors.ts'
import { withTimeLimit } from '../changes/public.ts'
import { listAllDataCenters } from '../reference/public.ts'
import { listAvailability } from './availability.ts'
import * as queries from './queries.ts'
import { listResponseTimes } from './response-times/response-times.ts'

const DAY_MS = 24 * 60 * 60 * 1000
/** Over twice as long as 100,000 incidents with 500,000 messages took on a busy machine (ADR 86). */
const RESPONSE_TIMES_TIMEOUT_MS = 10_000

/** All data centers; throws NotFound for a name that none of them has. */
async function listKnownDataCenters(db: Db, names: readonly string[]) {
  const all = await listAllDataCenters(db)
  const unknown = names.filter((name) => !all.some(({ systemName }) => systemName === name))
  if (unknown.length > 0) throw new NotFound(`There is no data center ${unknown.join(', ')}`)
  return all
}

export const chartRoutes: Route[] = [
  serve(endpoints.getAvailability, async ({ db, query, now }) => {
    const { start_day, end_day, data_centers, start_at: startAt, response_size: size } = query
    const all = await listKnownDataCenters(db, data_centers)
    const inUse = all.flatMap(({ systemName, retiredAt }) => (retiredAt ? [] : systemName))
    const dataCenters = data_centers.length > 0 ? data_centers : inUse
    const asked = { start_day, end_day, dataCenters, page: { startAt, size }, now }
    return {
      ...{ start_day, end_day, total: await queries.countCells(db, dataCenters) },
      cells: await listAvailability(db, asked),
    }
  }),

  // From memory: reading a year of incidents takes long, and many pages ask for the same days.
  serveFromMemory(
    endpoints.getResponseTimes,
    ['incidents', 'reference'],
    async ({ start_day, end_day, data_centers }, db, { now, sees }) => {
      await listKnownDataCenters(db, data_centers)
      const asked = {
        from: new Date(start_day),
        to: new Date(Date.parse(end_day) + DAY_MS),
        dataCenters: data_centers,
        withInternal: sees('read:internal'),
        now,
      }
      const { figures, until } = await withTimeLimit(db, RESPONSE_TIMES_TIMEOUT_MS, (transaction) =>
        listResponseTimes(transaction.db, asked),
      )
      return { answer: { start_day, end_day, figures }, ...(until === undefined ? {} : { until }) }
    },
  ),
]
