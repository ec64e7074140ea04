import type { Incident } from '@aviary/contract/incidents/schemas'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  coverFacts,
  filterFacts,
  findNearest,
  getBucketFigures,
  getMonthFigures,
  getResolveFigures,
  percentile,
  toIncidentFacts,
} from './figures.ts'

const fact = (startDate: string, endDate: string | null, fields: Partial<Incident> = {}) =>
  toIncidentFacts({
    startDate,
    endDate,
    symbol: 'OUTAGE',
    affectedDataCenters: ['us2'],
    ...fields,
  } as Incident)

const DATA_CENTERS = [
  ['us2', 'us2'],
  ['eu', 'EMEA'],
  ['china', 'China'],
  ['usg', 'CCPS'],
  ['acmegovprod', 'acmegovprod'],
].map(([system_name = '', name = '']) => ({ system_name, name }))
const figures = (facts: Parameters<typeof getBucketFigures>[0], chosen: string[] = []) =>
  getBucketFigures(facts, { dataCenters: DATA_CENTERS, chosen, productKey: 'acme' })

describe('the two charts of the specification', () => {
  test('averages only positive durations but counts every incident', () => {
    const [us2] = figures([
      fact('2026-08-20T10:00:00Z', '2026-08-20T10:30:00Z'),
      fact('2026-08-20T10:00:00Z', '2026-08-20T11:00:30Z'),
      fact('2026-08-20T10:00:00Z', null),
      fact('2026-08-20T10:00:00Z', '2026-08-20T10:00:00Z'),
      fact('2026-08-20T10:00:00Z', '2026-08-20T09:00:00Z'),
    ])
    expect(us2).toEqual({ bucket: 'US2', count: 5, measured: 2, minutes: 45.25 })
  })

  test('counts an incident once in the bar that two data centers share', () => {
    const all = figures([
      fact('2026-08-20T10:00:00Z', '2026-08-20T10:30:00Z', {
        affectedDataCenters: ['usg', 'acmegovprod', 'eu'],
      }),
      fact('2026-08-20T10:00:00Z', '2026-08-20T10:10:00Z', { affectedDataCenters: ['acmegovprod', 'china'] }),
    ])
    expect(all.map(({ bucket, count, minutes }) => [bucket, count, minutes])).toEqual([
      ['US2', 0, null],
      ['EU2', 0, null],
      ['China', 1, 10],
      ['PSCC', 2, 20],
      ['France', 0, null],
    ])
  })

  test('counts chosen data centers only; bars without any are null', () => {
    const all = figures(
      [
        fact('2026-08-20T10:00:00Z', '2026-08-20T10:30:00Z', { affectedDataCenters: ['usg', 'us2'] }),
        fact('2026-08-20T10:00:00Z', '2026-08-20T10:10:00Z', { affectedDataCenters: ['acmegovprod'] }),
      ],
      ['usg', 'eu'],
    )
    expect(all.map(({ count }) => count)).toEqual([null, null, null, 1, null])
  })

  test('an installation with none of their data centers has one bar for each of its own', () => {
    const all = getBucketFigures(
      [fact('2026-08-20T10:00:00Z', '2026-08-20T10:30:00Z', { affectedDataCenters: ['oslo'] })],
      { dataCenters: [{ name: 'Oslo', system_name: 'oslo' }], chosen: [], productKey: 'acme' },
    )
    expect(all).toEqual([{ bucket: 'Oslo', count: 1, measured: 1, minutes: 30 }])
  })
})

test('filters by the start of an incident, up to the last millisecond of the last day', () => {
  const all = [
    '2026-08-18T23:59:59.999Z',
    '2026-08-19T00:00:00Z',
    '2026-08-20T23:59:59.999Z',
    '2026-08-21T00:00:00Z',
  ].map((start) => fact(start, null))
  const range = { start: '2026-08-19', end: '2026-08-20' }
  expect(filterFacts(all, range, [])).toEqual(all.slice(1, 3))
  expect(filterFacts(all, range, ['eu'])).toEqual([])
  expect(filterFacts(all, range, ['eu', 'us2'])).toHaveLength(2)
})

test('counts months by severity, including months without incidents', () => {
  const result = getMonthFigures(
    [
      fact('2026-06-30T23:59:00Z', null),
      fact('2026-08-01T00:00:00Z', null, { symbol: 'PERFORMANCE' }),
      fact('2026-08-20T10:00:00Z', null),
    ],
    ['2026-06', '2026-07', '2026-08'],
  )
  expect(result.map(({ count, bySeverity }) => [count, bySeverity.OUTAGE, bySeverity.PERFORMANCE])).toEqual([
    [1, 1, 0],
    [0, 0, 0],
    [2, 1, 1],
  ])
})

test('takes median and 90th percentile of the durations of a month', () => {
  const lengths = [10, 20, 30, 40]
  const facts = lengths.map((minutes) => fact('2026-08-20T10:00:00Z', `2026-08-20T10:${minutes}:00Z`))
  const [july, august] = getResolveFigures(
    [...facts, fact('2026-08-20T10:00:00Z', null)],
    ['2026-07', '2026-08'],
  )
  expect(july).toEqual({ month: '2026-07', measured: 0, median: null, ninetieth: null })
  expect(august).toMatchObject({ measured: 4, median: 25 })
  expect(august?.ninetieth).toBeCloseTo(37)
})

test('returns percentiles between minimum and maximum', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer(), { minLength: 1 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (numbers, part) => {
        const sorted = numbers.toSorted((a, b) => a - b)
        const result = percentile(sorted, part) ?? Number.NaN
        expect(result).toBeGreaterThanOrEqual(sorted[0] ?? Number.NaN)
        expect(result).toBeLessThanOrEqual(sorted.at(-1) ?? Number.NaN)
        expect(percentile(sorted, 1)).toBe(sorted.at(-1))
      },
    ),
  )
  expect(percentile([], 0.5)).toBeNull()
})

test('all incidents cover the days from the first of them up to today', () => {
  const facts = [fact('2025-03-10T23:59:59Z', null), fact('2026-02-01T00:00:00Z', null)]
  expect(coverFacts(facts, '2026-08-20')).toEqual({ start: '2025-03-10', end: '2026-08-20' })
  expect(coverFacts([fact('2026-08-22T10:00:00Z', null)], '2026-08-20').end).toBe('2026-08-22')
  expect(coverFacts([], '2026-08-20')).toEqual({ start: '2026-08-20', end: '2026-08-20' })
})

test('the nearest incident to a range may be before or after it', () => {
  const [before, after] = [fact('2026-03-10T10:00:00Z', null), fact('2026-09-02T10:00:00Z', null)]
  const range = (start: string, end: string) => findNearest([before, after], { start, end })
  expect(range('2026-08-01', '2026-08-31')).toBe(after)
  expect(range('2026-04-01', '2026-04-30')).toBe(before)
  expect(findNearest([], { start: '2026-04-01', end: '2026-04-30' })).toBeUndefined()
})
