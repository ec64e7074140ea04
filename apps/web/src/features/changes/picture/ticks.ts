import { dateFormat } from '../../../shared/formats.ts'
import type { Range } from '../range.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
/** The first Monday of all: weeks are counted from it. */
const MONDAY = 4 * DAY

/** From tick to tick: how long that is at least, and where in a range they are. */
type Step = { length: number; within: (range: Range) => number[] }

const equal = (length: number, start = 0): Step => ({
  length,
  within: ({ from, to }) => {
    const first = start + Math.ceil((from - start) / length) * length
    const count = Math.max(0, Math.floor((to - first) / length) + 1)
    return Array.from({ length: count }, (_, at) => first + at * length)
  },
})

const SHORTEST_MONTH = 28 * DAY
const SHORTEST_YEAR = 365 * DAY

/** Every so many months: their first days, for neither months nor years are equally long. */
const months = (count: number): Step => ({
  length: count < 12 ? count * SHORTEST_MONTH : (count / 12) * SHORTEST_YEAR,
  within: ({ from, to }) => {
    const day = new Date(from)
    const known = day.getUTCFullYear() * 12 + day.getUTCMonth()
    const found: number[] = []
    let month = known - (known % count)
    for (let at = startOf(month); at <= to; month += count, at = startOf(month))
      if (at >= from) found.push(at)
    return found
  },
})

/** Of a month, counted from the year 0. */
const startOf = (month: number): number => Date.UTC(1970, month - 1970 * 12)

const STEPS: readonly Step[] = [
  ...[1, 2, 5, 10, 15, 30].map((minutes) => equal(minutes * MINUTE)),
  ...[1, 2, 3, 6, 12].map((hours) => equal(hours * HOUR)),
  ...[1, 2].map((days) => equal(days * DAY)),
  ...[1, 2].map((weeks) => equal(weeks * 7 * DAY, MONDAY)),
  ...[1, 2, 3, 6].map(months),
  ...[1, 2, 5, 10, 20, 50, 100, 200, 500].map((years) => months(years * 12)),
]

/** A moment at the foot of the picture. */
export type Tick = { at: number; text: string }

/** A few round moments of the range in UTC, at most about so many. */
export function ticksOf(range: Range, most: number, language: string): Tick[] {
  const step = STEPS.find(({ length }) => (range.to - range.from) / length <= most)
  if (!step) return []
  const format = formatFor(step.length, language)
  return step.within(range).map((at) => ({ at, text: format(at) }))
}

function formatFor(length: number, language: string): (at: number) => string {
  const make = (options: Intl.DateTimeFormatOptions) => dateFormat(language, { timeZone: 'UTC', ...options })
  const year = make({ year: 'numeric' })
  if (length >= SHORTEST_YEAR) return (at) => year.format(at)
  const month = make({ month: 'short', year: 'numeric' })
  if (length >= SHORTEST_MONTH) return (at) => month.format(at)
  const day = make({ month: 'short', day: 'numeric' })
  if (length >= DAY) return (at) => day.format(at)
  const time = make({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
  // Midnight is where a day begins.
  return (at) => (at % DAY === 0 ? day.format(at) : time.format(at))
}
