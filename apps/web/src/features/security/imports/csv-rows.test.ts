import { expect, test } from 'vitest'
import { rowsOf } from './csv-rows.ts'
import { readCommIds } from './path-ids.ts'

const TEXT = '\uFEFFid,body\r\n1,"a, ""b""\r\nc"\r\n\r\n2,é\r\n3,last'
const ROWS = [
  ['id', 'body'],
  ['1', 'a, "b"\nc'],
  ['2', 'é'],
  ['3', 'last'],
]

test('reads the same rows wherever the text is cut in two', async () => {
  for (let at = 1; at < TEXT.length; at++) {
    const first = await rowsOf(TEXT.slice(0, at), false)
    const second = await rowsOf(first.rest + TEXT.slice(at), true)
    expect([...first.rows, ...second.rows], `cut at ${at}`).toEqual(ROWS)
  }
})

test('returns no row for a part without a whole row, and loses nothing', async () => {
  expect(await rowsOf('1,"never clo', false)).toEqual({ rows: [], rest: '1,"never clo' })
  expect(await rowsOf('', true)).toEqual({ rows: [], rest: '' })
})

test.each([
  [undefined, undefined, 'all'],
  ['1', '2', { secId: 1, commId: 2 }],
  ['1', undefined, undefined],
  [undefined, '1', undefined],
  ['1', 'x', undefined],
  ['0', '1', undefined],
  ['1e1', '1', undefined],
  ['99999999999', '1', undefined],
])('reads an address with %j and %j as %j', (secId, commId, expected) => {
  expect(readCommIds(secId, commId)).toEqual(expected)
})
