// The server streams an import through the CSV parser, the browser reads it part by part: both must see the same
// cells.
import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { readCells } from '../apps/server/src/csv/read-cells.ts'
import { rowsOf } from '../apps/web/src/features/security/imports/csv-rows.ts'

/** The non-blank rows, with line ends as a text box has them. */
async function onServer(text) {
  const rows = []
  for await (const { cells } of readCells(Readable.from([Buffer.from(text)]))) rows.push(cells)
  const shown = rows.filter((row) => row.some((cell) => cell !== ''))
  return shown.map((row) => row.map((cell) => cell.replaceAll(/\r\n?/g, '\n')))
}
const onWeb = async (text) => (await rowsOf(text, true)).rows

test.each([
  ['line ends of all kinds', 'id,body\r\n1,x\n2,y\r3,z', 4],
  ['old line ends', 'id,body\r1,x\r2,y\r', 3],
  ['a mark of spreadsheets at the beginning', '\uFEFFid,body\n1,x', 2],
  ['quotes, commas and line ends within quotes', 'id,body\r\n1,"a, ""b""\r\nc"\r\n2,"x\n\n\ny"', 3],
  ['cells of quotes only', '1,"""",""""""\n', 1],
  ['empty cells with and without quotes', '"",""\n"a",""\n,,\nb,,', 2],
  ['blank lines', 'id\n\n1\r\n\r\n,\n', 2],
  ['rows that are too short and too long', 'id,body\n1\n1,2,3,4\n', 3],
  ['blanks within quotes', '1,"  c  ","\t"\n', 1],
  ['other delimiters', 'id;body|a\tb,c\n1;2|3\t4,5', 2],
  ['what spreadsheets compute', "=1+1,@x,-1,+2,'x\n", 1],
  ['what other dialects take for comments', '#a,b\n//c,d\n--e,f\n', 3],
  ['what other dialects take for an escaped quote', '1,"a\\",b\\n\n', 1],
  ['blanks outside quotes', 'a,  b  ,\tc\u00a0\n  \n1, "b, c" \n', 2],
  ['letters of all kinds', 'é,会社,😀,e\u0301,a\u0000b,a\u2028b\n', 1],
])('%s are the same cells on the server and in the browser', async (_, text, count) => {
  const rows = await onServer(text)
  expect(rows).toHaveLength(count)
  expect(await onWeb(text)).toEqual(rows)
})

// Both parsers refuse a file with misplaced quotes. The server's error also says what to mend.
test.each([
  ['a,b"c,d\n', 'line 1: text stands beside a quoted cell'],
  ['a,b\nc,"d" e\n', 'line 2: text stands beside a quoted cell'],
  ['a,b\nc,"d\n', 'line 2: a quote opens here and is never closed'],
])('%j is refused by both', async (text, reason) => {
  await expect(onServer(text)).rejects.toThrow(reason)
  await expect(onWeb(text)).rejects.toThrow()
})
