import { createHash } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { SECURITY_BODY_MAX_CHARACTERS } from '@aviary/contract/constants'
import { createSecurityEmail, deleteSecurityEmail } from '@aviary/contract/security/email-endpoints'
import { deleteComm, updateComm } from '@aviary/contract/security/endpoints'
import {
  createImport,
  deleteImport,
  listImports,
  readImport,
  updateImport,
} from '@aviary/contract/security/import-endpoints'
import { mergeBody } from '@aviary/contract/security/merge'
import { listStagedEmails, promoteStagedEmails } from '@aviary/contract/security/staging-endpoints'
import { count } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApp, type Person, type TestApp } from '../../../../testing/app.ts'
import { importQuery, isStaging, merge, mergeFile, newComm } from '../../../../testing/merge.ts'
import { signInWith } from '../../../../testing/people.ts'
import { lastAudit } from '../../../../testing/queries.ts'
import { securityImportParts, securityImports, stagedEmails } from '../../../database/tables/security.ts'
import { sanitizeMailBody } from '../emails/sanitize.ts'

let server: TestApp
let person: Person
let site: { server: TestApp; person: Person }
beforeAll(async () => {
  server = await openTestApp()
  person = await server.signInAs('administrator')
  site = { server, person }
})
afterAll(async () => {
  expect(server.errors).toEqual([])
  await server.close()
})

const listStaged = async (importId: number) =>
  (await person.call(listStagedEmails, { query: { import_id: importId, response_size: 1000 } })).body
    .staging_emails
const create = (data: string, comm: { secId: number; commId: number }, more: object = {}) =>
  person.call(createImport, { body: { ...importQuery(comm), data, ...more } })
async function countStored() {
  const countRows = async (
    table: typeof securityImports | typeof stagedEmails | typeof securityImportParts,
  ) => (await server.db.select({ rows: count() }).from(table))[0]?.rows
  return [
    await countRows(securityImports),
    await countRows(stagedEmails),
    await countRows(securityImportParts),
  ]
}

test('stages every row as its columns say, and stores the file', async () => {
  const comm = await newComm(site)
  const file =
    '\uFEFFcompany_id,subject,body,First Name,key.id,gone\r\n' +
    '7,Your {{First Name}},"<p>Dear {{First Name}},\r\nkey {{ key.id }}</p>","Zoë ""Z"" {{key.id}}","=1+1\r\n& <b>",\r\n' +
    '\r\n' +
    '2147483647,"For {{company_id}}","<h2 class=""mail-header"">{{subject_}}</h2>",会社,x,y\r\n'
  const bad = await merge(site, comm, file)
  expect(bad.problem.detail).toBe('1 of 2 rows cannot be taken in; nothing was stored')
  expect(bad.problem.errors).toEqual([
    {
      path: '6:body',
      message:
        'unknown field {{subject_}}; the columns are company_id, subject, body, First Name, key.id, gone',
    },
  ])
  expect(bad.problem.detail).toBe('1 of 2 rows cannot be taken in; nothing was stored')
  const good = file.replace('{{subject_}}', '{{First Name}}')
  const { status, body } = await merge(site, comm, good)
  expect(status).toBe(200)
  expect(body.import).toEqual({
    pkey: body.import_id,
    sec_id: comm.secId,
    sec_comm_id: comm.commId,
    title: 'August',
    data: good.slice(1),
    is_cut: 'N',
    size: Buffer.byteLength(good),
    staged: 2,
    promoted: 0,
    filename: 'august.csv',
    created_date: server.now().toISOString(),
    created_by: person.email,
    is_hidden: 'N',
    version: 1,
  })
  const values = (field: string) => ({ 'First Name': 'Zoë "Z" {{key.id}}', 'key.id': '=1+1\r\n& <b>' })[field]
  expect(await listStaged(body.import_id)).toMatchObject([
    {
      sec_comm_id: comm.commId,
      company_id: 7,
      subject: 'Your Zoë "Z" {{key.id}}',
      body: sanitizeMailBody(mergeBody('<p>Dear {{First Name}},\r\nkey {{ key.id }}</p>', values)),
      line: 2,
      was_promoted: 'N',
      email_id: null,
    },
    { company_id: 2147483647, subject: 'For 2147483647', body: '<h2 class="mail-header">会社</h2>', line: 6 },
  ])
  const digest = createHash('sha256').update(good).digest('hex')
  const { data: _, ...after } = body.import
  expect(await lastAudit(server)).toMatchObject({
    actionName: 'Upload Security Import',
    userEmail: person.email,
    context: { import_id: body.import_id, sec_comm_id: comm.commId, before: null, digest, after },
  })
  expect(JSON.stringify(await lastAudit(server))).not.toContain('Zoë')
})

