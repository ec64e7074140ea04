import { expect, test } from 'vitest'
import { scaleOf } from './rules.ts'

test.each([
  [0, 7, 0],
  [7, 7, 100],
  [1, 3, 33.33],
  [2, 3, 66.67],
  // Halves round up: 14.375, 3.625, 0.005.
  [23, 160, 14.38],
  [29, 800, 3.63],
  [1, 20_000, 0.01],
  [999_999, 1_000_000, 100],
])('%i of %i companies are %d percent', (count, base, percent) => {
  expect(scaleOf(count, base)).toBe(percent)
})

test('there is no share of an empty base, nor of one smaller than the count', () => {
  expect([scaleOf(0, 0), scaleOf(1, 0), scaleOf(5, 4)]).toEqual(['n/a', 'n/a', 'n/a'])
})
