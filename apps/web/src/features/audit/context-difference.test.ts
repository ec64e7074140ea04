import { expect, test } from 'vitest'
import { partsOfContext } from './context-difference.ts'

test('fields are told by their paths; what stayed is counted, what stands beside is the rest', () => {
  const before = { title: 'a', place: { city: 'Ulm', zip: 1 }, tags: ['x'], gone: '' }
  const after = { title: 'a', place: { city: 'Bonn', zip: 1 }, tags: ['x', 'y'], come: null }
  expect(partsOfContext({ pkey: 5, before, after, request_id: 'r' })).toEqual({
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
])('no change is hidden: %j to %j', (before, after, change) => {
  expect(partsOfContext({ before, after }).changes).toEqual([change])
})

test('a key with a point in it is not taken for a path', () => {
  expect(partsOfContext({ before: { 'a.b': 1 }, after: { a: { b: 1 } } }).changes).toEqual([
    { field: '"a.b"', before: '1', after: undefined },
    { field: 'a.b', before: undefined, after: '1' },
  ])
})

test.each([[['a']], ['text'], [0], [false]])(
  'a context that is no object is told as it is: %j',
  (context) => {
    expect(partsOfContext(context)).toEqual({ changes: undefined, same: 0, rest: context })
  },
)

test('what was created has only an after, what was deleted only a before', () => {
  expect(partsOfContext({ before: null, after: { a: 1 } }).changes).toEqual([
    { field: 'a', before: undefined, after: '1' },
  ])
  expect(partsOfContext({ before: { a: 1 }, after: null }).changes).toEqual([
    { field: 'a', before: '1', after: undefined },
  ])
  expect(partsOfContext({ before: 'old', after: 'new' }).changes).toEqual([
    { field: '', before: 'old', after: 'new' },
  ])
  expect(partsOfContext({ keys: [1] })).toEqual({ changes: undefined, same: 0, rest: { keys: [1] } })
})
