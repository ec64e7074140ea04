import { dateFormat } from '../../../shared/formats.ts'
import type { Range } from '../range.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
/** Monday, 5 January 1970, in milliseconds; week ticks are counted from this day. */
const MONDAY = 4 * DAY

/** Distance between ticks: `length` is the shortest distance in milliseconds, as months vary. */
type Step = { length: number; getTimes: (range: Range) => number[] }

const fixedStep = (length: number, start = 0): Step => ({
  length,
  getTimes: ({ from, to }) => {
    const first = start + Math.ceil((from - start) / length) * length
    const count = Math.max(0, Math.floor((to - first) / length) + 1)
    return Array.from({ length: count }, (_, index) => first + index * length)
  },
})

const SHORTEST_MONTH = 28 * DAY
const SHORTEST_YEAR = 365 * DAY

/** Ticks on the first day of a month, every `count` months. */
const monthStep = (count: number): Step => ({
  length: count < 12 ? count * SHORTEST_MONTH : (count / 12) * SHORTEST_YEAR,
  getTimes: ({ from, to }) => {
    const day = new Date(from)
    const firstMonth = day.getUTCFullYear() * 12 + day.getUTCMonth()
    const times: number[] = []
    let month = firstMonth - (firstMonth % count)
    for (let time = getMonthStart(month); time <= to; month += count, time = getMonthStart(month))
      if (time >= from) times.push(time)
    return times
  },
})

/** Start of a month; `month` is the number of months since year 0. */
const getMonthStart = (month: number): number => Date.UTC(1970, month - 1970 * 12)

const STEPS: readonly Step[] = [
  ...[1, 2, 5, 10, 15, 30].map((minutes) => fixedStep(minutes * MINUTE)),
  ...[1, 2, 3, 6, 12].map((hours) => fixedStep(hours * HOUR)),
  ...[1, 2].map((days) => fixedStep(days * DAY)),
  ...[1, 2].map((weeks) => fixedStep(weeks * 7 * DAY, MONDAY)),
  ...[1, 2, 3, 6].map(monthStep),
  ...[1, 2, 5, 10, 20, 50, 100, 200, 500].map((years) => monthStep(years * 12)),
]

/** Label on the time axis. */
export type Tick = { time: number; text: string }

/** Ticks at round UTC times within the range, about `maxTicks` at most. */
export function getTicks(range: Range, maxTicks: number, language: string): Tick[] {
  const step = STEPS.find(({ length }) => (range.to - range.from) / length <= maxTicks)
  if (!step) return []
  const format = formatFor(step.length, language)
  return step.getTimes(range).map((time) => ({ time, text: format(time) }))
}

function formatFor(length: number, language: string): (time: number) => string {
  const make = (options: Intl.DateTimeFormatOptions) => dateFormat(language, { timeZone: 'UTC', ...options })
  const year = make({ year: 'numeric' })
  if (length >= SHORTEST_YEAR) return (time) => year.format(time)
  const month = make({ month: 'short', year: 'numeric' })
  if (length >= SHORTEST_MONTH) return (time) => month.format(time)
  const day = make({ month: 'short', day: 'numeric' })
  if (length >= DAY) return (time) => day.format(time)
  const clock = make({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
  // A tick at midnight shows the date instead of 00:00.
  return (time) => (time % DAY === 0 ? day.format(time) : clock.format(time))
}
