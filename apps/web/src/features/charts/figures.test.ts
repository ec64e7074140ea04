import type { Incident } from '@aviary/contract/incidents/schemas'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { bucketFigures, chosenOf, factOf, monthFigures, percentile, resolveFigures } from './figures.ts'

const fact = (startDate: string, endDate: string | null, fields: Partial<Incident> = {}) =>
  factOf({ startDate, endDate, symbol: 'OUTAGE', affectedDataCenters: ['us2'], ...fields } as Incident)

const DATA_CENTERS = [
  ['us2', 'us2'],
  ['eu', 'EMEA'],
  ['china', 'China'],
  ['usg', 'CCPS'],
  ['acmegovprod', 'acmegovprod'],
].map(([system_name = '', name = '']) => ({ system_name, name }))
const figures = (facts: Parameters<typeof bucketFigures>[0], chosen: string[] = []) =>
  bucketFigures(facts, { dataCenters: DATA_CENTERS, chosen, productKey: 'acme' })

describe('the two charts of the specification', () => {
  test('average minutes ignore incidents without an end and with a length that is not positive; the number does not', () => {
    const [us2] = figures([
      fact('2026-08-20T10:00:00Z', '2026-08-20T10:30:00Z'),
      fact('2026-08-20T10:00:00Z', '2026-08-20T11:00:30Z'),
      fact('2026-08-20T10:00:00Z', null),
      fact('2026-08-20T10:00:00Z', '2026-08-20T10:00:00Z'),
      fact('2026-08-20T10:00:00Z', '2026-08-20T09:00:00Z'),
    ])
    expect(us2).toEqual({ bucket: 'US2', count: 5, measured: 2, minutes: 45.25 })
  })

  test('both data centers of public authorities are one bar, and an incident of both counts once in it', () => {
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

  test('of the data centers that are chosen only; a bar that has none of them has no number', () => {
    const all = figures(
      [
        fact('2026-08-20T10:00:00Z', '2026-08-20T10:30:00Z', { affectedDataCenters: ['usg', 'us2'] }),
        fact('2026-08-20T10:00:00Z', '2026-08-20T10:10:00Z', { affectedDataCenters: ['acmegovprod'] }),
      ],
      ['usg', 'eu'],
    )
    expect(all.map(({ count }) => count)).toEqual([null, null, null, 1, null])
  })
})

test('an incident is in the range in which it began, its last day to the last millisecond', () => {
  const all = [
    '2026-08-18T23:59:59.999Z',
    '2026-08-19T00:00:00Z',
    '2026-08-20T23:59:59.999Z',
    '2026-08-21T00:00:00Z',
  ].map((start) => fact(start, null))
  const range = { start: '2026-08-19', end: '2026-08-20' }
  expect(chosenOf(all, range, [])).toEqual(all.slice(1, 3))
  expect(chosenOf(all, range, ['eu'])).toEqual([])
  expect(chosenOf(all, range, ['eu', 'us2'])).toHaveLength(2)
})

test('months count by severity, and one without incidents stands there with none', () => {
  const found = monthFigures(
    [
      fact('2026-06-30T23:59:00Z', null),
      fact('2026-08-01T00:00:00Z', null, { symbol: 'PERFORMANCE' }),
      fact('2026-08-20T10:00:00Z', null),
    ],
    ['2026-06', '2026-07', '2026-08'],
  )
  expect(found.map(({ count, bySeverity }) => [count, bySeverity.OUTAGE, bySeverity.PERFORMANCE])).toEqual([
    [1, 1, 0],
    [0, 0, 0],
    [2, 1, 1],
  ])
})

test('the time to resolve of a month is the median and the 90th percentile of its lengths', () => {
  const lengths = [10, 20, 30, 40]
  const facts = lengths.map((minutes) => fact('2026-08-20T10:00:00Z', `2026-08-20T10:${minutes}:00Z`))
  const [july, august] = resolveFigures(
    [...facts, fact('2026-08-20T10:00:00Z', null)],
    ['2026-07', '2026-08'],
  )
  expect(july).toEqual({ month: '2026-07', measured: 0, median: null, ninetieth: null })
  expect(august).toMatchObject({ measured: 4, median: 25 })
  expect(august?.ninetieth).toBeCloseTo(37)
})

test('a percentile lies among its numbers, and no higher one lies below it', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer(), { minLength: 1 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (numbers, part) => {
        const sorted = numbers.toSorted((a, b) => a - b)
        const found = percentile(sorted, part) ?? Number.NaN
        expect(found).toBeGreaterThanOrEqual(sorted[0] ?? Number.NaN)
        expect(found).toBeLessThanOrEqual(sorted.at(-1) ?? Number.NaN)
        expect(percentile(sorted, 1)).toBe(sorted.at(-1))
      },
    ),
  )
  expect(percentile([], 0.5)).toBeNull()
})
