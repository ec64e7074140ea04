import { expect, test } from 'vitest'
import { type Cells, readCells } from './read-cells.ts'

async function* chunks(bytes: Buffer, size: number) {
  for (let index = 0; index < bytes.length; index += size) yield bytes.subarray(index, index + size)
}

async function read(bytes: Buffer, size: number): Promise<Cells[]> {
  const rows: Cells[] = []
  for await (const row of readCells(chunks(bytes, size))) rows.push(row)
  return rows
}

const TEXT =
  '\uFEFFcompany_id,subject\r\n1,"Grüße, ""A"""\r\n\r\n2,"two\r\nlines"\n3,会社 ☎ 😀\r4," =1+1 "\r\n"5",  x  '

test.each([1, 2, 3, 5, 7, 64, 1000])('rows know their lines and bytes, in chunks of %i', async (size) => {
  const bytes = Buffer.from(TEXT)
  const rows = await read(bytes, size)
  expect(rows.map(({ line, cells }) => [line, ...cells])).toEqual([
    [1, 'company_id', 'subject'],
    [2, '1', 'Grüße, "A"'],
    [3, ''],
    [4, '2', 'two\r\nlines'],
    [6, '3', '会社 ☎ 😀'],
    [7, '4', ' =1+1 '],
    [8, '5', 'x'],
  ])
  const sources = rows.map(({ from, to }) => bytes.subarray(from, to).toString('utf8'))
  expect(sources.join('')).toBe(TEXT)
  expect(sources[3]).toBe('2,"two\r\nlines"\n')
  // Reading only the byte range of a row gives the same cells.
  for (const row of rows)
    expect((await read(bytes.subarray(row.from, row.to), 4))[0]?.cells).toEqual(row.cells)
})

test.each([1, 2, 3, 4, 6, 1000])(
  'an invalid UTF-8 byte is reported with its line, in chunks of %i',
  async (size) => {
    const bad = (before: string, after = '') =>
      read(Buffer.concat([Buffer.from(before), Buffer.from([0xe9]), Buffer.from(after)]), size)
    const at = (line: number) => `The file is not UTF-8 (line ${line}); save it as UTF-8 and try again`
    await expect(bad('a,b\r\n1,Caf', '\r\n')).rejects.toThrow(at(2))
    await expect(bad('', '\n')).rejects.toThrow(at(1))
    await expect(bad('a\rb\r\n\n', 'x')).rejects.toThrow(at(4))
    await expect(bad('é\né\n')).rejects.toThrow(at(3))
  },
)

test.each([
  [Buffer.from('\uFEFFa,b\n', 'utf16le'), 'The file is UTF-16 and not UTF-8; save it as UTF-8 and try again'],
  [Buffer.from([0xfe, 0xff, 0, 97]), 'The file is UTF-16 and not UTF-8; save it as UTF-8 and try again'],
  [Buffer.from('PK\u0003\u0004rest'), 'a workbook or an archive'],
  [Buffer.from('a,"b\n1,2\n'), 'line 1: a quote opens here and is never closed'],
  [Buffer.from('a,b\n1,"2" 3\n'), 'line 2: text stands beside a quoted cell'],
])('%j is no CSV', async (bytes, message) => {
  await expect(read(bytes, 1000)).rejects.toThrow(message)
})
