import type { AvailabilityCell } from '@aviary/contract/charts/endpoints'
import { availabilityOf } from '@aviary/contract/charts/rules'
import type { Sheet } from '../ChartFigure.tsx'
import { type DayRange, listDays } from '../chart-range.ts'
import { type DayState, DEGRADED_STATES, toDayStates } from './day-states.ts'

export type CellDays = { cell: AvailabilityCell; days: DayState[] }

export function toCellDays(cells: readonly AvailabilityCell[], range: DayRange): CellDays[] {
  const days = listDays(range)
  return cells.map((cell) => ({ cell, days: toDayStates(cell, days) }))
}

/** CSV rows of every day of every cell, in exact seconds for further calculations. */
export function toSheet(cells: readonly CellDays[], columns: string[]): Sheet {
  const rows = cells.flatMap(({ cell: { service, data_center }, days }) =>
    days.map(({ day, spent }) => [
      service,
      data_center,
      day,
      spent.known,
      ...DEGRADED_STATES.map(([key]) => spent[key] ?? 0),
      availabilityOf(spent) ?? '',
    ]),
  )
  return { columns, rows }
}

/** Values of the summary sentence. */
export function summarize(cells: readonly CellDays[]) {
  const known = cells.filter(({ cell }) => cell.availability !== null)
  const [worst] = known.toSorted((a, b) => (a.cell.availability ?? 0) - (b.cell.availability ?? 0))
  return { known: known.length, unknown: cells.length - known.length, worst: worst?.cell }
}
