import { expect, test } from 'vitest'
import { compareValues, ranksOf, type Value } from './compare-values.ts'

const sorted = (values: Value[], isDescending: boolean) =>
  values.toSorted((a, b) => compareValues(a, b, isDescending))

test('what is empty comes last whichever way one sorts', () => {
  expect(sorted([null, 2, '', 10, 1], false)).toEqual([1, 2, 10, null, ''])
  expect(sorted([null, 2, '', 10, 1], true)).toEqual([10, 2, 1, null, ''])
  expect(sorted(['b', null, 'A', '', 'c'], true)).toEqual(['c', 'b', 'A', null, ''])
})

test.each([
  { of: 'ids', values: ['OPI-000010', 'OPI-000009', 'opi-000010', null, ''] },
  { of: 'words', values: ['Zürich', 'Ärger', 'apple', 'Apple', "O'Brien", '', '株式会社', 'apple pie'] },
  { of: 'numbers', values: [3, null, 1, 2] },
])('ranks of $of order them as comparing them does', ({ values }) => {
  const ranks = ranksOf(values)
  for (const [i, a] of values.entries())
    for (const [j, b] of values.entries())
      expect(Math.sign(compareValues(ranks[i] ?? null, ranks[j] ?? null))).toBe(
        Math.sign(compareValues(a, b)),
      )
})
