import { instantsOf, offsetMinutes, wallTime } from '@aviary/contract/maintenance/pacific'
import { dateOf } from '../../shared/utc-text.ts'

/** One day in Pacific time; its bounds in milliseconds since 1970, the end being the next day's start. */
export type Day = {
  /** `2026-11-21` */
  date: string
  start: number
  end: number
  /** What clocks do on it: most days are 24 hours long. */
  clocks: 'steady' | 'forward' | 'back'
}

export type Show = 'month' | 'week'

const DAY_MS = 24 * 60 * 60 * 1000
const asUtc = (date: string): number => Date.parse(`${date}T00:00Z`)

export const dateAt = (instant: number): string => wallTime(instant).slice(0, 10)

const addDays = (date: string, days: number): string => dateOf(asUtc(date) + days * DAY_MS)

/** Midnight is never skipped nor doubled in Pacific time. */
const startOf = (date: string): number => instantsOf(`${date}T00:00`)[0] ?? asUtc(date)

export function dayOf(date: string): Day {
  const [start, end] = [startOf(date), startOf(addDays(date, 1))]
  const change = end - start - DAY_MS
  return { date, start, end, clocks: change === 0 ? 'steady' : change < 0 ? 'forward' : 'back' }
}

/** A date that a calendar can be opened at: one that exists, in the years that times can be entered for. */
export function readDate(text: string): string | undefined {
  const utc = /^\d{4}-\d{2}-\d{2}$/.test(text) ? asUtc(text) : Number.NaN
  if (Number.isNaN(utc) || dateOf(utc) !== text) return undefined
  return text > '1970-02-01' && text < '2999-12-01' ? text : undefined
}

/** 1 is Monday and 7 is Sunday, as a language begins its week. */
export function firstWeekday(language: string): number {
  const locale: Intl.Locale & { getWeekInfo?: () => { firstDay: number } } = new Intl.Locale(language)
  return locale.getWeekInfo?.().firstDay ?? 7
}

const weekdayOf = (date: string): number => new Date(asUtc(date)).getUTCDay() || 7

const weekStart = (date: string, first: number): string => addDays(date, -((weekdayOf(date) - first + 7) % 7))

const daysFrom = (date: string, count: number): Day[] =>
  Array.from({ length: count }, (_, at) => dayOf(addDays(date, at)))

export const weekOf = (date: string, first: number): Day[] => daysFrom(weekStart(date, first), 7)

/** The whole weeks that a month touches. */
export function monthOf(date: string, first: number): Day[][] {
  const month = date.slice(0, 7)
  const start = weekStart(`${month}-01`, first)
  const weeks = Array.from({ length: 6 }, (_, week) => daysFrom(addDays(start, week * 7), 7))
  return weeks.filter((week) => week.some((day) => day.date.startsWith(month)))
}

/** The date one month or week on (or back); the first of its month. */
export function stepped(date: string, show: Show, steps: 1 | -1): string {
  if (show === 'week') return addDays(date, 7 * steps)
  const [year, month] = date.split('-').map(Number)
  return dateOf(Date.UTC(year ?? 0, (month ?? 1) - 1 + steps, 1))
}

export type Spanned = { start: number; end: number }

/** Whether something touches a day, or several; what ends at midnight does not touch the next one. */
export const isOn = ({ start, end }: Spanned, day: Spanned): boolean =>
  start < day.end && (end > day.start || (start === end && start >= day.start))

/** Whether something goes on from before a day until after it. */
export const isAllOf = ({ start, end }: Spanned, day: Day): boolean => start < day.start && end >= day.end

/** `10:00`; with the zone on a day on which clocks change, when it may come twice. */
export function clockTime(instant: number, { clocks }: Day): string {
  const time = wallTime(instant).slice(11, 16)
  if (clocks === 'steady') return time
  return `${time} ${offsetMinutes(instant) === -420 ? 'PDT' : 'PST'}`
}
