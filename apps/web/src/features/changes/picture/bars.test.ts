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
  expect(widened({ from: at('10:00:00'), to: at('12:00:00') })).toEqual({
    from: at('09:00:00'),
    to: at('13:00:00'),
  })
})

test.each([
  [hour, ['10:00', '10:10', '10:20', '10:30', '10:40', '10:50', '11:00']],
  [20 * hour, ['12:00', '15:00', '18:00', '21:00', 'Aug 21', '03:00', '06:00']],
  [6 * 24 * hour, ['Aug 21', 'Aug 22', 'Aug 23', 'Aug 24', 'Aug 25', 'Aug 26']],
])('the axis has a few round moments', (length, texts) => {
  const from = at('10:00:00')
  expect(ticksOf({ from, to: from + length }, 7, 'en').map(({ text }) => text)).toEqual(texts)
})
