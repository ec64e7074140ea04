import fc from 'fast-check'
import { expect, test } from 'vitest'
import { barAt, barsOf, countOf, isNarrower, placeOf, widened } from './bars.ts'
import { ticksOf } from './ticks.ts'

const at = (text: string) => Date.parse(`2026-08-20T${text}Z`)
const hour = 3_600_000

test('every bucket of the range has a bar, also those without changes', () => {
  const range = { from: at('10:30:00'), to: at('13:15:00') }
  const bars = barsOf(range, {
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

test('bars cover the range without gaps and lose no change, wherever its buckets begin', () => {
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
        const bars = barsOf(whole, {
          bucket_seconds: seconds,
          buckets: [{ start: new Date(start).toISOString(), count }],
        })
        expect(bars[0]?.from).toBe(whole.from)
        expect(bars.at(-1)?.to).toBe(whole.to)
        expect(bars.slice(1).every((bar, before) => bar.from === bars[before]?.to)).toBe(true)
        expect(countOf(bars)).toBe(count)
        expect(bars[barAt(bars, placeOf((bars[0]?.from ?? 0) + 1, whole), whole)]).toBe(bars[0])
      },
    ),
  )
})

test('a part is narrower only where whole minutes tell it apart', () => {
  const whole = { from: at('10:00:00'), to: at('10:01:00') }
  expect(isNarrower({ from: at('10:00:20'), to: at('10:00:40') }, whole)).toBe(false)
  expect(isNarrower({ from: at('10:00:00'), to: at('10:01:00') }, { ...whole, to: at('10:02:00') })).toBe(
    true,
  )
})

test('zooming out looks at twice as long around the same middle', () => {
  expect(widened({ from: at('10:00:00'), to: at('12:00:00') }, at('14:00:00'))).toEqual({
    from: at('09:00:00'),
    to: at('13:00:00'),
  })
})

test('zooming out ends at the year 2000 and with the next year', () => {
  const now = at('14:00:00')
  const whole = { from: Date.UTC(2000, 0), to: Date.UTC(2028, 0) }
  expect(widened({ from: Date.UTC(2005, 0), to: Date.UTC(2027, 0) }, now)).toEqual(whole)
  expect(widened({ from: Date.UTC(2001, 0), to: whole.to }, now)).toEqual(whole)
  expect(widened(whole, now)).toBeUndefined()
  // A wider one that was asked for otherwise is not made closer.
  expect(widened({ from: 0, to: Date.UTC(2050, 0) }, now)).toBeUndefined()
})

test.each([
  [hour, ['10:00', '10:10', '10:20', '10:30', '10:40', '10:50', '11:00']],
  [20 * hour, ['12:00', '15:00', '18:00', '21:00', 'Aug 21', '03:00', '06:00']],
  [6 * 24 * hour, ['Aug 21', 'Aug 22', 'Aug 23', 'Aug 24', 'Aug 25', 'Aug 26']],
])('the axis has a few round moments', (length, texts) => {
  const from = at('10:00:00')
  expect(ticksOf({ from, to: from + length }, 7, 'en').map(({ text }) => text)).toEqual(texts)
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
  'the ticks of %j, at most %s, stand where weeks, months and years begin',
  ([from = '', to = ''], most, texts) => {
    const ticks = ticksOf({ from: day(from), to: day(to) }, most, 'en')
    expect(ticks.map(({ text }) => text)).toEqual(texts)
  },
)

test('ticks keep their distance, are within the range, and begin a month where they name one', () => {
  const range = fc
    .tuple(fc.integer({ min: 0, max: day('2030-01-01') }), fc.integer({ min: 60_000, max: 2e12 }))
    .map(([from, length]) => ({ from, to: from + length }))
  fc.assert(
    fc.property(range, fc.integer({ min: 2, max: 12 }), (whole, most) => {
      const ticks = ticksOf(whole, most, 'en')
      const apart = ticks.slice(1).map((tick, before) => tick.at - (ticks[before]?.at ?? 0))
      expect(Math.min(whole.to, ...apart)).toBeGreaterThanOrEqual(
        Math.min(whole.to, (whole.to - whole.from) / most),
      )
      expect(ticks.every(({ at: when }) => when >= whole.from && when <= whole.to)).toBe(true)
      for (const { at: when, text } of ticks)
        if (/\d{4}$/.test(text)) expect(new Date(when).toISOString()).toMatch(/-01T00:00:00.000Z$/)
    }),
  )
})
