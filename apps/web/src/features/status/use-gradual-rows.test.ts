import { expect, test } from 'vitest'
import { nextDrawn } from './use-gradual-rows.ts'

const rows = ['a', 'b', 'c', 'd', 'e']
const columns = [0, 1, 2]

test('the rows in the middle and the row of the tab stop come first, within the limit of a frame', () => {
  const first = nextDrawn(new Map(), { rows, columns, first: 'e' }, 9)
  expect([...first.keys()].sort()).toEqual(['b', 'c', 'e'])
  const second = nextDrawn(first, { rows, columns, first: 'e' }, 9)
  expect([...second.keys()].sort()).toEqual(rows)
})

test('rows whose new columns are not drawn yet keep the previous ones', () => {
  const before = new Map(rows.map((id) => [id, columns]))
  const next = [2, 3, 4]
  const drawn = nextDrawn(before, { rows, columns: next, first: undefined }, 4)
  expect(drawn.get('c')).toBe(next)
  expect(drawn.get('a')).toBe(columns)
  expect(drawn.size).toBe(5)
})

test('a row that costs more than a frame is drawn all the same', () => {
  expect(nextDrawn(new Map(), { rows, columns, first: undefined }, 1).size).toBe(1)
})
