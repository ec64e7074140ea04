import { expect, test } from 'vitest'
import { nextStep } from './use-in-steps.ts'

const rows = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => ({ id: String(from + index) }))
const ids = (rowList: readonly { id: string }[]) => rowList.map(({ id }) => Number(id))

test('draws the first rows at once, and also a few new ones among others', () => {
  const target = rows(1, 25)
  expect(nextStep([], target)).toBe(target)
  expect(nextStep([], rows(1, 200))).toEqual(rows(1, 40))
  expect(nextStep(rows(9, 33), target)).toBe(target)
  expect(nextStep(rows(1, 25).reverse(), target)).toBe(target)
  expect(nextStep(rows(1, 25), rows(1, 2))).toHaveLength(2)
})

test('draws many new rows from the top; the previous ones stay below until then', () => {
  const first = nextStep(rows(1, 25), rows(101, 125))
  expect(ids(first)).toEqual(ids([...rows(101, 109), ...rows(10, 25)]))
  const second = nextStep(first, rows(101, 125))
  expect(ids(second)).toEqual(ids([...rows(101, 118), ...rows(19, 25)]))
  expect(ids(nextStep(second, rows(101, 125)))).toEqual(ids(rows(101, 125)))
})

test('never draws a row twice, and needs three steps at most', () => {
  const target = [...rows(501, 700), ...rows(1, 40), ...rows(701, 900)]
  let drawn: readonly { id: string }[] = rows(1, 300)
  for (const _ of ['first', 'second', 'third']) {
    drawn = nextStep(drawn, target)
    expect(new Set(ids(drawn)).size).toBe(drawn.length)
  }
  expect(drawn).toBe(target)
})
