import type * as endpoints from '@aviary/contract/charts/endpoints'
import type { Db } from '../../../database/open.ts'
import * as queries from './queries.ts'

type Figures = {
  figures: endpoints.ResponseTimes[]
  /** Epoch milliseconds at which a figure changes without a write; undefined if none does. */
  until: number | undefined
}

/** The figures of ADR 86. */
export async function listResponseTimes(db: Db, asked: queries.Asked): Promise<Figures> {
  const rows = await queries.listFigures(db, asked)
  const [whole] = rows
  return {
    figures: rows.map(toFigure),
    // One millisecond later: an end at this time has passed, and a promise of this time is missed.
    until: whole?.next ? whole.next + 1 : undefined,
  }
}

const toFigure = (row: queries.FigureRow): endpoints.ResponseTimes => ({
  service: row.service,
  month: row.month,
  incidents: row.incidents,
  acknowledge: toMeasured(row.acknowledged, row.acknowledge),
  first_message: toMeasured(row.informed, row.first_message),
  resolve: toMeasured(row.resolved, row.resolve),
  promises: { made: row.made, kept: row.kept, missed: row.missed },
})

const toMeasured = (incidents: number, parts: [number, number] | null) => ({
  incidents,
  median: incidents === 0 || !parts ? null : Math.round(parts[0]),
  ninetieth: incidents === 0 || !parts ? null : Math.round(parts[1]),
})
