import fc from 'fast-check'
import { expect, test } from 'vitest'
import { countChanges, findBarIndex, isNarrower, toBars, toPosition, widenRange } from './bars.ts'
import { getTicks } from './ticks.ts'

const at = (text: string) => Date.parse(`2026-08-20T${text}Z`)
const hour = 3_600_000

test('returns one bar per bucket, empty ones included', () => {
  const range = { from: at('10:30:00'), to: at('13:15:00') }
  const bars = toBars(range, {
    bucket_seconds: 3600,
    buckets: [
      { start: '2026-08-20T11:00:00.000Z', count: 4 },
      { start: '2026-08-20T13:00:00.000Z', count: 1 },
    ],
  })
  expect(bars).toEqual([
    { from: range.from, to: at('11:00:00'), count: 0 },
    { from: at('11:00:00'), to: at('12:00:00'), count: 4 },
    { from: at('12:00:00'), to: at('13:00:00'), count: 0 },
    { from: at('13:00:00'), to: range.to, count: 1 },
  ])
})

test('covers the range without gaps and loses no change', () => {
  const range = fc
    .tuple(fc.integer({ min: 0, max: 1e12 }), fc.integer({ min: 60_000, max: 1e10 }))
    .map(([from, length]) => ({ from, to: from + length }))
  fc.assert(
    fc.property(
      range,
      fc.integer({ min: 0, max: 59 }),
      fc.integer({ min: 1, max: 9 }),
      (whole, index, count) => {
        const seconds = Math.max(1, Math.ceil((whole.to - whole.from) / 60_000))
        const start = Math.floor(whole.from / 1000) * 1000 + index * seconds * 1000
        fc.pre(start < whole.to && start + seconds * 1000 > whole.from)
        const bars = toBars(whole, {
          bucket_seconds: seconds,
          buckets: [{ start: new Date(start).toISOString(), count }],
        })
        expect(bars[0]?.from).toBe(whole.from)
        expect(bars.at(-1)?.to).toBe(whole.to)
        expect(bars.slice(1).every((bar, before) => bar.from === bars[before]?.to)).toBe(true)
        expect(countChanges(bars)).toBe(count)
        expect(bars[findBarIndex(bars, toPosition((bars[0]?.from ?? 0) + 1, whole), whole)]).toBe(bars[0])
      },
    ),
  )
})

test('compares ranges by whole minutes', () => {
  const whole = { from: at('10:00:00'), to: at('10:01:00') }
  expect(isNarrower({ from: at('10:00:20'), to: at('10:00:40') }, whole)).toBe(false)
  expect(isNarrower({ from: at('10:00:00'), to: at('10:01:00') }, { ...whole, to: at('10:02:00') })).toBe(
    true,
  )
})

test('doubles a range around its middle', () => {
  expect(widenRange({ from: at('10:00:00'), to: at('12:00:00') }, at('14:00:00'))).toEqual({
    from: at('09:00:00'),
    to: at('13:00:00'),
  })
})

test('limits zooming out to the year 2000 and the end of next year', () => {
  const now = at('14:00:00')
  const whole = { from: Date.UTC(2000, 0), to: Date.UTC(2028, 0) }
  expect(widenRange({ from: Date.UTC(2005, 0), to: Date.UTC(2027, 0) }, now)).toEqual(whole)
  expect(widenRange({ from: Date.UTC(2001, 0), to: whole.to }, now)).toEqual(whole)
  expect(widenRange(whole, now)).toBeUndefined()
  // A range that is already wider than the limit is not narrowed.
  expect(widenRange({ from: 0, to: Date.UTC(2050, 0) }, now)).toBeUndefined()
})

test.each([
  [hour, ['10:00', '10:10', '10:20', '10:30', '10:40', '10:50', '11:00']],
  [20 * hour, ['12:00', '15:00', '18:00', '21:00', 'Aug 21', '03:00', '06:00']],
  [6 * 24 * hour, ['Aug 21', 'Aug 22', 'Aug 23', 'Aug 24', 'Aug 25', 'Aug 26']],
])('labels the axis with a few round times', (length, texts) => {
  const from = at('10:00:00')
  expect(getTicks({ from, to: from + length }, 7, 'en').map(({ text }) => text)).toEqual(texts)
})

const day = (text: string) => Date.parse(`${text}Z`)

const months = (...names: string[]) => names.map((name) => `${name} 2026`)

test.each([
  [['2026-01-15', '2026-04-20'], 4, months('Feb', 'Mar', 'Apr')],
  [['2026-02-01', '2026-09-01'], 8, months('Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep')],
  [['2026-02-01', '2026-09-01'], 3, months('Apr', 'Jul')],
  [['2025-03-10', '2027-02-01'], 5, ['Jul 2025', 'Jan 2026', 'Jul 2026', 'Jan 2027']],
  [['2019-06-01', '2026-06-01'], 8, ['2020', '2021', '2022', '2023', '2024', '2025', '2026']],
  [['2000-01-01', '2028-01-01'], 3, ['2000', '2010', '2020']],
  [['2026-08-20', '2026-09-20'], 5, ['Aug 24', 'Aug 31', 'Sep 7', 'Sep 14']],
])(
  'places the ticks of %j, at most %s, at the start of weeks, months and years',
  ([from = '', to = ''], most, texts) => {
    const ticks = getTicks({ from: day(from), to: day(to) }, most, 'en')
    expect(ticks.map(({ text }) => text)).toEqual(texts)
  },
)

test('keeps ticks apart, within the range, and on the first of a month where they name one', () => {
  const range = fc
    .tuple(fc.integer({ min: 0, max: day('2030-01-01') }), fc.integer({ min: 60_000, max: 2e12 }))
    .map(([from, length]) => ({ from, to: from + length }))
  fc.assert(
    fc.property(range, fc.integer({ min: 2, max: 12 }), (whole, most) => {
      const ticks = getTicks(whole, most, 'en')
      const apart = ticks.slice(1).map((tick, before) => tick.time - (ticks[before]?.time ?? 0))
      expect(Math.min(whole.to, ...apart)).toBeGreaterThanOrEqual(
        Math.min(whole.to, (whole.to - whole.from) / most),
      )
      expect(ticks.every(({ time }) => time >= whole.from && time <= whole.to)).toBe(true)
      for (const { time, text } of ticks)
        if (/\d{4}$/.test(text)) expect(new Date(time).toISOString()).toMatch(/-01T00:00:00.000Z$/)
    }),
  )
})
