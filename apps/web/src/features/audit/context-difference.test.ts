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
