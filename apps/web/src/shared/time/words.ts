import { EXACT_TIME } from '@aviary/contract/exact-time'
import type { PACIFIC } from '@aviary/contract/maintenance/pacific'
import { dateFormat, durationFormat, relativeFormat } from '../formats.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

// The page's clock ticks only every few seconds, so the time of a new row may be slightly in the future.
const JUST_NOW_MS = 10_000
/**
 * Makes the formatter say "now". Not used for days: it would say "yesterday", which depends on the time zone.
 */
const SAYS_NOW = { numeric: 'auto' } as const

/** Name and length in ms of each unit, and the count from which the next unit is used. */
const UNITS = [
  ['second', 1000, 60],
  ['minute', MINUTE, 60],
  ['hour', HOUR, 24],
  ['day', DAY, 60],
  ['month', 30.44 * DAY, 12],
] as const
const YEAR = ['year', 365.25 * DAY] as const

/**
 * "5 minutes ago", "in 2 days"; "now" within JUST_NOW_MS. Rounds to the nearest count: 2 hours 58 minutes is "in 3
 * hours".
 */
export const relativeTime = (time: number, now: number, language: string): string =>
  relativeWith(time, now, { language })

/** "5 min. ago", for narrow places. */
export const relativeInShort = (time: number, now: number, language: string): string =>
  relativeWith(time, now, { language, style: 'short' })

function relativeWith(
  time: number,
  now: number,
  { language, ...options }: { language: string; style?: 'short' },
): string {
  const size = Math.abs(time - now)
  if (size < JUST_NOW_MS) return relativeFormat(language, { ...options, ...SAYS_NOW }).format(0, 'second')
  const [unit, length] = UNITS.find(([, ms, limit]) => Math.round(size / ms) < limit) ?? YEAR
  const count = Math.round(size / length)
  return relativeFormat(language, options).format(time < now ? -count : count, unit)
}

/** Days, hours and minutes in words (spec 1 §9); less than a minute is "0 minutes". */
export function durationInWords(ms: number, language: string): string {
  const minutes = Math.max(0, Math.floor(ms / MINUTE))
  const parts = {
    days: Math.floor(minutes / 1440),
    hours: Math.floor((minutes % 1440) / 60),
    minutes: minutes % 60,
  }
  const nonZero = Object.fromEntries(Object.entries(parts).filter(([, value]) => value > 0))
  if (minutes > 0) return durationFormat(language, { style: 'long' }).format(nonZero)
  return durationFormat(language, { style: 'long', minutesDisplay: 'always' }).format({ minutes: 0 })
}

/** The two largest units: "3h 23m", for narrow places. */
export function durationInShort(ms: number, language: string): string {
  const minutes = Math.max(0, Math.floor(ms / MINUTE))
  const days = Math.floor(minutes / 1440)
  const hours = Math.floor((minutes % 1440) / 60)
  const format = durationFormat(language, {
    // In these languages the narrow style has Latin letters.
    style: ['ja', 'ko', 'zh'].includes(language) ? 'short' : 'narrow',
    minutesDisplay: minutes === 0 ? 'always' : 'auto',
  })
  return format.format(days > 0 ? { days, hours } : { hours, minutes: minutes % 60 })
}

/** "PST" or "PDT" in every language: most languages would write GMT-8, which people do not recognize. */
const zoneName = (time: number, timeZone: string): string | undefined =>
  dateFormat('en-US', { timeZone, timeZoneName: 'short' })
    .formatToParts(time)
    .find(({ type }) => type === 'timeZoneName')?.value

/** "20 Aug 2026, 14:43:05 UTC", for records whose order within a minute matters. */
export const exactSecond = (time: number, language: string): string =>
  dateFormat(language, { ...EXACT_TIME, timeZone: 'UTC', second: '2-digit' }).format(time)

/** An exact time with its zone: "20 Aug 2026, 14:43 UTC". */
export function exactTime(time: number, language: string, timeZone: 'UTC' | typeof PACIFIC = 'UTC'): string {
  const format = dateFormat(language, { ...EXACT_TIME, timeZone })
  if (timeZone === 'UTC') return format.format(time)
  return format
    .formatToParts(time)
    .map(({ type, value }) => (type === 'timeZoneName' ? zoneName(time, timeZone) : value))
    .join('')
}

const TIME_OF_DAY = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone: 'UTC' } as const
const DAY_AND_TIME = { ...TIME_OF_DAY, month: 'short', day: 'numeric' } as const
const DATE = { year: 'numeric', month: 'short', day: 'numeric' } as const

/** Day and time of day, for narrow places: "Aug 20, 14:43"; of another year the date: "Aug 20, 2025". */
export function shortTime(
  time: number,
  now: number,
  { language, timeZone }: { language: string; timeZone: 'UTC' | typeof PACIFIC },
): string {
  const yearOf = (moment: number) => dateFormat('en', { year: 'numeric', timeZone }).format(moment)
  const isThisYear = yearOf(time) === yearOf(now)
  return dateFormat(language, { ...(isThisYear ? DAY_AND_TIME : DATE), timeZone }).format(time)
}

/**
 * The time of day in UTC: "14:43"; with the date if `time` is half a day or more from `now`: "Aug 20, 14:43"; of
 * another year with the year too: "Aug 20, 2025, 14:43".
 */
export function clockTime(time: number, now: number, language: string): string {
  const isNear = Math.abs(now - time) < DAY / 2
  const isThisYear = new Date(time).getUTCFullYear() === new Date(now).getUTCFullYear()
  const farFormat = isThisYear ? DAY_AND_TIME : { ...DAY_AND_TIME, ...DATE }
  return dateFormat(language, isNear ? TIME_OF_DAY : farFormat).format(time)
}
