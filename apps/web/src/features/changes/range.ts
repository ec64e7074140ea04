import type { TimeUnit } from '@aviary/contract/changes/rules'
import type { Filters } from './change-search.ts'

/** Start and end in milliseconds since 1970. */
export type Range = { from: number; to: number }

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const LENGTHS: Record<Exclude<TimeUnit, 'months'>, number> = {
  minutes: MINUTE,
  hours: HOUR,
  days: DAY,
  weeks: 7 * DAY,
}

/** Resolves the time filters to a fixed range; a relative filter counts back from `now`. */
export function toRange(filters: Filters, now: number): Range {
  const { isAbsolute, start, end, relativeNumber, relativeUnit } = filters
  if (isAbsolute && start !== null && end !== null) return { from: start * 1000, to: end * 1000 }
  // Rounded up, so that changes of the current second are included.
  const to = Math.ceil(now / 1000) * 1000
  const from =
    relativeUnit === 'months'
      ? subtractMonths(to, relativeNumber)
      : to - relativeNumber * LENGTHS[relativeUnit]
  return { from: Math.max(0, Math.floor(from / 1000) * 1000), to }
}

/** Goes back by months: 1.5 months are one month and half of the month before that. */
function subtractMonths(time: number, months: number): number {
  const wholeMonths = Math.trunc(months)
  const [later, earlier] = [
    subtractWholeMonths(time, wholeMonths),
    subtractWholeMonths(time, wholeMonths + 1),
  ]
  return Math.round(later - (months - wholeMonths) * (later - earlier))
}

/** The same day of an earlier month, or its last day if that month is shorter. */
function subtractWholeMonths(time: number, months: number): number {
  const cappedMonths = Math.min(months, 12 * 2_000)
  const day = new Date(time)
  const [year, month] = [day.getUTCFullYear(), day.getUTCMonth() - cappedMonths]
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  return Date.UTC(year, month, Math.min(day.getUTCDate(), lastDay)) + (time % DAY)
}

/** Widens a range to whole minutes, in seconds since 1970 as in the filters' absolute dates. */
export const toWholeMinutes = ({ from, to }: Range): { start: number; end: number } => ({
  start: (Math.floor(from / MINUTE) * MINUTE) / 1000,
  end: (Math.ceil(to / MINUTE) * MINUTE) / 1000,
})
