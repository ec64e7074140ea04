import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bucketSeconds } from './buckets.ts'

const toMs = (text: string) => Date.parse(text)

test.each([
  [['2026-08-20T12:00:00Z', '2026-08-20T12:30:00Z', 60] as const, 60],
  [['2026-08-20T12:00:00Z', '2026-08-20T13:00:00Z', 60] as const, 120], // both ends are included
  [['2026-08-20T12:00:00Z', '2026-08-20T12:59:59Z', 60] as const, 60],
  [['2026-08-13T12:00:00Z', '2026-08-20T12:00:00Z', 60] as const, 3 * 3_600],
  [['2026-08-13T12:00:00Z', '2026-08-20T12:00:00Z', 200] as const, 3_600],
  [['2025-08-20T12:00:00Z', '2026-08-20T12:00:00Z', 60] as const, 7 * 86_400],
])('buckets of %o are %i seconds long', ([start, end, limit], seconds) => {
  expect(bucketSeconds({ start: toMs(start), end: toMs(end), limit })).toBe(seconds)
})

test('no range touches more buckets than requested', () => {
  const moment = fc.integer({ min: 0, max: toMs('2999-12-31T23:59:59Z') })
  fc.assert(
    fc.property(moment, moment, fc.integer({ min: 10, max: 200 }), (first, second, limit) => {
      const [start, end] = [Math.min(first, second), Math.max(first, second)]
      const length = bucketSeconds({ start, end, limit }) * 1_000
      expect(Math.floor(end / length) - Math.floor(start / length) + 1).toBeLessThanOrEqual(limit)
    }),
  )
})
