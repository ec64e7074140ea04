import { instantsOf, offsetMinutes, wallTime } from '@aviary/contract/maintenance/pacific'
import { toDateText } from '../../shared/time/utc-text.ts'

/** One day in Pacific time; bounds in milliseconds since 1970, `end` is the start of the next day. */
export type Day = {
  /** `2026-11-21` */
  date: string
  start: number
  end: number
  /** Whether the clocks change on this day: `forward` makes it 23 hours long, `back` 25 hours. */
  clocks: 'steady' | 'forward' | 'back'
}

export type CalendarMode = 'month' | 'week'

const DAY_MS = 24 * 60 * 60 * 1000
const toUtcMs = (date: string): number => Date.parse(`${date}T00:00Z`)

export const toPacificDate = (instant: number): string => wallTime(instant).slice(0, 10)

const addDays = (date: string, days: number): string => toDateText(toUtcMs(date) + days * DAY_MS)

/** Midnight occurs exactly once on every day: Pacific clocks never change at that time. */
const getDayStart = (date: string): number => instantsOf(`${date}T00:00`)[0] ?? toUtcMs(date)

export function toDay(date: string): Day {
  const [start, end] = [getDayStart(date), getDayStart(addDays(date, 1))]
  const change = end - start - DAY_MS
  return { date, start, end, clocks: change === 0 ? 'steady' : change < 0 ? 'forward' : 'back' }
}

/** Reads a date; undefined if it does not exist or lies outside the years that time fields accept. */
export function readDate(text: string): string | undefined {
  const utc = /^\d{4}-\d{2}-\d{2}$/.test(text) ? toUtcMs(text) : Number.NaN
  if (Number.isNaN(utc) || toDateText(utc) !== text) return undefined
  return text > '1970-02-01' && text < '2999-12-01' ? text : undefined
}

/** First day of the week in a language: 1 is Monday, 7 is Sunday. */
export function firstWeekday(language: string): number {
  const locale: Intl.Locale & { getWeekInfo?: () => { firstDay: number } } = new Intl.Locale(language)
  return locale.getWeekInfo?.().firstDay ?? 7
}

const getWeekday = (date: string): number => new Date(toUtcMs(date)).getUTCDay() || 7

const weekStart = (date: string, first: number): string =>
  addDays(date, -((getWeekday(date) - first + 7) % 7))

const getDays = (date: string, count: number): Day[] =>
  Array.from({ length: count }, (_, index) => toDay(addDays(date, index)))

export const getWeek = (date: string, first: number): Day[] => getDays(weekStart(date, first), 7)

/** The weeks that contain at least one day of the month of `date`. */
export function getMonthWeeks(date: string, first: number): Day[][] {
  const month = date.slice(0, 7)
  const start = weekStart(`${month}-01`, first)
  const weeks = Array.from({ length: 6 }, (_, week) => getDays(addDays(start, week * 7), 7))
  return weeks.filter((week) => week.some((day) => day.date.startsWith(month)))
}

/** The date one week later or earlier; in the month view, the first day of the next or previous month. */
export function stepDate(date: string, show: CalendarMode, steps: 1 | -1): string {
  if (show === 'week') return addDays(date, 7 * steps)
  const [year, month] = date.split('-').map(Number)
  return toDateText(Date.UTC(year ?? 0, (month ?? 1) - 1 + steps, 1))
}

export type TimeSpan = { start: number; end: number }

/**
 * Whether an event overlaps a day or a range of days. An event that ends at midnight does not overlap the
 * next day.
 */
export const overlapsSpan = ({ start, end }: TimeSpan, day: TimeSpan): boolean =>
  start < day.end && (end > day.start || (start === end && start >= day.start))

/** Whether an event covers the whole day and began before it. */
export const coversDay = ({ start, end }: TimeSpan, day: Day): boolean => start < day.start && end >= day.end

/** `10:00`; with the zone if the clocks change on that day, because a time may occur twice. */
export function clockTime(instant: number, { clocks }: Day): string {
  const time = wallTime(instant).slice(11, 16)
  if (clocks === 'steady') return time
  return `${time} ${offsetMinutes(instant) === -420 ? 'PDT' : 'PST'}`
}
