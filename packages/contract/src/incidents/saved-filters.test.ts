import { expect, test } from 'vitest'
import { readFilterText } from './rules.ts'
import { savedImpactFilter } from './saved-filters.ts'

test.each([
  ['', []],
  [' , ,', []],
  ['Aster', ['aster']],
  [' Aster ,BIRCH,, c d ', ['aster', 'birch', 'c d']],
])('the filter text %j looks for %j', (text, values) => {
  expect(readFilterText(text)).toEqual(values)
})

test('a filter without a name is refused in the words of the specification', () => {
  const parsed = savedImpactFilter.safeParse({
    id: '1',
    nickname: ' ',
    filters: [],
    created_date: '2026-08-20',
  })
  expect(parsed.error?.issues.map((issue) => issue.message)).toEqual(['Your filter requires a name'])
})