test.each([
  ['LF', '\n', ''],
  ['CRLF', '\r\n', '\r\n'],
  ['CR', '\r', '\r\r'],
])('lines may end with %s, and formulas stay text', async (_, end, last) => {
  const comm = await newComm(site)
  const lines = ['company_id,subject,body,x', '1,{{x}},<p>{{x}}</p>,"=cmd|\'/c calc\'!A0"', '2,a,b,']
  const { body } = await merge(site, comm, lines.join(end) + last)
  expect(await listStaged(body.import_id)).toMatchObject([
    { subject: "=cmd|'/c calc'!A0", body: "<p>=cmd|'/c calc'!A0</p>", line: 2 },
    { subject: 'a', body: 'b', line: 3 },
  ])
})

const HEAD = 'company_id,subject,body,name\n'
const LONG = 'x'.repeat(SECURITY_BODY_MAX_CHARACTERS)
test.each<[string, string, [path: string, message: string]]>([
  ['a company that is no number', 'x,a,b,c', ['2:company_id', 'use a whole number from 1 to']],
  ['a company of zero', '0,a,b,c', ['2:company_id', 'use a whole number from 1 to']],
  ['a negative company', '-1,a,b,c', ['2:company_id', 'use a whole number from 1 to']],
  ['a company with a fraction', '1.0,a,b,c', ['2:company_id', 'use a whole number from 1 to']],
  ['a company above 32 bits', '2147483648,a,b,c', ['2:company_id', "and not '2147483648'"]],
  ['no company', ',a,b,c', ['2:company_id', 'Company ID is required']],
  ['too few cells', '1,a,b', ['2', 'the row has 3 cells where the header has 4']],
  ['too many cells', '1,a,b,c,d', ['2', 'the row has 5 cells where the header has 4']],
  ['a company twice', '1,a,b,c\n2,a,b,c\n1,a,b,c', ['4:company_id', 'company 1 is there already, in line 2']],
  [
    'an unknown field',
    '1,{{Name}},b,c',
    ['2:subject', 'unknown field {{Name}}; the columns are company_id,'],
  ],
  ['a field without a name', '1,a,{{ }},c', ['2:body', 'unknown field {{}}']],
  ['a field that is not closed', '1,a,Dear {{name},c', ['2:body', "a '{{' has no '}}' of its own"]],
  ['a field without a value', '1,a,Dear {{name}},', ['2:name', 'is empty, but the body has {{name}}']],
  ['a field of spaces', '1,Dear {{name}},b,"  "', ['2:name', 'is empty, but the subject has {{name}}']],
  ['a body in itself', '1,a,{{body}},c', ['2:body', '{{body}} stands in its own body']],
  ['a subject in itself', '1,{{ subject }},b,c', ['2:subject', '{{subject}} stands in its own subject']],
  ['fields within fields', '1,For {{name}},{{subject}},c', ['2:body', '{{subject}} has fields of its own']],
  ['no subject', '1,,b,c', ['2:subject', 'Subject cannot be empty']],
  ['a subject of breaks', '1,{{name}},b,"\u2028"', ['2:name', 'is empty, but the subject has {{name}}']],
  ['no body', '1,a,"  ",c', ['2:body', 'Email body cannot be empty']],
  [
    'a body that says nothing',
    '1,a,<p><script>alert(1)</script> </p>,c',
    ['2:body', 'Email body cannot be empty'],
  ],
  ['a long subject', `1,{{name}},b,${'x'.repeat(301)}`, ['2:subject', 'is longer than 300 characters']],
  ['a very long subject', `1,{{name}},b,${LONG}`, ['2:subject', 'is longer than 300 characters']],
  ['a long body', `1,a,.{{name}},${LONG}`, ['2:body', 'is longer than 200,000 characters']],
  ['a body that grows', `1,a,${'{{name}}'.repeat(20_000)},${LONG}`, ['2:body', 'is longer than 200,000']],
  [
    'a body that grows by escapes',
    `1,a,{{name}},${'&'.repeat(50_000)}`,
    ['2:body', 'is longer than 200,000'],
  ],
  ['a null character', '1,a,b,x\0', ['2:name', 'has the character U+0000 in it']],
])('%s is reported by line and column, and nothing is stored', async (_, rows, [path, message]) => {
  const comm = await newComm(site)
  const before = await countStored()
  // The rows before and after the faulty `rows` are valid.
  const { status, problem } = await merge(site, comm, `${HEAD}${rows}\n99,a,b,c\n`)
  expect(status).toBe(400)
  expect(problem.errors).toEqual([{ path, message: expect.stringContaining(message) }])
  expect(problem.detail).toMatch(/^1 of \d rows cannot be taken in; nothing was stored$/)
  expect(await countStored()).toEqual(before)
  const asText = await create(`${HEAD}${rows}\n99,a,b,c\n`, comm)
  if (!rows.includes('\0')) expect(asText.problem.errors).toEqual(problem.errors)
})

