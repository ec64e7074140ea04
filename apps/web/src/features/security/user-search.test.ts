import { expect, test } from 'vitest'
import { companyFault, toUserFilter } from './user-search.ts'

test.each([
  ['', { email: '' }],
  [' 42 ', { company_id: 42 }],
  ['one@', { email: 'one@' }],
  ['4x', { email: '4x' }],
  ['0', 'nobody'],
  ['99999999999', 'nobody'],
  ['x'.repeat(400), { email: 'x'.repeat(320) }],
])('%j filters by %j', (text, expected) => {
  expect(toUserFilter(text)).toEqual(expected)
})

test.each([
  ['42', undefined],
  [' 42 ', undefined],
  ['2147483647', undefined],
  ['2147483648', 'unknown'],
  [' ', 'missing'],
  ['0', 'aboveZero'],
  ['-1', 'whole'],
  ['2.5', 'whole'],
  ['1e3', 'whole'],
])('%j as a company id: %j', (text, fault) => {
  expect(companyFault(text)).toBe(fault)
})
