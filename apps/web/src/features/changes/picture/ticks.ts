import type { Range } from '../range.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const STEPS = [
  ...[1, 2, 5, 10, 15, 30].map((minutes) => minutes * MINUTE),
  ...[1, 2, 3, 6, 12].map((hours) => hours * HOUR),
  ...[1, 2, 7, 14, 30, 61, 91, 183, 365, 730, 1_826, 3_652, 18_262].map((days) => days * DAY),
]

/** A moment at the foot of the picture. */
export type Tick = { at: number; text: string }

/** A few round moments of the range in UTC, at most so many. */
export function ticksOf({ from, to }: Range, most: number, language: string): Tick[] {
  const step = STEPS.find((one) => (to - from) / one <= most) ?? to - from
  const first = Math.ceil(from / step) * step
  const moments = Array.from(
    { length: Math.max(0, Math.floor((to - first) / step) + 1) },
    (_, at) => first + at * step,
  )
  const format = formatFor(step, language)
  return moments.map((at) => ({ at, text: format(at) }))
}

function formatFor(step: number, language: string): (at: number) => string {
  const make = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(language, { timeZone: 'UTC', ...options })
  const year = make({ month: 'short', year: 'numeric' })
  if (step >= 61 * DAY) return (at) => year.format(at)
  const day = make({ month: 'short', day: 'numeric' })
  if (step >= DAY) return (at) => day.format(at)
  const time = make({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
  // Midnight is where a day begins.
  return (at) => (at % DAY === 0 ? day.format(at) : time.format(at))
}