test.each<[string, string | Buffer, string]>([
  ['an empty file', '', 'The file is empty'],
  ['blank lines only', '\n\r\n\n', 'The file is empty'],
  ['no rows', HEAD, 'The file has no rows below its header'],
  [
    'Latin-1',
    Buffer.from(`${HEAD}1,a,b,c\n2,a,Caf\xe9,c\n`, 'latin1'),
    'The file is not UTF-8 (line 3); save it as UTF-8',
  ],
  [
    'UTF-16',
    Buffer.from(`\uFEFF${HEAD}1,a,b,c\n`, 'utf16le'),
    'The file is UTF-16 and not UTF-8; save it as UTF-8',
  ],
  ['a workbook', Buffer.from('PK\u0003\u0004'), 'The file is a workbook or an archive'],
  [
    'a quote left open',
    `${HEAD}1,a,"b,c\n`,
    'The file is not CSV: line 2: a quote opens here and is never closed',
  ],
  ['a stray quote', `${HEAD}1,a,"b" c,c\n`, 'The file is not CSV: line 2: text stands beside a quoted cell'],
  ['a row too long', `${HEAD}1,a,"${'x'.repeat(17 * 2 ** 20)}",c\n`, 'the row is longer than 16 MB'],
  ['semicolons', 'company_id;subject;body\n1;a;b\n', 'the cells are separated by semicolons; save the file'],
  [
    'semicolons with quoted cells',
    '\uFEFF\r\n"company_id";"subject";body\r\n1;Hi;"<p>a;b ""c"", d</p>"\r\n',
    'the cells are separated by semicolons; save the file',
  ],
  [
    'semicolons with a quoted cell in a row',
    'company_id;subject;body\n100000;Hi;"<p>Dear, all</p>"\n',
    'the cells are separated by semicolons; save the file',
  ],
  ['tabs', 'company_id\tsubject\tbody\n1\ta\tb\n', 'the cells are separated by tabs; save the file'],
  [
    'other spelling',
    'Company ID,subject,body\n1,a,b\n',
    "there is no column 'company_id' in the header, only 'Company ID'",
  ],
  [
    'a column again',
    'company_id,subject,body,x,x,x\n1,a,b,c,d,e\n',
    "the column 'x' is there twice; nothing",
  ],
  ['a column without a name', 'company_id,subject,body,\n1,a,b,c\n', 'column 4 has no name in the header'],
])('%s is refused as a whole', async (_, file, detail) => {
  const comm = await newComm(site)
  const before = await countStored()
  const { status, problem } = await merge(site, comm, file)
  expect(status).toBe(400)
  expect(problem.detail).toContain(detail)
  expect(await countStored()).toEqual(before)
})

