import {
  IMPORT_DATA_MAX_CHARACTERS,
  IMPORT_PREVIEW_MAX_CHARACTERS,
  UPLOAD_LARGEST_BYTES,
} from '@aviary/contract/constants'
import { describe, expect, test } from 'vitest'
import { asInBox, beginningOf, faultOfFile, readCsvFile } from './read-csv-file.ts'

const file = (content: BlobPart, name = 'merge.csv') => new File([content], name)
const read = (content: BlobPart, name?: string) =>
  readCsvFile(file(content, name), new AbortController().signal)

test.each([
  [{ name: 'merge.csv', size: 1 }, undefined],
  [{ name: 'MERGE.CSV', size: UPLOAD_LARGEST_BYTES }, undefined],
  [{ name: 'merge.csv', size: UPLOAD_LARGEST_BYTES + 1 }, 'tooLarge'],
  [{ name: 'merge.csv', size: 0 }, 'empty'],
  [{ name: 'merge.csv.xlsx', size: 1 }, 'extension'],
  [{ name: 'csv', size: 1 }, 'extension'],
])('%j is %s before it is read', (given, fault) => {
  expect(faultOfFile(given)).toBe(fault)
})

describe('a file that is read', () => {
  test('has the line ends of a text box, and no byte order mark', async () => {
    expect(await read('\uFEFFa,b\r\n1,"x\r\ny"\rz\n')).toMatchObject({
      text: 'a,b\n1,"x\ny"\nz\n',
      isLong: false,
    })
  })

  test.each([
    ['\uFEFF', 'empty'],
    [' \r\n\t', 'empty'],
    [new Uint8Array([0x61, 0x2c, 0xf6, 0x0a]), 'encoding'],
    [new Uint8Array([0xff, 0xfe, 0x61, 0x00]), 'encoding'],
    // Cut within its last character.
    [new Uint8Array([0x61, 0xe2, 0x82]), 'encoding'],
  ])('%j is refused as %s', async (content, fault) => {
    expect(await read(content)).toBe(fault)
  })

  test('is long above the most characters, and only then', async () => {
    const most = 'ä'.repeat(IMPORT_DATA_MAX_CHARACTERS)
    expect(await read(most)).toMatchObject({ text: most, isLong: false })
    const long = await read(`${most}x`)
    expect(long).toMatchObject({ isLong: true, text: 'ä'.repeat(IMPORT_PREVIEW_MAX_CHARACTERS) })
  })

  test('is read to its end: what is no UTF-8 may stand behind all that shows', async () => {
    const long = new Blob(['x'.repeat(IMPORT_DATA_MAX_CHARACTERS + 1), new Uint8Array([0xff])])
    expect(await read(long)).toBe('encoding')
  })

  test('that was moved or changed meanwhile is told so, and not as one of another encoding', async () => {
    const gone = file('a,b')
    gone.stream = () =>
      new ReadableStream({ start: (controller) => controller.error(new TypeError('network error')) })
    expect(await readCsvFile(gone, new AbortController().signal)).toBe('unreadable')
  })

  test('is given up when another one is chosen', async () => {
    const control = new AbortController()
    control.abort()
    await expect(readCsvFile(file('a'), control.signal)).rejects.toMatchObject({ name: 'AbortError' })
  })
})

test('a beginning holds no half of a character', () => {
  const text = `${'x'.repeat(IMPORT_PREVIEW_MAX_CHARACTERS - 1)}😀`
  expect(beginningOf(text)).toBe('x'.repeat(IMPORT_PREVIEW_MAX_CHARACTERS - 1))
  expect(beginningOf('😀')).toBe('😀')
  expect(asInBox('a\uFEFFb')).toBe('a\uFEFFb')
})
