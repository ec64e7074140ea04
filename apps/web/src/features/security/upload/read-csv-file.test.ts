import {
  IMPORT_DATA_MAX_CHARACTERS,
  IMPORT_PREVIEW_MAX_CHARACTERS,
  UPLOAD_LARGEST_BYTES,
} from '@aviary/contract/constants'
import { describe, expect, test } from 'vitest'
import { checkFile, readCsvFile, toBoxText, toPreviewText } from './read-csv-file.ts'

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
  expect(checkFile(given)).toBe(fault)
})

describe('a file that is read', () => {
  test('converts line ends and removes the byte order mark', async () => {
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
    // The last UTF-8 character is incomplete.
    [new Uint8Array([0x61, 0xe2, 0x82]), 'encoding'],
  ])('refuses %j as %s', async (content, fault) => {
    expect(await read(content)).toBe(fault)
  })

  test('is long above the character limit only', async () => {
    const most = 'ä'.repeat(IMPORT_DATA_MAX_CHARACTERS)
    expect(await read(most)).toMatchObject({ text: most, isLong: false })
    const long = await read(`${most}x`)
    expect(long).toMatchObject({ isLong: true, text: 'ä'.repeat(IMPORT_PREVIEW_MAX_CHARACTERS) })
  })

  test('is read to its end, to find invalid UTF-8 beyond the displayed part', async () => {
    const long = new Blob(['x'.repeat(IMPORT_DATA_MAX_CHARACTERS + 1), new Uint8Array([0xff])])
    expect(await read(long)).toBe('encoding')
  })

  test('reports a moved or changed file as unreadable, not as another encoding', async () => {
    const gone = file('a,b')
    gone.stream = () =>
      new ReadableStream({ start: (controller) => controller.error(new TypeError('network error')) })
    expect(await readCsvFile(gone, new AbortController().signal)).toBe('unreadable')
  })

  test('is cancelled when another file is chosen', async () => {
    const control = new AbortController()
    control.abort()
    await expect(readCsvFile(file('a'), control.signal)).rejects.toMatchObject({ name: 'AbortError' })
  })
})

test('cuts no character in half at the end of the beginning', () => {
  const text = `${'x'.repeat(IMPORT_PREVIEW_MAX_CHARACTERS - 1)}😀`
  expect(toPreviewText(text)).toBe('x'.repeat(IMPORT_PREVIEW_MAX_CHARACTERS - 1))
  expect(toPreviewText('😀')).toBe('😀')
  expect(toBoxText('a\uFEFFb')).toBe('a\uFEFFb')
})