test('ignores the blank rows that spreadsheets leave at the end', async () => {
  const comm = await newComm(site)
  const { body } = await merge(site, comm, `${HEAD}1,a,b,c\r\n,,,\r\n,,,\r\n`)
  expect(await listStaged(body.import_id)).toHaveLength(1)
})

test('reports up to a hundred faults, and the number of the others', async () => {
  const comm = await newComm(site)
  const rows = Array.from(
    { length: 1_250 },
    (_, index) => `${index + 1},a,${index % 10 === 0 ? '{{x}}' : 'b'},c\n`,
  )
  const { problem } = await merge(site, comm, HEAD + rows.join(''))
  expect(problem.detail).toBe(
    '125 of 1,250 rows cannot be taken in; nothing was stored. The first 100 faults are told, 25 more are not',
  )
  expect(problem.errors).toHaveLength(100)
  expect(problem.errors?.[99]?.path).toBe('992:body')
})

test('values and templates are sanitized once they are filled in', async () => {
  const comm = await newComm(site)
  const file = `company_id,subject,body,link,html
1,a,"<p><a href=""{{link}}"">x</a></p>",javascript:alert(1),.
2,a,<p><a href={{link}}>x</a>{{html}}</p>,x onclick=alert(1),<img src=x onerror=alert(1)>
3,a,"<p style=""display:none"">{{html}}<script>x</script></p>",.,"</p><script>alert(1)</script>"
4,a,<{{html}}>y</{{html}}>z,.,script
5,a,"<p><a href=""{{link}}"">x</a></p>","https://a.example/?a=1&b=""2""",.
`
  const { body } = await merge(site, comm, file)
  const bodies = (await listStaged(body.import_id)).map((email) => email.body)
  expect(bodies).toEqual([
    '<p><a>x</a></p>',
    '<p><a>x</a>&lt;img src=x onerror=alert(1)&gt;</p>',
    '<p>&lt;/p&gt;&lt;script&gt;alert(1)&lt;/script&gt;</p>',
    'z',
    '<p><a href="https://a.example/?a=1&amp;b=&quot;2&quot;">x</a></p>',
  ])
})

test('the same file is refused twice for one comm, and accepted for another', async () => {
  const [comm, otherComm] = [await newComm(site), await newComm(site)]
  const file = mergeFile(3)
  const first = (await merge(site, comm, file)).body
  const again = await merge(site, comm, { file, query: { title: 'Once more' } })
  expect([again.status, again.problem.detail]).toEqual([
    409,
    `Comm ${comm.commId} has this very file already, as import ${first.import_id} ('August'); nothing was stored`,
  ])
  expect((await create(file, comm)).status).toBe(409)
  expect((await merge(site, otherComm, file)).status).toBe(200)
})

test('of concurrent uploads of one file to a comm only one is stored', async () => {
  // Two people, because six concurrent uploads exceed the share of one person.
  const otherSite = { server, person: await signInWith(server, ['view_mass_import'], ['Mail Merge']) }
  const [first, second] = [await newComm(site), await newComm(site)]
  const comms = [first, second]
  const files = [mergeFile(40), mergeFile(40), mergeFile(700, 41)]
  const answers = await Promise.all(
    files.flatMap((file) => [merge(site, first, file), merge(otherSite, second, file)]),
  )
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 200, 409, 409])
  for (const { commId } of comms) {
    const { imports } = (await person.call(listImports, { query: { sec_comm_id: commId } })).body
    expect(imports.map(({ staged }) => staged).toSorted()).toEqual([40, 700])
  }
})

