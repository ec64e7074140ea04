import { expect, test } from 'vitest'
import { buildBody, parseBody } from './body-lines.ts'
import {
  bodyLines,
  type DraftLine,
  draftLines,
  linesText,
  moveLine,
  resized,
  type TableLine,
  tableFault,
  withCell,
  withLine,
} from './draft-lines.ts'

const newTable = () => withLine([], 'table')[0] as TableLine

function filled(): TableLine {
  let table = newTable()
  for (const column of [0, 1]) {
    table = withCell(table, { column }, `h${column}`)
    for (const row of [0, 1]) table = withCell(table, { row, column }, `${row}${column}`)
  }
  return table
}

test('a new table has two columns and two rows of required cells', () => {
  expect(newTable()).toMatchObject({
    width: '2',
    height: '2',
    headers: ['', ''],
    rows: [
      ['', ''],
      ['', ''],
    ],
  })
  expect(tableFault(newTable())).toBe('empty')
  expect(tableFault(filled())).toBeUndefined()
  expect(tableFault(withCell(filled(), { row: 1, column: 0 }, ' '))).toBe('empty')
})

test.each(['', '0', '-1', '2.5', 'x', '1e1'])('%j is no valid size, and the table keeps its own', (width) => {
  const table = resized(filled(), { width })
  expect(tableFault(table)).toBe('size')
  expect(bodyLines([table])).toEqual(bodyLines([filled()]))
})

test('a table cannot exceed the editable size', () => {
  expect(tableFault(resized(filled(), { width: '21' }))).toBe('most')
  expect(tableFault(resized(filled(), { height: '101' }))).toBe('most')
})

test('cells that a smaller table hides come back with its size', () => {
  const small = resized(filled(), { width: '1', height: '1' })
  expect(bodyLines([small])).toEqual([{ kind: 'table', headers: ['h0'], rows: [['00']] }])
  expect(bodyLines([resized(small, { width: '2', height: '2' })])).toEqual(bodyLines([filled()]))
  expect(tableFault(resized(small, { width: '3' }))).toBe('empty')
})

test('a line moves by one place and stops at the ends', () => {
  const lines: readonly DraftLine[] = withLine(withLine(withLine([], 'header'), 'paragraph'), 'table')
  const ids = (draftLines: readonly DraftLine[]) => draftLines.map(({ id }) => id)
  expect(ids(moveLine(lines, 2, -1))).toEqual([2, 1, 3])
  expect(ids(moveLine(lines, 2, 1))).toEqual([1, 3, 2])
  expect(ids(moveLine(lines, 1, -1))).toEqual([1, 2, 3])
  expect(ids(moveLine(lines, 3, 1))).toEqual([1, 2, 3])
})

test('a parsed body builds the same body again', () => {
  const body = buildBody([
    { kind: 'header', text: 'H' },
    ...bodyLines([filled()]),
    { kind: 'html', html: '<ul><li>x</li></ul>' },
  ])
  const lines = draftLines(parseBody(body))
  expect(buildBody(bodyLines(lines))).toBe(body)
  expect(linesText(lines)).toBe('H\n\n| h0 | h1 |\n| 00 | 01 |\n| 10 | 11 |\n\n<ul><li>x</li></ul>')
})
