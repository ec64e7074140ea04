import { CallFailed } from '@aviary/contract/client'
import { expect, test } from 'vitest'
import { fingerprint } from './fingerprint.ts'
import { findLineRange, getRowFaults } from './row-faults.ts'

const refused = (errors: { path: string; message: string }[]) =>
  new CallFailed(400, 'no', { type: '', title: '', status: 400, detail: 'no', errors, request_id: 'x' })

test('keeps only faults that name a line', () => {
  const faults = [
    { path: '12:subject', message: 'unknown field' },
    { path: '13', message: 'too few cells' },
    { path: 'query.title', message: 'Title is required' },
  ]
  expect(getRowFaults(refused(faults))).toEqual([
    { line: 12, column: 'subject', message: 'unknown field' },
    { line: 13, column: undefined, message: 'too few cells' },
  ])
  expect(getRowFaults(new CallFailed(504, 'late'))).toEqual([])
  expect(getRowFaults(new Error('else'))).toEqual([])
})

test.each([
  [1, 'a,b'],
  [2, ''],
  [3, '1,2'],
  [4, ''],
  [5, undefined],
])('finds line %i of a text at %j', (line, expected) => {
  const text = 'a,b\n\n1,2\n'
  const place = findLineRange(text, line)
  expect(place && text.slice(place.from, place.to)).toBe(expected)
})

test('distinguishes texts of equal length by their fingerprint', () => {
  const texts = ['', 'a', 'b', 'ab', 'ba', '{{name}}', '{{nmae}}']
  expect(new Set(texts.map(fingerprint)).size).toBe(texts.length)
  expect(fingerprint('ab')).toBe(fingerprint('ab'))
})
