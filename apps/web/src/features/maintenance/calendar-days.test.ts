import { expect, test } from 'vitest'
import {
  clockTime,
  getMonthWeeks,
  getWeek,
  overlapsSpan,
  readDate,
  stepDate,
  toDay,
  toPacificDate,
} from './calendar-days.ts'
import { toBlocks } from './day-blocks.ts'

const HOUR = 3_600_000
const span = (from: string, to: string) => ({ start: Date.parse(from), end: Date.parse(to) })

test('a day is one in Pacific time, with its real number of hours', () => {
  expect(toDay('2026-11-21')).toEqual({
    date: '2026-11-21',
    start: Date.parse('2026-11-21T08:00:00Z'),
    end: Date.parse('2026-11-22T08:00:00Z'),
    clocks: 'steady',
  })
  const hours = (date: string) => (toDay(date).end - toDay(date).start) / HOUR
  expect([hours('2026-03-08'), toDay('2026-03-08').clocks]).toEqual([23, 'forward'])
  expect([hours('2026-11-01'), toDay('2026-11-01').clocks]).toEqual([25, 'back'])
  expect(toPacificDate(Date.parse('2026-11-22T07:59:00Z'))).toBe('2026-11-21')
})

test('a month shows whole weeks, and steps from its first day', () => {
  const weeks = getMonthWeeks('2026-11-21', 7)
  expect(weeks.map((week) => week[0]?.date)).toEqual([
    '2026-11-01',
    '2026-11-08',
    '2026-11-15',
    '2026-11-22',
    '2026-11-29',
  ])
  expect(getMonthWeeks('2026-11-21', 1)[0]?.[0]?.date).toBe('2026-10-26')
  expect(stepDate('2026-01-31', 'month', 1)).toBe('2026-02-01')
  expect(stepDate('2026-01-31', 'month', -1)).toBe('2025-12-01')
})

test('a week begins on the first weekday of the language, also across a clock change', () => {
  expect(getWeek('2026-11-01', 7).map(({ date }) => date)).toEqual([
    '2026-11-01',
    '2026-11-02',
    '2026-11-03',
    '2026-11-04',
    '2026-11-05',
    '2026-11-06',
    '2026-11-07',
  ])
  expect(getWeek('2026-11-01', 1)[0]?.date).toBe('2026-10-26')
  expect(stepDate('2026-11-01', 'week', 1)).toBe('2026-11-08')
})

test('a date that does not exist is rejected', () => {
  expect(readDate('2026-11-21')).toBe('2026-11-21')
  for (const text of ['2026-02-30', '2026-13-01', 'tomorrow', '', '0001-01-01', '2026-11-21T00:00'])
    expect(readDate(text)).toBeUndefined()
})

test('an event is on every day that it touches, but not on one that begins when it ends', () => {
  const event = span('2026-11-21T20:00:00Z', '2026-11-23T08:00:00Z')
  const days = ['2026-11-20', '2026-11-21', '2026-11-22', '2026-11-23'].map((date) =>
    overlapsSpan(event, toDay(date)),
  )
  expect(days).toEqual([false, true, true, false])
  expect(overlapsSpan(span('2026-11-21T08:00:00Z', '2026-11-21T08:00:00Z'), toDay('2026-11-21'))).toBe(true)
})

test('on a day with a clock change, times carry their zone', () => {
  expect(clockTime(Date.parse('2026-11-01T08:30:00Z'), toDay('2026-11-01'))).toBe('01:30 PDT')
  expect(clockTime(Date.parse('2026-11-01T09:30:00Z'), toDay('2026-11-01'))).toBe('01:30 PST')
  expect(clockTime(Date.parse('2026-11-21T18:00:00Z'), toDay('2026-11-21'))).toBe('10:00')
})

test('in a week, overlapping events stand side by side and others take the full width', () => {
  const day = toDay('2026-11-21')
  const blocks = toBlocks(
    [
      span('2026-11-21T18:00:00Z', '2026-11-21T20:00:00Z'),
      span('2026-11-21T19:00:00Z', '2026-11-21T21:00:00Z'),
      span('2026-11-21T20:00:00Z', '2026-11-21T22:00:00Z'),
      span('2026-11-22T01:00:00Z', '2026-11-22T01:05:00Z'),
      span('2026-11-20T00:00:00Z', '2026-11-21T09:00:00Z'),
    ],
    day,
  )
  expect(blocks.map(({ top, bottom, lane, lanes }) => [top, bottom, lane, lanes])).toEqual([
    [0, 60, 0, 1],
    [600, 720, 0, 2],
    [660, 780, 1, 2],
    [720, 840, 0, 2],
    [1020, 1065, 0, 1],
  ])
})
