import { expect, test } from 'vitest'
import { splitContext } from './context-difference.ts'

test('returns changed fields by path, the number of equal ones, and the rest', () => {
  const before = { title: 'a', place: { city: 'Ulm', zip: 1 }, tags: ['x'], gone: '' }
  const after = { title: 'a', place: { city: 'Bonn', zip: 1 }, tags: ['x', 'y'], come: null }
  expect(splitContext({ pkey: 5, before, after, request_id: 'r' })).toEqual({
    changes: [
      { field: 'place.city', before: 'Ulm', after: 'Bonn' },
      { field: 'tags', before: '[\n  "x"\n]', after: '[\n  "x",\n  "y"\n]' },
      { field: 'gone', before: '""', after: undefined },
      { field: 'come', before: undefined, after: 'null' },
    ],
    same: 2,
    rest: { pkey: 5, request_id: 'r' },
  })
})

test.each([
  [{ a: '1' }, { a: 1 }, { field: 'a', before: '"1"', after: '1' }],
  [{ a: 'null' }, { a: null }, { field: 'a', before: '"null"', after: 'null' }],
  [{ a: {} }, {}, { field: 'a', before: '{}', after: undefined }],
  [{ a: {} }, { a: null }, { field: 'a', before: '{}', after: 'null' }],
  [{ a: '' }, { a: '""' }, { field: 'a', before: '""', after: '"\\"\\""' }],
])('shows every change: %j to %j', (before, after, change) => {
  expect(splitContext({ before, after }).changes).toEqual([change])
})

test('quotes a key with a dot in the path', () => {
  expect(splitContext({ before: { 'a.b': 1 }, after: { a: { b: 1 } } }).changes).toEqual([
    { field: '"a.b"', before: '1', after: undefined },
    { field: 'a.b', before: undefined, after: '1' },
  ])
})

test.each([[['a']], ['text'], [0], [false]])(
  'returns a context that is not an object unchanged: %j',
  (context) => {
    expect(splitContext(context)).toEqual({ changes: undefined, same: 0, rest: context })
  },
)

test('takes a created object as after only, and a deleted one as before only', () => {
  expect(splitContext({ before: null, after: { a: 1 } }).changes).toEqual([
    { field: 'a', before: undefined, after: '1' },
  ])
  expect(splitContext({ before: { a: 1 }, after: null }).changes).toEqual([
    { field: 'a', before: '1', after: undefined },
  ])
  expect(splitContext({ before: 'old', after: 'new' }).changes).toEqual([
    { field: '', before: 'old', after: 'new' },
  ])
  expect(splitContext({ keys: [1] })).toEqual({ changes: undefined, same: 0, rest: { keys: [1] } })
})
