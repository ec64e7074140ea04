import type { AvailabilityCell } from '@aviary/contract/charts/endpoints'
import type { Spent } from '@aviary/contract/charts/rules'
import { isOpenStatus } from '@aviary/contract/incidents/rules'
import type { Incident } from '@aviary/contract/incidents/schemas'
import type { CellStatus } from '@aviary/contract/status/rules'
import { endOf, startOf } from '../chart-range.ts'

const DAY_S = 24 * 60 * 60

/** From the worst on. */
export const TROUBLES = [
  ['outage', 'OUTAGE'],
  ['partial_outage', 'PARTIAL_OUTAGE'],
  ['performance', 'PERFORMANCE'],
  ['partial_performance', 'PARTIAL_PERFORMANCE'],
] as const

export type DayState = {
  day: string
  /** The worst that it was on the day; NA when nothing is known. */
  state: CellStatus
  spent: Spent
}

/** Every day of the range: one that the answer does not tell of was normal from end to end. */
export function dayStates(cell: AvailabilityCell, days: readonly string[]): DayState[] {
  const told = new Map(cell.days.map((one) => [one.day, one]))
  return days.map((day) => {
    const spent: Spent = told.get(day) ?? { known: DAY_S }
    return { day, state: stateOf(spent), spent }
  })
}

function stateOf(spent: Spent): CellStatus {
  const worst = TROUBLES.find(([key]) => (spent[key] ?? 0) > 0)
  if (worst) return worst[1]
  return spent.known > 0 ? 'NORMAL' : 'NA'
}

export const isWholeDay = ({ known }: Spent): boolean => known >= DAY_S

export type CellDay = { service: string; data_center: string; day: string }

/**
 * The incidents of a service in a data center that had to do with a day, the newest first. An open one lasts until now;
 * one that is resolved without an end was over at once.
 */
export function incidentsOf(
  incidents: readonly Incident[],
  { service, data_center, day }: CellDay,
): Incident[] {
  const [from, to] = [startOf(day), endOf(day)]
  return incidents
    .filter(({ affectedServices, affectedDataCenters, startDate, endDate, status }) => {
      if (!affectedServices.includes(service) || !affectedDataCenters.includes(data_center)) return false
      const start = Date.parse(startDate)
      const end =
        endDate === null ? (isOpenStatus(status) ? Number.POSITIVE_INFINITY : start) : Date.parse(endDate)
      return start < to && (end > from || start >= from)
    })
    .toSorted((a, b) => b.startDate.localeCompare(a.startDate))
}

/** The query string of the change history for that day, service and data center, as it spells them. */
export function changesOf(changeType: 'manual' | 'auto', { service, data_center, day }: CellDay) {
  const spelled = (name: string) => name.replaceAll('%', '%25').replaceAll(',', '%2C')
  return {
    change_type: changeType,
    absolute_selected: true,
    date_range_start: startOf(day) / 1000,
    date_range_end: endOf(day) / 1000,
    selected_data_centers: spelled(data_center),
    selected_services: spelled(service),
  }
}
