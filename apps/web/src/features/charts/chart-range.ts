import { AVAILABILITY_DEFAULT_DAYS, AVAILABILITY_LONGEST_DAYS } from '@aviary/contract/constants'
import { dateOf } from '../../shared/utc-text.ts'

const DAY_MS = 24 * 60 * 60 * 1000

/** The first and the last day, both included: `2026-08-20`, in UTC. */
export type DayRange = { start: string; end: string }

/** How many days up to today can be chosen by one click. */
export const PRESETS = [30, 90, 180, 365] as const

export const EARLIEST_DAY = '1970-01-01'
export const LATEST_DAY = '2999-12-31'

export const startOf = (day: string): number => Date.parse(`${day}T00:00:00Z`)
export const endOf = (day: string): number => startOf(day) + DAY_MS

/** So many days, the last of which is `end`. */
export const daysUpTo = (end: string, count: number): DayRange => ({
  start: dateOf(startOf(end) - (count - 1) * DAY_MS),
  end,
})

export const lengthOf = ({ start, end }: DayRange): number =>
  Math.round((endOf(end) - startOf(start)) / DAY_MS)

export const daysIn = (range: DayRange): string[] =>
  Array.from({ length: lengthOf(range) }, (_, at) => dateOf(startOf(range.start) + at * DAY_MS))

/** The months that a range touches: `2026-08`. */
export function monthsIn({ start, end }: DayRange): string[] {
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
  const at = startOf(text)
  return !Number.isNaN(at) && dateOf(at) === text
}

/** Why a range cannot be shown, as keys of the texts. */
export type RangeFaults = { start?: 'fault.day' | 'fault.long'; end?: 'fault.day' | 'fault.order' }

export function faultsOf(range: DayRange): RangeFaults {
  const [hasStart, hasEnd] = [isDay(range.start), isDay(range.end)]
  if (!hasStart || !hasEnd)
    return { ...(!hasStart && { start: 'fault.day' }), ...(!hasEnd && { end: 'fault.day' }) }
  if (range.start > range.end) return { end: 'fault.order' }
  return lengthOf(range) > AVAILABILITY_LONGEST_DAYS ? { start: 'fault.long' } : {}
}

export const isFaulty = (range: DayRange): boolean => Object.keys(faultsOf(range)).length > 0

type Said = { days: string; start: string; end: string }

/** What an address says: so many days up to today, or a range of its own; what makes no sense is as usual. */
export function readRange({ days, start, end }: Said, today: string): { range: DayRange; preset?: number } {
  if (!isFaulty({ start, end })) return { range: { start, end } }
  const preset = PRESETS.find((one) => String(one) === days) ?? AVAILABILITY_DEFAULT_DAYS
  return { range: daysUpTo(today, preset), preset }
}
