import { deleteSecurityEmail, listSecurityEmails } from '@aviary/contract/security/email-endpoints'
import { deleteImport } from '@aviary/contract/security/import-endpoints'
import {
  createStagedEmail,
  deleteStagedEmail,
  getStagedReach,
  listStagedEmails,
  promoteStagedEmails,
  readStagedSource,
  updateStagedEmail,
} from '@aviary/contract/security/staging-endpoints'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApp, type Person, type TestApp } from '../../../../testing/app.ts'
import { type CommOf, merge, mergeFile, newComm } from '../../../../testing/merge.ts'
import { lastAudit } from '../../../../testing/queries.ts'
import { addSecurityUsers } from '../../../../testing/security.ts'
import { stagedEmails } from '../../../database/tables/security.ts'

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

const list = async (importId: number, query: object = {}) =>
  (await person.call(listStagedEmails, { query: { import_id: importId, ...query } })).body
async function staged(file: string) {
  const comm = await newComm(site)
  const importId = (await merge(site, comm, file)).body.import_id
  return { comm, importId, emails: (await list(importId)).staging_emails }
}
const promote = (body: { ids?: number[]; import_id?: number }) => person.call(promoteStagedEmails, { body })
const emailsOf = async ({ commId }: CommOf) =>
  (await person.call(listSecurityEmails, { query: { sec_comm_id: commId } })).body.emails
const edit = (id: number, changes: object = {}) =>
  person.call(updateStagedEmail, {
    body: { staging_id: id, company_id: 1, subject: 'Now', body: '<p>Now</p>', ...changes },
  })

test('staged emails come in the order of their rows, page by page, or of one company', async () => {
  const { importId, emails } = await staged(mergeFile(1_204, 7))
  expect(emails.map(({ company_id }) => company_id)).toEqual(Array.from({ length: 100 }, (_, at) => at + 7))
  const last = await list(importId, { start_at: 1_200, response_size: 1_000 })
  expect(last).toMatchObject({ more_results: false, total: 1_204 })
  expect(last.staging_emails.map(({ company_id, line }) => [company_id, line])).toEqual([
    [1_207, 1_202],
    [1_208, 1_203],
    [1_209, 1_204],
    [1_210, 1_205],
  ])
  expect(await list(importId, { company_id: 8 })).toMatchObject({ staging_emails: [emails[1]], total: 1 })
})

test('the reach is of what waits for promotion: companies with an active security user', async () => {
  const { importId, emails } = await staged(mergeFile(4, 7_001))
  for (const [company, users] of Object.entries({
    7001: ['a@reach.example', 'b@reach.example'],
    7002: ['off-c@reach.example', 'd@reach.example'],
    7003: ['off-e@reach.example'],
    7009: ['f@reach.example'],
  }))
    await addSecurityUsers(server, Number(company), users)
  const reach = async () => (await person.call(getStagedReach, { query: { import_id: importId } })).body
  expect(await reach()).toEqual({ waiting: 4, reachable: 2 })
  await promote({ ids: [emails[1]?.pkey ?? 0] })
  expect(await reach()).toEqual({ waiting: 3, reachable: 1 })
  await promote({ import_id: importId })
  expect(await reach()).toEqual({ waiting: 0, reachable: 0 })
})

test('the row behind a staged email is read from the file itself, wherever it stands', async () => {
  const filler = 'ü'.repeat(3_000)
  const row = (id: number) => `${id},"Sub, ""${id}""\n","<p>{{x}}</p>"," ${id} ${filler}"\r\n`
  const file = `\uFEFFcompany_id,subject,body,x\r\n${Array.from({ length: 100 }, (_, at) => row(at + 1)).join('\r\n')}`
  const { emails } = await staged(file)
  for (const email of emails) {
    const { body } = await person.call(readStagedSource, { query: { staging_id: email.pkey } })
    const id = email.company_id
    expect(body).toEqual({
      line: email.line,
      cells: [
        { column: 'company_id', value: String(id) },
        { column: 'subject', value: `Sub, "${id}"\n` },
        { column: 'body', value: '<p>{{x}}</p>' },
        { column: 'x', value: ` ${id} ${filler}` },
      ],
    })
    expect(email.subject).toBe(`Sub, "${id}"`)
  }
})

