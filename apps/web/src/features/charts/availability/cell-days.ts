import type { AvailabilityCell } from '@aviary/contract/charts/endpoints'
import { availabilityOf } from '@aviary/contract/charts/rules'
import type { Sheet } from '../ChartFigure.tsx'
import { type DayRange, daysIn } from '../chart-range.ts'
import { type DayState, dayStates, TROUBLES } from './day-states.ts'

export type CellDays = { cell: AvailabilityCell; days: DayState[] }

export function cellDaysOf(cells: readonly AvailabilityCell[], range: DayRange): CellDays[] {
  const days = daysIn(range)
  return cells.map((cell) => ({ cell, days: dayStates(cell, days) }))
}

/** Every day of every cell, in seconds: exact, and for other programs to reckon with. */
export function sheetOf(cells: readonly CellDays[], columns: string[]): Sheet {
  const rows = cells.flatMap(({ cell: { service, data_center }, days }) =>
    days.map(({ day, spent }) => [
      service,
      data_center,
      day,
      spent.known,
      ...TROUBLES.map(([key]) => spent[key] ?? 0),
      availabilityOf(spent) ?? '',
    ]),
  )
  return { columns, rows }
}

/** What a sentence can say of all of them. */
export function summaryOf(cells: readonly CellDays[]) {
  const known = cells.filter(({ cell }) => cell.availability !== null)
  const [worst] = known.toSorted((a, b) => (a.cell.availability ?? 0) - (b.cell.availability ?? 0))
  return { known: known.length, unknown: cells.length - known.length, worst: worst?.cell }
}
