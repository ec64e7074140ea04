import { CallFailed } from '@aviary/contract/client'
import { expect, test } from 'vitest'
import { fingerprint } from './fingerprint.ts'
import { placeOfLine, rowFaultsOf } from './row-faults.ts'

const refused = (errors: { path: string; message: string }[]) =>
  new CallFailed(400, 'no', { type: '', title: '', status: 400, detail: 'no', errors, request_id: 'x' })

test('the faults of rows are those that name a line', () => {
  const faults = [
    { path: '12:subject', message: 'unknown field' },
    { path: '13', message: 'too few cells' },
    { path: 'query.title', message: 'Title is required' },
  ]
  expect(rowFaultsOf(refused(faults))).toEqual([
    { line: 12, column: 'subject', message: 'unknown field' },
    { line: 13, column: undefined, message: 'too few cells' },
  ])
  expect(rowFaultsOf(new CallFailed(504, 'late'))).toEqual([])
  expect(rowFaultsOf(new Error('else'))).toEqual([])
})

test.each([
  [1, 'a,b'],
  [2, ''],
  [3, '1,2'],
  [4, ''],
  [5, undefined],
])('line %i of a text is %j', (line, expected) => {
  const text = 'a,b\n\n1,2\n'
  const place = placeOfLine(text, line)
  expect(place && text.slice(place.from, place.to)).toBe(expected)
})

test('a fingerprint tells texts of one length from each other', () => {
  const texts = ['', 'a', 'b', 'ab', 'ba', '{{name}}', '{{nmae}}']
  expect(new Set(texts.map(fingerprint)).size).toBe(texts.length)
  expect(fingerprint('ab')).toBe(fingerprint('ab'))
})
