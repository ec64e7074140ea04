import { expect, test } from 'vitest'
import { compareValues, sortedPositions, type Value } from './compare-values.ts'

const sorted = (values: Value[], isDescending: boolean) =>
  values.toSorted((a, b) => compareValues(a, b, isDescending))

test('sorts empty values last in both directions', () => {
  expect(sorted([null, 2, '', 10, 1], false)).toEqual([1, 2, 10, null, ''])
  expect(sorted([null, 2, '', 10, 1], true)).toEqual([10, 2, 1, null, ''])
  expect(sorted(['b', null, 'A', '', 'c'], true)).toEqual(['c', 'b', 'A', null, ''])
})

test.each([
  { kind: 'ids', values: ['OPI-000010', 'OPI-000009', 'opi-000010', null, ''] },
  { kind: 'words', values: ['Zürich', 'Ärger', 'apple', 'Apple', "O'Brien", '', '株式会社', 'apple pie'] },
  { kind: 'numbers', values: [3, null, 1, 2, 0] },
])('sorts a long list of $kind like a short one', ({ values }) => {
  for (const isDescending of [false, true])
    expect(sortedPositions(values, isDescending).map((index) => values[index])).toEqual(
      sorted(values, isDescending),
    )
})