test('one is added by hand, edited and deleted, and each leaves its audit row', async () => {
  const { comm, importId } = await staged(mergeFile(1))
  const create = (changes: object) =>
    person.call(createStagedEmail, {
      body: {
        import_id: importId,
        company_id: 9,
        subject: 'By hand',
        body: '<p onclick="x()">Hello</p>',
        ...changes,
      },
    })
  const { body } = await create({})
  expect(body.staging_email).toMatchObject({
    pkey: body.staging_id,
    import_id: importId,
    sec_comm_id: comm.commId,
    company_id: 9,
    body: '<p>Hello</p>',
    line: null,
    version: 1,
  })
  expect((await lastAudit(server))?.context).toMatchObject({ before: null, after: body.staging_email })
  expect((await create({})).problem.detail).toContain('has an email for company 9 already')
  expect((await create({ import_id: 999_999 })).status).toBe(400)
  const source = await person.call(readStagedSource, { query: { staging_id: body.staging_id } })
  expect([source.status, source.problem.detail]).toEqual([404, expect.stringContaining('by hand')])

  const edited = await edit(body.staging_id, { company_id: 9, version: 1 })
  expect(edited.body.staging_email).toMatchObject({ subject: 'Now', body: '<p>Now</p>', version: 2 })
  expect((await lastAudit(server))?.context).toMatchObject({
    before: body.staging_email,
    after: edited.body.staging_email,
  })
  const outdated = await edit(body.staging_id, { company_id: 9, version: 1 })
  expect([outdated.status, outdated.problem.current]).toEqual([409, edited.body.staging_email])
  expect((await edit(body.staging_id, { company_id: 10 })).problem.detail).toBe(
    `body.company_id: staged email ${body.staging_id} is for company 9 and stays so`,
  )
  const gone = await person.call(deleteStagedEmail, { body: { staging_id: body.staging_id } })
  expect(gone.body).toEqual({ staging_id: body.staging_id })
  expect(await lastAudit(server)).toMatchObject({
    actionName: 'Delete Staging Emails',
    context: { after: null },
  })
  expect((await edit(body.staging_id, { company_id: 9 })).status).toBe(404)
})

test.each([
  [{ subject: ' ' }, 'Subject cannot be empty'],
  [{ body: '' }, 'Email body cannot be empty'],
  [{ body: '<p><img src="https://elsewhere.example/x.gif"></p>' }, 'Email body cannot be empty'],
])('an edit to %j is refused', async (changes, detail) => {
  const { emails } = await staged(mergeFile(1))
  const found = await edit(emails[0]?.pkey ?? 0, changes)
  expect([found.status, found.problem.detail]).toEqual([400, expect.stringContaining(detail)])
})

test('promoting makes an email of its comm, once however often it is asked', async () => {
  const { comm, importId, emails } = await staged(mergeFile(3, 20))
  const ids = emails.map(({ pkey }) => pkey)
  const first = (await promote({ ids: [ids[1] ?? 0, ids[1] ?? 0] })).body
  expect(first).toEqual({ promoted: 1, staging_emails: [{ pkey: ids[1], email_id: expect.any(Number) }] })
  const made = await emailsOf(comm)
  expect(made).toMatchObject([
    {
      id: first.staging_emails[0]?.email_id,
      company_id: 21,
      subject: 'Notice for 21',
      body: '<p>Dear Company 21 of company 21</p>',
      was_sent: 'N',
      upload_source: `IMPORT ${importId}`,
    },
  ])
  expect((await lastAudit(server))?.context).toMatchObject({
    import_ids: [importId],
    promoted: 1,
    emails: [{ staging_id: ids[1], email_id: made[0]?.id, count: 1 }],
  })
  const all = (await promote({ import_id: importId })).body
  expect(all.promoted).toBe(2)
  expect(all.staging_emails).toContainEqual(first.staging_emails[0])
  expect((await promote({ ids })).body).toEqual({ promoted: 0, staging_emails: all.staging_emails })
  expect(await emailsOf(comm)).toHaveLength(3)
  expect((await list(importId)).staging_emails[1]).toMatchObject({
    was_promoted: 'Y',
    email_id: made[0]?.id,
  })
})

