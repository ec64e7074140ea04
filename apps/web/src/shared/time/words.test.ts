import { expect, test } from 'vitest'
import {
  clockTime,
  durationInShort,
  durationInWords,
  exactTime,
  relativeInShort,
  relativeTime,
  shortTime,
} from './words.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

test.each([
  [0, '0 minutes'],
  [59_999, '0 minutes'],
  [MINUTE, '1 minute'],
  [61 * MINUTE, '1 hour, 1 minute'],
  [(2 * 1440 + 180) * MINUTE, '2 days, 3 hours'],
  [-MINUTE, '0 minutes'],
])('writes a duration of %i ms as %s', (ms, words) => {
  expect(durationInWords(ms, 'en')).toBe(words)
})

test.each([
  [9_999, 'now'],
  [0, 'now'],
  [-9_999, 'now'],
  [-10_000, '10 seconds ago'],
  [10_000, 'in 10 seconds'],
  [59_499, 'in 59 seconds'],
  [59_500, 'in 1 minute'],
  [-89_000, '1 minute ago'],
  [-90_000, '2 minutes ago'],
  [59.4 * MINUTE, 'in 59 minutes'],
  [59.5 * MINUTE, 'in 1 hour'],
  [178 * MINUTE, 'in 3 hours'],
  [-178 * MINUTE, '3 hours ago'],
  [-90 * MINUTE, '2 hours ago'],
  [23.6 * HOUR, 'in 1 day'],
  // Not "yesterday", which depends on the time zone.
  [-DAY, '1 day ago'],
  [-35 * HOUR, '1 day ago'],
  [-37 * HOUR, '2 days ago'],
  [2 * DAY, 'in 2 days'],
  [-59.4 * DAY, '59 days ago'],
  [-59.6 * DAY, '2 months ago'],
  [-90 * DAY, '3 months ago'],
  [-340 * DAY, '11 months ago'],
  [-355 * DAY, '1 year ago'],
  [-371 * DAY, '1 year ago'],
  [700 * DAY, 'in 2 years'],
])('writes a time %i ms away as %s', (difference, words) => {
  expect(relativeTime(1_000_000_000_000 + difference, 1_000_000_000_000, 'en')).toBe(words)
})

test('names the time zone of an exact time', () => {
  const time = Date.parse('2026-07-01T07:30:00Z')
  expect(exactTime(time, 'en')).toBe('Jul 1, 2026, 07:30 UTC')
  expect(exactTime(time, 'en', 'America/Los_Angeles')).toBe('Jul 1, 2026, 00:30 PDT')
})

test.each([
  ['de', '1. Juli 2026, 00:30 PDT', '1. Dez. 2026, 01:30 PST'],
  ['ja', '2026年7月1日 00:30 PDT', '2026年12月1日 01:30 PST'],
])('names Pacific time by its abbreviation in %s', (language, summer, winter) => {
  const times = ['2026-07-01T07:30:00Z', '2026-12-01T09:30:00Z'].map((text) =>
    exactTime(Date.parse(text), language, 'America/Los_Angeles'),
  )
  expect(times).toEqual([summer, winter])
})

test.each([
  [0, 'en', '0m'],
  [59 * MINUTE, 'en', '59m'],
  [203 * MINUTE, 'en', '3h 23m'],
  [3 * HOUR, 'en', '3h'],
  [2 * DAY + 3 * HOUR + MINUTE, 'en', '2d 3h'],
  [203 * MINUTE, 'ja', '3 時間 23 分'],
])('writes a duration of %i ms in %s in short as %s', (ms, language, words) => {
  expect(durationInShort(ms, language)).toBe(words)
})

test('writes the time of day, with its date once it is half a day away', () => {
  const now = Date.parse('2026-07-01T12:00:00Z')
  expect(clockTime(now - 11 * HOUR, now, 'en')).toBe('01:00')
  expect(clockTime(now - 13 * HOUR, now, 'en')).toBe('Jun 30, 23:00')
  const newYear = Date.parse('2026-01-01T05:00:00Z')
  expect(clockTime(newYear - 6 * HOUR, newYear, 'en')).toBe('23:00')
  expect(clockTime(newYear - 18 * HOUR, newYear, 'en')).toBe('Dec 31, 2025, 11:00')
})

test('writes day and time of day, and of another year the date, in the zone', () => {
  const now = Date.parse('2026-07-01T12:00:00Z')
  const newYear = Date.parse('2026-01-01T05:00:00Z')
  expect(shortTime(newYear, now, { language: 'en', timeZone: 'UTC' })).toBe('Jan 1, 05:00')
  expect(shortTime(newYear, now, { language: 'en', timeZone: 'America/Los_Angeles' })).toBe('Dec 31, 2025')
})

test('a short relative time says now, too', () => {
  const now = Date.UTC(2026, 6, 1)
  const told = (language: string) =>
    [1_000, 18 * 60_000].map((ms) => relativeInShort(now - ms, now, language))
  expect(told('en')).toEqual(['now', '18 min. ago'])
  expect(told('de')).toEqual(['jetzt', 'vor 18 Min.'])
})
