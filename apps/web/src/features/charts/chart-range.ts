import { AVAILABILITY_DEFAULT_DAYS, AVAILABILITY_LONGEST_DAYS } from '@aviary/contract/constants'
import { toDateText } from '../../shared/time/utc-text.ts'

const DAY_MS = 24 * 60 * 60 * 1000

/** First and last day, both inclusive, as `2026-08-20` in UTC. */
export type DayRange = { start: string; end: string }

/** Preset ranges: numbers of days up to today. */
export const PRESETS = [30, 90, 180, 365] as const

export const EARLIEST_DAY = '1970-01-01'
export const LATEST_DAY = '2999-12-31'

export const getDayStart = (day: string): number => Date.parse(`${day}T00:00:00Z`)
export const getDayEnd = (day: string): number => getDayStart(day) + DAY_MS

/** The range of `count` days that ends with the day `end`. */
export const toRangeUpTo = (end: string, count: number): DayRange => ({
  start: toDateText(getDayStart(end) - (count - 1) * DAY_MS),
  end,
})

export const countDays = ({ start, end }: DayRange): number =>
  Math.round((getDayEnd(end) - getDayStart(start)) / DAY_MS)

export const listDays = (range: DayRange): string[] =>
  Array.from({ length: countDays(range) }, (_, index) =>
    toDateText(getDayStart(range.start) + index * DAY_MS),
  )

/** The months that a range touches, as `2026-08`. */
export function listMonths({ start, end }: DayRange): string[] {
  const months: string[] = []
  let [year, month] = [Number(start.slice(0, 4)), Number(start.slice(5, 7))]
  for (let text = start.slice(0, 7); text <= end.slice(0, 7); ) {
    months.push(text)
    ;[year, month] = month === 12 ? [year + 1, 1] : [year, month + 1]
    text = `${year}-${String(month).padStart(2, '0')}`
  }
  return months
}

function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || text < EARLIEST_DAY || text > LATEST_DAY) return false
  const time = getDayStart(text)
  return !Number.isNaN(time) && toDateText(time) === text
}

/** Text keys of the reasons why a range cannot be shown. */
export type RangeFaults = { start?: 'fault.day' | 'fault.long'; end?: 'fault.day' | 'fault.order' }

export function findRangeFaults(range: DayRange): RangeFaults {
  const [hasStart, hasEnd] = [isDay(range.start), isDay(range.end)]
  if (!hasStart || !hasEnd)
    return { ...(!hasStart && { start: 'fault.day' }), ...(!hasEnd && { end: 'fault.day' }) }
  if (range.start > range.end) return { end: 'fault.order' }
  return countDays(range) > AVAILABILITY_LONGEST_DAYS ? { start: 'fault.long' } : {}
}

export const hasFaults = (range: DayRange): boolean => Object.keys(findRangeFaults(range)).length > 0

type RangeParameters = { days: string; start: string; end: string }

/** All incidents, a number of days up to today, or a custom range. */
export type Preset = (typeof PRESETS)[number] | 'all' | 'own'

/**
 * Range of the URL: a custom range, else a number of days up to today, else all incidents (spec 3 §2). With
 * preset `all`, `range` limits only the availability, to its default days.
 */
export function readRange(
  { days, start, end }: RangeParameters,
  today: string,
): { range: DayRange; preset: Preset } {
  if (!hasFaults({ start, end })) return { range: { start, end }, preset: 'own' }
  const preset = PRESETS.find((option) => String(option) === days) ?? 'all'
  return { range: toRangeUpTo(today, preset === 'all' ? AVAILABILITY_DEFAULT_DAYS : preset), preset }
}

/** Moves a range, keeping its number of days, just far enough to contain the day `nearest`. */
export function moveRange(range: DayRange, nearest: string): DayRange {
  const days = countDays(range)
  if (nearest < range.start) return toRangeUpTo(nearest, days)
  return { start: nearest, end: toDateText(getDayStart(nearest) + (days - 1) * DAY_MS) }
}