test('what was promoted is not changed, and stays an email when the staged one goes', async () => {
  const { comm, importId, emails } = await staged(mergeFile(2))
  await promote({ import_id: importId })
  const id = emails[0]?.pkey ?? 0
  const refused = await edit(id)
  expect([refused.status, refused.problem.detail]).toEqual([
    409,
    expect.stringContaining('was promoted to email'),
  ])
  await person.call(deleteStagedEmail, { body: { staging_id: id } })
  await person.call(deleteImport, { body: { import_id: importId } })
  expect(await emailsOf(comm)).toHaveLength(2)
})

test('an email that was deleted is not made once more', async () => {
  const { comm, importId } = await staged(mergeFile(1))
  await promote({ import_id: importId })
  const [email] = await emailsOf(comm)
  await person.call(deleteSecurityEmail, { body: { id: email?.id ?? 0 } })
  expect((await promote({ import_id: importId })).body.promoted).toBe(0)
  expect(await emailsOf(comm)).toEqual([])
})

test('with an id that nobody knows nothing is promoted', async () => {
  const { comm, emails } = await staged(mergeFile(2))
  const found = await promote({ ids: [emails[0]?.pkey ?? 0, 999_999, 888_888] })
  expect([found.status, found.problem.detail]).toEqual([
    409,
    'There is no staged email 999999, 888888; it may have been deleted. Nothing was promoted',
  ])
  // Whoever asked can go on with those that are there.
  expect(found.problem.current).toEqual({ ids: [emails[0]?.pkey] })
  expect(await emailsOf(comm)).toEqual([])
  expect((await promote({ import_id: 999_999 })).status).toBe(404)
})

test('many who promote the same at once make each email once', async () => {
  const { comm, importId, emails } = await staged(mergeFile(90))
  const ids = emails.map(({ pkey }) => pkey)
  const found = await Promise.all([
    promote({ import_id: importId }),
    promote({ ids }),
    promote({ ids: ids.toReversed() }),
    ...ids.slice(0, 8).map((id) => promote({ ids: [id] })),
  ])
  expect(found.map(({ status }) => status)).toEqual(found.map(() => 200))
  expect(found.reduce((sum, { body }) => sum + body.promoted, 0)).toBe(90)
  const made = await emailsOf(comm)
  expect(new Set(made.map(({ company_id }) => company_id)).size).toBe(90)
  expect(made).toHaveLength(90)
})

test("no row of a company becomes another company's email, whoever edits and promotes at once", async () => {
  const { comm, importId } = await staged(mergeFile(400))
  const all = (await list(importId, { response_size: 1_000 })).staging_emails
  const edits = all
    .filter((_, at) => at % 20 === 0)
    .map(({ pkey, company_id }) =>
      edit(pkey, { company_id, subject: `Edited for ${company_id}`, body: `<p>Edited, ${company_id}</p>` }),
    )
  const halves = [all.slice(0, 250), all.slice(150)].map((half) =>
    promote({ ids: half.map(({ pkey }) => pkey).toReversed() }),
  )
  await Promise.all([...edits, ...halves])
  const made = await emailsOf(comm)
  expect(made).toHaveLength(400)
  for (const { company_id, subject, body } of made) {
    expect(subject).toMatch(new RegExp(`^(Notice for|Edited for) ${company_id}$`))
    expect(body).toMatch(new RegExp(`^<p>(Dear Company ${company_id} of company|Edited,) ${company_id}</p>$`))
  }
})

test('nothing moves a staged email to another company, and nothing changes one that was promoted', async () => {
  const { importId, emails } = await staged(mergeFile(2))
  const id = emails[0]?.pkey ?? 0
  const set = (fields: object) =>
    server.db.update(stagedEmails).set(fields).where(eq(stagedEmails.stagingId, id))
  const told = (message: string) => ({
    cause: expect.objectContaining({ message: expect.stringContaining(message) }),
  })
  await expect(set({ companyId: 2 })).rejects.toMatchObject(told('is for company 1'))
  await promote({ import_id: importId })
  await expect(set({ body: 'other' })).rejects.toMatchObject(told('was promoted'))
  await expect(set({ emailId: null })).rejects.toMatchObject(told('was promoted'))
  const { rows } = await server.db.execute(sql`select count(*)::int as emails from staged_emails s
    join security_emails e on e.id = s.email_id
    where (e.company_id, e.subject, e.body, e.sec_comm_id) is distinct from
      (s.company_id, s.subject, s.body, s.sec_comm_id)`)
  expect(rows).toEqual([{ emails: 0 }])
})
