import type * as endpoints from '@aviary/contract/charts/endpoints'
import { availabilityOf } from '@aviary/contract/charts/rules'
import type { Db } from '../../database/open.ts'
import * as queries from './queries.ts'
import { isNormalDay, type Span, sumSpent, sweep } from './sweep.ts'

const DAY_MS = 24 * 60 * 60 * 1000

type AvailabilityQuery = {
  start_day: string
  end_day: string
  dataCenters: readonly string[]
  page: queries.CellPage
  now: Date
}

/** Availability of the cells of these data centers, day by day, from `start_day` to `end_day`, but not after now. */
export async function listAvailability(
  db: Db,
  query: AvailabilityQuery,
): Promise<endpoints.AvailabilityCell[]> {
  const { start_day, end_day, dataCenters, page, now } = query
  const days = (Date.parse(end_day) - Date.parse(start_day)) / DAY_MS + 1
  const from = Date.parse(start_day) / 1000
  const to = Math.max(from, Math.floor(Math.min(Date.parse(end_day) + DAY_MS, now.getTime()) / 1000))
  const span: Span = { from, to }
  const cells = await queries.listCells(db, dataCenters, page)
  const history = byCell(await queries.listHistory(db, cells, span))
  const incidents = byCell(await queries.listIncidentSpans(db, cells, span))
  return (await queries.listKnownCells(db, cells, from)).map(({ service, data_center, known_since }) => {
    const key = queries.toCellKey({ service, data_center })
    const record = {
      history: history.get(key) ?? [],
      incidents: incidents.get(key) ?? [],
      knownSince: known_since,
    }
    const spent = sweep(record, span, days)
    const total = sumSpent(spent)
    return {
      service,
      data_center,
      ...total,
      availability: availabilityOf(total),
      days: spent.filter((day) => !isNormalDay(day)),
    }
  })
}

const byCell = <Row extends queries.Place>(rows: readonly Row[]) => Map.groupBy(rows, queries.toCellKey)
