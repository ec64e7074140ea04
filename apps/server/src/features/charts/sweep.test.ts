import type { Spent } from '@aviary/contract/charts/rules'
import { CELL_STATUSES, SEVERITIES, worst } from '@aviary/contract/status/rules'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type CellRecord, type DaySpent, isNormalDay, type Span, sumSpent, sweep } from './sweep.ts'

const DAY = 86_400
const FROM = Date.parse('2026-08-18T00:00:00Z') / 1000

const cell = (fields: Partial<CellRecord> = {}): CellRecord => ({
  history: [],
  incidents: [],
  knownSince: null,
  ...fields,
})

/** Reference implementation: the status of a cell in one second. */
function getStatus(second: number, { history, incidents, knownSince }: CellRecord) {
  if (knownSince === null || second < knownSince) return 'NA'
  const last = history.findLast(({ at }) => at <= second)?.status ?? 'NA'
  const open = incidents.filter(({ from, to }) => from <= second && second < to)
  return worst([last === 'NA' ? 'NORMAL' : last, ...open.map(({ severity }) => severity)])
}

/** Reference implementation of `sweep`: counts second by second. */
function countEverySecond(record: CellRecord, { from, to }: Span, days: number): DaySpent[] {
  return Array.from({ length: days }, (_, index) => {
    const spent: Spent = { known: 0 }
    for (let second = from + index * DAY; second < Math.min(to, from + (index + 1) * DAY); second += 1) {
      const status = getStatus(second, record)
      if (status === 'NA') continue
      spent.known += 1
      const key = status.toLowerCase() as keyof Spent
      if (status !== 'NORMAL') spent[key] = (spent[key] ?? 0) + 1
    }
    return { day: new Date((from + index * DAY) * 1000).toISOString().slice(0, 10), ...spent }
  })
}

const moment = fc.integer({ min: FROM - DAY, max: FROM + 3 * DAY })
const record: fc.Arbitrary<CellRecord> = fc
  .record({
    history: fc.array(fc.record({ at: moment, status: fc.constantFrom(...CELL_STATUSES) }), {
      maxLength: 6,
    }),
    incidents: fc.array(fc.record({ from: moment, to: moment, severity: fc.constantFrom(...SEVERITIES) }), {
      maxLength: 5,
    }),
    knownSince: fc.option(moment),
  })
  .map((sample) => ({ ...sample, history: sample.history.toSorted((a, b) => a.at - b.at) }))

test('gives the same result as counting every second', () => {
  fc.assert(
    fc.property(record, fc.integer({ min: FROM, max: FROM + 3 * DAY }), (sample, to) => {
      const span = { from: FROM, to }
      expect(sweep(sample, span, 2)).toEqual(countEverySecond(sample, span, 2))
    }),
    { numRuns: 25 },
  )
})

test('no day exceeds its seconds, and no trouble exceeds what is known', () => {
  fc.assert(
    fc.property(record, moment, (sample, to) => {
      const days = sweep(sample, { from: FROM, to }, 3)
      expect(days).toHaveLength(3)
      for (const { day: _, known, ...troubles } of days) {
        const bad = Object.values(troubles).reduce<number>((sum, seconds = 0) => sum + seconds, 0)
        expect(known).toBeLessThanOrEqual(DAY)
        expect(bad).toBeLessThanOrEqual(known)
      }
      expect(sumSpent(days).known).toBe(days.reduce((sum, { known }) => sum + known, 0))
    }),
  )
})

test('overlapping incidents count once, with the worst severity', () => {
  const outage = { from: FROM + 1000, to: FROM + 2000, severity: 'OUTAGE' } as const
  const [day] = sweep(
    cell({
      knownSince: FROM,
      incidents: [
        outage,
        { ...outage, from: FROM + 1500 },
        { from: FROM + 500, to: FROM + 3000, severity: 'PERFORMANCE' },
      ],
    }),
    { from: FROM, to: FROM + DAY },
    1,
  )
  expect(day).toEqual({ day: '2026-08-18', known: DAY, outage: 1000, performance: 1500 })
})

test('an incident over midnight counts on both days', () => {
  const days = sweep(
    cell({
      knownSince: FROM,
      incidents: [{ from: FROM + DAY - 60, to: FROM + DAY + 30, severity: 'OUTAGE' }],
    }),
    { from: FROM, to: FROM + 2 * DAY },
    2,
  )
  expect(days.map(({ outage }) => outage)).toEqual([60, 30])
})

test('nothing is known before the first report or in the future', () => {
  const days = sweep(
    cell({
      knownSince: FROM + DAY,
      history: [{ at: FROM + DAY, status: 'NORMAL' }],
    }),
    { from: FROM, to: FROM + 2 * DAY + 50 },
    4,
  )
  expect(days.map(({ known }) => known)).toEqual([0, DAY, 50, 0])
})

test('a cell with NA history counts as normal before and after an outage', () => {
  const [day] = sweep(
    cell({
      knownSince: FROM,
      history: [
        { at: FROM + 100, status: 'OUTAGE' },
        { at: FROM + 200, status: 'NA' },
      ],
    }),
    { from: FROM, to: FROM + DAY },
    1,
  )
  expect(day).toEqual({ day: '2026-08-18', known: DAY, outage: 100 })
})

test('a cell without history counts as normal from its first incident on', () => {
  const [day] = sweep(
    cell({
      knownSince: FROM + 1000,
      incidents: [{ from: FROM + 1000, to: FROM + 1600, severity: 'PARTIAL_OUTAGE' }],
    }),
    { from: FROM, to: FROM + DAY },
    1,
  )
  expect(day).toEqual({ day: '2026-08-18', known: DAY - 1000, partial_outage: 600 })
})

test('only a day that was known and normal throughout is a normal day', () => {
  expect(isNormalDay({ day: '2026-08-18', known: DAY })).toBe(true)
  expect(isNormalDay({ day: '2026-08-18', known: DAY - 1 })).toBe(false)
  expect(isNormalDay({ day: '2026-08-18', known: DAY, partial_performance: 1 })).toBe(false)
})