test('a retry with the same key returns the same import', async () => {
  const comm = await newComm(site)
  const headers = { 'idempotency-key': 'once' }
  const first = await merge(site, comm, { file: mergeFile(2), headers })
  expect(await merge(site, comm, { file: mergeFile(2), headers })).toEqual(first)
  expect((await merge(site, comm, { file: mergeFile(3), headers })).status).toBe(409)
})

test('the comm must exist and belong to the named incident', async () => {
  const [comm, otherComm] = [await newComm(site), await newComm(site)]
  const wrong = await merge(site, { secId: otherComm.secId, commId: comm.commId }, mergeFile(1))
  const message = `comm ${comm.commId} belongs to security incident ${comm.secId} and not to ${otherComm.secId}`
  expect(wrong.problem.errors).toEqual([{ path: 'query.sec_id', message }])
  const refused = await create(mergeFile(1), { secId: comm.secId, commId: 999_999 })
  expect(refused.problem.detail).toBe('body.sec_comm_id: there is no comm 999999; it may have been deleted')
  // spec 3 §5: clients may send the id of the security incident as text.
  const asText = { sec_id: String(comm.secId) }
  const { body } = await create(mergeFile(1), comm, asText)
  expect(body.import.sec_id).toBe(comm.secId)
  const edit = { ...asText, import_id: body.import_id, title: 'Other' } as never
  expect((await person.call(updateImport, { body: edit })).status).toBe(200)
})

test('a comm with an import cannot be deleted', async () => {
  const comm = await newComm(site)
  const { import_id } = (await merge(site, comm, mergeFile(1))).body
  const tryDelete = () => person.call(deleteComm, { body: { sec_comm_id: comm.commId } })
  expect([(await tryDelete()).status, (await tryDelete()).problem.detail]).toEqual([
    409,
    `Comm ${comm.commId} still has mail-merge imports (1). Delete them first`,
  ])
  await person.call(deleteImport, { body: { import_id } })
  expect((await tryDelete()).status).toBe(200)
})

test('while a file is staged, others can edit its comm and write emails, but not delete the comm', async () => {
  const comm = await newComm(site)
  const staging = merge(site, comm, mergeFile(6_000))
  while (!(await isStaging(server))) await pause(5)
  const words = { description: 'Meanwhile', status: 'Sent', comm_type: 1 }
  const edited = await person.call(updateComm, { body: { sec_comm_id: comm.commId, ...words } })
  const written = await person.call(createSecurityEmail, {
    body: { sec_comm_id: comm.commId, company_id: 1, subject: 'Meanwhile', body: 'x' },
  })
  expect([edited.status, written.status, await isStaging(server)]).toEqual([200, 200, true])
  await person.call(deleteSecurityEmail, { body: { id: written.body.id } })
  const refused = await person.call(deleteComm, { body: { sec_comm_id: comm.commId } })
  expect([refused.status, refused.problem.detail]).toEqual([409, expect.stringContaining('imports (1)')])
  expect((await staging).status).toBe(200)
})

test('an edit changes what it names; new data stages anew, all or nothing', async () => {
  const comm = await newComm(site)
  const first = (await create(mergeFile(3), comm)).body.import
  const edit = (changes: object) =>
    person.call(updateImport, { body: { import_id: first.pkey, title: 'September', ...changes } })
  const titled = (await edit({ version: 1, is_hidden: 'Y' })).body.import
  expect(titled).toEqual({ ...first, title: 'September', is_hidden: 'Y', version: 2 })
  const outdated = await edit({ version: 1 })
  expect([outdated.status, outdated.problem.current]).toEqual([409, titled])
  const before = await listStaged(first.pkey)
  const bad = await edit({ data: `${mergeFile(2)}3,a,{{x}},y\n` })
  expect(bad.problem.errors).toMatchObject([{ path: '4:body' }])
  expect(await listStaged(first.pkey)).toEqual(before)
  expect((await edit({ data: mergeFile(3) })).body.import.staged).toBe(3)
  expect(await listStaged(first.pkey)).toEqual(before)
  const restaged = await edit({ data: mergeFile(5, 50), filename: 'other.csv' })
  expect(restaged.body.import).toMatchObject({ staged: 5, filename: 'other.csv', data: mergeFile(5, 50) })
  expect((await listStaged(first.pkey)).map((email) => email.company_id)).toEqual([50, 51, 52, 53, 54])
  expect((await edit({ sec_comm_id: 999_999 })).problem.detail).toContain('stays there')
})

