import type { AvailabilityCell } from '@aviary/contract/charts/endpoints'
import type { Spent } from '@aviary/contract/charts/rules'
import { isOpenStatus } from '@aviary/contract/incidents/rules'
import type { Incident } from '@aviary/contract/incidents/schemas'
import type { CellStatus } from '@aviary/contract/status/rules'
import { getDayEnd, getDayStart } from '../chart-range.ts'

const DAY_S = 24 * 60 * 60

/** Degraded states, worst first. */
export const DEGRADED_STATES = [
  ['outage', 'OUTAGE'],
  ['partial_outage', 'PARTIAL_OUTAGE'],
  ['performance', 'PERFORMANCE'],
  ['partial_performance', 'PARTIAL_PERFORMANCE'],
] as const

export type DayState = {
  day: string
  /** Worst state of the day; NA if no state is known. */
  state: CellStatus
  spent: Spent
}

/** One state per day. The server omits days that were normal from start to end. */
export function toDayStates(cell: AvailabilityCell, days: readonly string[]): DayState[] {
  const byDay = new Map(cell.days.map((day) => [day.day, day]))
  return days.map((day) => {
    const spent: Spent = byDay.get(day) ?? { known: DAY_S }
    return { day, state: getState(spent), spent }
  })
}

function getState(spent: Spent): CellStatus {
  const worst = DEGRADED_STATES.find(([key]) => (spent[key] ?? 0) > 0)
  if (worst) return worst[1]
  return spent.known > 0 ? 'NORMAL' : 'NA'
}

export const isWholeDay = ({ known }: Spent): boolean => known >= DAY_S

export type CellDay = { service: string; data_center: string; day: string }

/**
 * Incidents of a service in a data center that overlap a day, newest first. An open incident lasts until now; a
 * resolved one without an end counts at its start only.
 */
export function filterIncidents(
  incidents: readonly Incident[],
  { service, data_center, day }: CellDay,
): Incident[] {
  const [from, to] = [getDayStart(day), getDayEnd(day)]
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

/** Query string of the change history for one day, service and data center. */
export function toChangesSearch(changeType: 'manual' | 'auto', { service, data_center, day }: CellDay) {
  const escapeName = (name: string) => name.replaceAll('%', '%25').replaceAll(',', '%2C')
  return {
    change_type: changeType,
    absolute_selected: true,
    date_range_start: getDayStart(day) / 1000,
    date_range_end: getDayEnd(day) / 1000,
    selected_data_centers: escapeName(data_center),
    selected_services: escapeName(service),
  }
}
