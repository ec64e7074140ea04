import { expect, test } from 'vitest'
import { compareValues, type Value } from './compare-values.ts'

const sorted = (values: Value[], isDescending: boolean) =>
  values.toSorted((a, b) => compareValues(a, b, isDescending))

test('what is empty comes last whichever way one sorts', () => {
  expect(sorted([null, 2, '', 10, 1], false)).toEqual([1, 2, 10, null, ''])
  expect(sorted([null, 2, '', 10, 1], true)).toEqual([10, 2, 1, null, ''])
  expect(sorted(['b', null, 'A', '', 'c'], true)).toEqual(['c', 'b', 'A', null, ''])
})
