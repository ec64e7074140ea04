import { listSecurityUsers, uploadSecurityUsers } from '@aviary/contract/security/user-endpoints'
import { count } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApp, type TestApp } from '../../../../testing/app.ts'
import { ingest } from '../../../../testing/ingest.ts'
import { type Signed, signInWith } from '../../../../testing/people.ts'
import { lastAudit } from '../../../../testing/queries.ts'
import { upload } from '../../../../testing/upload.ts'
import { securityUsers } from '../../../database/tables/security.ts'

let server: TestApp
let person: Signed
beforeAll(async () => {
  server = await openTestApp()
  person = await signInWith(server, ['view_manage_security_users'], ['Security Users'])
})
afterAll(async () => {
  expect(server.errors).toEqual([])
  await server.close()
})

const send = (file: string | Buffer) =>
  upload(server, person, { endpoint: uploadSecurityUsers, query: { filename: 'people.csv' }, file })
const listed = async (companyId: number) =>
  (await person.call(listSecurityUsers, { query: { company_id: companyId } })).body.users
const countRows = async () =>
  (await server.db.select({ countRows: count() }).from(securityUsers))[0]?.countRows

test('adds and changes people, counts unknown companies, and deletes nobody', async () => {
  await ingest(server, 'companies', [{ id: 52, name: 'Heron Ltd' }])
  const first = await send(
    '\uFEFFemail,company_id,active\r\nOne@c.example,51,Y\r\ntwo@c.example,51,N\r\nthree@c.example,51,\r\n',
  )
  expect(first.body).toEqual({ added: 3, changed: 0, unchanged: 0, unknown_companies: 1 })
  expect((await listed(51)).map(({ email, active }) => [email, active])).toEqual([
    ['One@c.example', 'Y'],
    ['three@c.example', 'Y'],
    ['two@c.example', 'N'],
  ])
  const second = await send('company_id,email\n51,one@c.example\n51,two@c.example\n52,two@c.example\n')
  expect(second.body).toEqual({ added: 1, changed: 1, unchanged: 1, unknown_companies: 1 })
  expect((await listed(51)).map(({ email, active, version }) => [email, active, version])).toEqual([
    ['one@c.example', 'Y', 2],
    ['three@c.example', 'Y', 1],
    ['two@c.example', 'N', 1],
  ])
  expect((await send('company_id,email,active\n51,two@c.example,Y\n')).body.changed).toBe(1)
  expect((await listed(51))[2]).toMatchObject({ active: 'Y', modified_date: server.now().toISOString() })
  expect(await lastAudit(server)).toMatchObject({
    actionName: 'Import Security Users',
    userEmail: person.email,
    context: { filename: 'people.csv', added: 0, changed: 1, unchanged: 0, unknown_companies: 1 },
  })
  expect(JSON.stringify((await lastAudit(server))?.context)).not.toContain('@c.example')
})

test.each<[string, string, string]>([
  ['1,nobody', '2:email', 'Invalid Email'],
  ['x,a@c.example', '2:company_id', "use a whole number from 1 to 2147483647, and not 'x'"],
  [',a@c.example', '2:company_id', 'Company ID is required'],
  ['1', '2', 'the row has 1 cells where the header has 2'],
  [
    '1,a@c.example\n2,a@c.example\n1,A@C.example',
    '4:email',
    'A@C.example of company 1 is there already, in line 2',
  ],
  // Addresses that are equal in the database are reported as duplicates within the file.
  ['1,ΑΣ@c.example\n1,ασ@c.example', '3:email', 'ασ@c.example of company 1 is there already, in line 2'],
  ['1,İ@c.example\n1,i@c.example', '3:email', 'i@c.example of company 1 is there already, in line 2'],
])('stores nothing with %j', async (bad, path, message) => {
  const before = await countRows()
  const { status, problem } = await send(`company_id,email\n${bad}\n77,good@c.example\n`)
  expect([status, problem.errors]).toEqual([400, [{ path, message }]])
  expect(problem.detail).toMatch(/^1 of \d rows cannot be taken in; nothing was stored$/)
  expect(await countRows()).toBe(before)
})

test.each([
  ['company_id\n1\n', "there is no column 'email' in the header"],
  ['company_id,email,name\n1,a@c.example,x\n', "unknown column 'name'; known are company_id, email, active"],
  ['company_id,email,active\n', 'The file has no rows below its header'],
  ['', 'The file is empty'],
])('the file %j is refused', async (file, detail) => {
  const { status, problem } = await send(file)
  expect([status, problem.detail]).toEqual([400, expect.stringContaining(detail)])
})

test('active must be Y or N', async () => {
  const { problem } = await send('company_id,email,active\n1,a@c.example,yes\n')
  expect(problem.errors).toEqual([{ path: '2:active', message: 'use Y or N, or leave it empty' }])
})

test('two concurrent files with the same people are ingested one after the other', async () => {
  const people = Array.from(
    { length: 5_000 },
    (_, index) => `${60_000 + (index % 900)},p${index}@c.example\n`,
  )
  const file = (lines: string[]) => `company_id,email\n${lines.join('')}`
  const answers = await Promise.all([send(file(people)), send(file(people.toReversed()))])
  expect(answers.map(({ body }) => body).toSorted((a, b) => a.added - b.added)).toEqual([
    { added: 0, changed: 0, unchanged: 5_000, unknown_companies: 900 },
    { added: 5_000, changed: 0, unchanged: 0, unknown_companies: 900 },
  ])
})
