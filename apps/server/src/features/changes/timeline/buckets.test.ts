import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bucketSeconds } from './buckets.ts'

const at = (text: string) => Date.parse(text)

test.each([
  [['2026-08-20T12:00:00Z', '2026-08-20T12:30:00Z', 60] as const, 60],
  [['2026-08-20T12:00:00Z', '2026-08-20T13:00:00Z', 60] as const, 120], // both ends are in it
  [['2026-08-20T12:00:00Z', '2026-08-20T12:59:59Z', 60] as const, 60],
  [['2026-08-13T12:00:00Z', '2026-08-20T12:00:00Z', 60] as const, 3 * 3_600],
  [['2026-08-13T12:00:00Z', '2026-08-20T12:00:00Z', 200] as const, 3_600],
  [['2025-08-20T12:00:00Z', '2026-08-20T12:00:00Z', 60] as const, 7 * 86_400],
])('%o are %i seconds long', ([start, end, limit], seconds) => {
  expect(bucketSeconds({ start: at(start), end: at(end), limit })).toBe(seconds)
})

test('no range that can be asked for touches more buckets than asked for', () => {
  const moment = fc.integer({ min: 0, max: at('2999-12-31T23:59:59Z') })
  fc.assert(
    fc.property(moment, moment, fc.integer({ min: 10, max: 200 }), (one, other, limit) => {
      const [start, end] = [Math.min(one, other), Math.max(one, other)]
      const length = bucketSeconds({ start, end, limit }) * 1_000
      expect(Math.floor(end / length) - Math.floor(start / length) + 1).toBeLessThanOrEqual(limit)
    }),
  )
})
