import type { TimeUnit } from '@aviary/contract/changes/rules'
import type { Filters } from './change-search.ts'

/** From when to when, in milliseconds since 1970. */
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

/** The range that a search means when it is asked at `now`. */
export function rangeOf(filters: Filters, now: number): Range {
  const { isAbsolute, start, end, relativeNumber, relativeUnit } = filters
  if (isAbsolute && start !== null && end !== null) return { from: start * 1000, to: end * 1000 }
  // What happened within this second is in it.
  const to = Math.ceil(now / 1000) * 1000
  const from =
    relativeUnit === 'months' ? monthsBefore(to, relativeNumber) : to - relativeNumber * LENGTHS[relativeUnit]
  return { from: Math.max(0, Math.floor(from / 1000) * 1000), to }
}

/** The same time in an earlier month; a part of a month is that part of the month before it. */
function monthsBefore(at: number, months: number): number {
  const whole = Math.trunc(months)
  const [later, earlier] = [wholeMonthsBefore(at, whole), wholeMonthsBefore(at, whole + 1)]
  return Math.round(later - (months - whole) * (later - earlier))
}

/** The same day of an earlier month, or its last where that month is shorter. */
function wholeMonthsBefore(at: number, months: number): number {
  const known = Math.min(months, 12 * 2_000)
  const day = new Date(at)
  const [year, month] = [day.getUTCFullYear(), day.getUTCMonth() - known]
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  return Date.UTC(year, month, Math.min(day.getUTCDate(), lastDay)) + (at % DAY)
}

/** Whole minutes around a range, as absolute dates have them: seconds since 1970. */
export const minutesAround = ({ from, to }: Range): { start: number; end: number } => ({
  start: (Math.floor(from / MINUTE) * MINUTE) / 1000,
  end: (Math.ceil(to / MINUTE) * MINUTE) / 1000,
})
