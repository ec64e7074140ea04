import { describe, expect, test } from 'vitest'
import {
  countDays,
  findRangeFaults,
  listDays,
  listMonths,
  moveRange,
  readRange,
  toRangeUpTo,
} from './chart-range.ts'

const TODAY = '2026-08-20'
const read = (parameters: Partial<{ days: string; start: string; end: string }>) =>
  readRange({ days: '', start: '', end: '', ...parameters }, TODAY)

test('defaults to all incidents, and to an availability of 90 days, today included', () => {
  expect(read({})).toEqual({ range: { start: '2026-05-23', end: TODAY }, preset: 'all' })
  expect(countDays(read({}).range)).toBe(90)
})

test('reads a number of days or a custom range, which takes precedence', () => {
  expect(read({ days: '30' })).toEqual({ range: toRangeUpTo(TODAY, 30), preset: 30 })
  const own = { start: '2022-03-01', end: '2022-03-31' }
  expect(read({ ...own, days: '30' })).toEqual({ range: own, preset: 'own' })
})

test.each([
  [{ days: '31' }],
  [{ days: '1e2' }],
  [{ start: '2026-08-10' }],
  [{ start: '2026-08-10', end: '2026-08-09' }],
  [{ start: '2026-02-30', end: '2026-03-02' }],
  [{ start: '2020-01-01', end: '2026-01-01' }],
  [{ start: '[object Object]', end: '{"a":1}' }],
])('takes the default for invalid parameters: %j', (parameters) => {
  expect(read(parameters)).toEqual(read({}))
})

test('reports faults at the field they belong to', () => {
  expect(findRangeFaults({ start: '2026-08-01', end: '2026-08-01' })).toEqual({})
  expect(findRangeFaults({ start: '', end: '2026-13-01' })).toEqual({ start: 'fault.day', end: 'fault.day' })
  expect(findRangeFaults({ start: '2026-08-02', end: '2026-08-01' })).toEqual({ end: 'fault.order' })
  expect(findRangeFaults({ start: '2025-08-01', end: '2026-08-01' })).toEqual({})
  expect(findRangeFaults({ start: '2025-07-31', end: '2026-08-01' })).toEqual({ start: 'fault.long' })
})

test('moves a range as it is to the day that it is to start or end with', () => {
  const range = { start: '2026-08-01', end: '2026-08-10' }
  expect(moveRange(range, '2026-03-10')).toEqual({ start: '2026-03-01', end: '2026-03-10' })
  expect(moveRange(range, '2026-12-30')).toEqual({ start: '2026-12-30', end: '2027-01-08' })
})

describe('days and months', () => {
  test('continue across the ends of months, years and February', () => {
    expect(listDays({ start: '2024-02-28', end: '2024-03-01' })).toEqual([
      '2024-02-28',
      '2024-02-29',
      '2024-03-01',
    ])
    expect(listMonths({ start: '2025-11-30', end: '2026-02-01' })).toEqual([
      '2025-11',
      '2025-12',
      '2026-01',
      '2026-02',
    ])
  })
})
