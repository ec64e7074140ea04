import { previewImport } from '@aviary/contract/security/import-endpoints'
import { count } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApp, type Person, type TestApp } from '../../../../testing/app.ts'
import { mergeFile } from '../../../../testing/merge.ts'
import { stagedEmails } from '../../../database/tables/security.ts'

let server: TestApp
let person: Person
beforeAll(async () => {
  server = await openTestApp()
  person = await server.signInAs('administrator')
})
afterAll(async () => {
  expect(server.errors).toEqual([])
  await server.close()
})

const preview = async (data: string, isCut: 'Y' | 'N' = 'N') =>
  (await person.call(previewImport, { body: { data, is_cut: isCut } })).body

test('shows the first five rows as their emails will be, and stores nothing', async () => {
  const previewed = await preview(mergeFile(50))
  expect(previewed).toMatchObject({ columns: ['company_id', 'subject', 'body', 'name'], fault: null })
  expect(previewed.rows).toHaveLength(5)
  expect(previewed.rows[1]).toEqual({
    line: 3,
    company_id: '2',
    subject: 'Notice for 2',
    body: '<p>Dear Company 2 of company 2</p>',
    faults: [],
  })
  expect((await server.db.select({ rows: count() }).from(stagedEmails))[0]?.rows).toBe(0)
})

test('shows faulty rows wherever they stand, merged as far as possible', async () => {
  const previewed = await preview(
    `${mergeFile(20)}21,"{{nobody}}","<p>{{name}}<script>x</script></p>",Ann\n1,a,b,c\n22,a,b\n1,,b,c\n`,
  )
  expect(previewed.rows.map(({ line }) => line)).toEqual([2, 3, 4, 5, 6, 22, 23, 24, 25])
  expect(previewed.rows.slice(5)).toMatchObject([
    {
      body: '<p>Ann</p>',
      faults: [{ column: 'subject', message: expect.stringContaining('unknown field {{nobody}}') }],
    },
    { faults: [{ column: 'company_id', message: 'company 1 is there already, in line 2' }] },
    { faults: [{ column: null, message: 'the row has 3 cells where the header has 4' }] },
    // The same faults as the import would report.
    {
      faults: [
        { column: 'subject', message: 'Subject cannot be empty' },
        { column: 'company_id', message: 'company 1 is there already, in line 2' },
      ],
    },
  ])
})

test.each([
  ['', 'The file is empty'],
  ['company_id,subject,body\n', 'The file has no rows below its header'],
  ['company_id,subject\n1,a\n', "there is no column 'body' in the header"],
  [
    'company_id,subject,body\n1,"a,b\n',
    'The file is not CSV: line 2: a quote opens here and is never closed',
  ],
])('reports the fault of the whole file %j', async (data, fault) => {
  expect((await preview(data)).fault).toBe(fault)
})

test('leaves out the last row of a file that is cut off', async () => {
  const file = 'company_id,subject,body\n1,"a\n""b""",x\n2,a,"b\nc"\n3,d,e'
  const cut = async (length: number) => {
    const { rows, fault } = await preview(file.slice(0, length), 'Y')
    return fault ?? rows.map(({ company_id }) => company_id).join()
  }
  expect(await cut(30)).toBe('The file has no rows below its header')
  expect(await cut(file.indexOf('2,a'))).toBe('1')
  expect(await cut(file.indexOf('c"') + 1)).toBe('1')
  expect(await cut(file.length)).toBe('1,2')
})