test('data of an import cannot change once an email was promoted, even if the staged one is gone', async () => {
  const comm = await newComm(site)
  const { import_id } = (await create(mergeFile(2), comm)).body
  const [first] = await listStaged(import_id)
  await person.call(promoteStagedEmails, { body: { ids: [first?.pkey ?? 0] } })
  const edit = () => person.call(updateImport, { body: { import_id, title: 'x', data: mergeFile(4) } })
  expect([(await edit()).status, (await edit()).problem.detail]).toEqual([
    409,
    expect.stringContaining(`1 emails of import ${import_id} were promoted: its data stays`),
  ])
  await server.db.delete(stagedEmails)
  expect((await edit()).status).toBe(409)
  expect((await person.call(updateImport, { body: { import_id, title: 'x' } })).status).toBe(200)
})

test('a long file is listed by its beginning and read in parts without cutting a character', async () => {
  const comm = await newComm(site)
  const wide = '会社☎😀é'.repeat(9_000)
  const file = `\uFEFFcompany_id,subject,body,x\n${[1, 2, 3].map((id) => `${id},${'😀'.repeat(2)},<p>b</p>,${id}${wide}\n`).join('')}`
  const { body } = await merge(site, comm, file)
  expect(body.import.is_cut).toBe('Y')
  expect([...body.import.data].length).toBeGreaterThan(1_200)
  expect(file.slice(1).startsWith(body.import.data)).toBe(true)
  expect(body.import.data.isWellFormed()).toBe(true)
  let text = ''
  let parts = 0
  for (let from: number | null = 0; from !== null; parts += 1) {
    const part: { data: string; next: number | null } = (
      await person.call(readImport, { query: { import_id: body.import_id, from } })
    ).body
    text += part.data
    from = part.next
  }
  expect(text).toBe(file.slice(1))
  expect(parts).toBe(Math.ceil(Buffer.byteLength(file) / (256 * 1024)))
  const beyond = await person.call(readImport, { query: { import_id: body.import_id, from: 10_000_000 } })
  expect(beyond.body).toEqual({ data: '', next: null })
  expect((await person.call(readImport, { query: { import_id: 999_999 } })).status).toBe(404)
})

test('lists imports by incident, comm or id, newest first, in pages', async () => {
  const comm = await newComm(site)
  const created = []
  for (let size = 1; size <= 3; size += 1)
    created.unshift((await merge(site, comm, mergeFile(size))).body.import)
  const list = async (query: object) => (await person.call(listImports, { query })).body
  expect(await list({ sec_id: comm.secId })).toEqual({ imports: created, more_results: false, total: 3 })
  expect(await list({ sec_comm_id: comm.commId, start_at: 1, response_size: 1 })).toEqual({
    imports: [created[1]],
    more_results: true,
    total: 3,
  })
  expect((await list({ import_id: created[2]?.pkey })).imports).toEqual([created[2]])
})

test('deleting an import deletes its file and its staged emails', async () => {
  const before = await countStored()
  const { import_id, import: imported } = (await merge(site, await newComm(site), mergeFile(3))).body
  expect((await person.call(deleteImport, { body: { import_id } })).body).toEqual({ import_id })
  expect(await countStored()).toEqual(before)
  const { data: _, ...expected } = imported
  expect(await lastAudit(server)).toMatchObject({
    actionName: 'Delete Security Import',
    context: { before: expected, after: null },
  })
  expect((await person.call(deleteImport, { body: { import_id } })).status).toBe(404)
})
