import { expect, test } from 'vitest'
import { contrastOf } from './contrast.ts'

test.each([
  ['#000000', '#ffffff', 21],
  ['#ffffff', '#ffffff', 1],
  ['#777777', '#ffffff', 4.48],
])('the contrast of %s and %s', (first, second, contrast) => {
  expect(contrastOf(first, second)).toBeCloseTo(contrast, 2)
  expect(contrastOf(second, first)).toBeCloseTo(contrast, 2)
})
