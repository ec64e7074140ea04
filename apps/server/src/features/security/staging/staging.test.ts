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
import { ingest } from '../../../../testing/ingest.ts'
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
async function stageFile(file: string) {
  const comm = await newComm(site)
  const importId = (await merge(site, comm, file)).body.import_id
  return { comm, importId, emails: (await list(importId)).staging_emails }
}
const promote = (body: { ids?: number[]; import_id?: number }) => person.call(promoteStagedEmails, { body })
const listEmails = async ({ commId }: CommOf) =>
  (await person.call(listSecurityEmails, { query: { sec_comm_id: commId } })).body.emails
const edit = (id: number, changes: object = {}) =>
  person.call(updateStagedEmail, {
    body: { staging_id: id, company_id: 1, subject: 'Now', body: '<p>Now</p>', ...changes },
  })

test('lists staged emails in the order of their rows, in pages or of one company', async () => {
  const { importId, emails } = await stageFile(mergeFile(1_204, 7))
  expect(emails.map(({ company_id }) => company_id)).toEqual(
    Array.from({ length: 100 }, (_, index) => index + 7),
  )
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

test('the reach counts the emails that wait for promotion, those that reach somebody, and unknown companies', async () => {
  await ingest(server, 'companies', [{ id: 7_001, name: 'Heron Ltd' }])
  const { importId, emails } = await stageFile(mergeFile(4, 7_001))
  for (const [company, users] of Object.entries({
    7001: ['a@reach.example', 'b@reach.example'],
    7002: ['off-c@reach.example', 'd@reach.example'],
    7003: ['off-e@reach.example'],
    7009: ['f@reach.example'],
  }))
    await addSecurityUsers(server, Number(company), users)
  const reach = async () => (await person.call(getStagedReach, { query: { import_id: importId } })).body
  expect(await reach()).toEqual({ waiting: 4, reachable: 2, unknown: 3 })
  await promote({ ids: [emails[1]?.pkey ?? 0] })
  expect(await reach()).toEqual({ waiting: 3, reachable: 1, unknown: 2 })
  await promote({ import_id: importId })
  expect(await reach()).toEqual({ waiting: 0, reachable: 0, unknown: 0 })
})

test('reads the row behind a staged email from the file itself, wherever it stands', async () => {
  const filler = 'ü'.repeat(3_000)
  const row = (id: number) => `${id},"Sub, ""${id}""\n","<p>{{x}}</p>"," ${id} ${filler}"\r\n`
  const file = `\uFEFFcompany_id,subject,body,x\r\n${Array.from({ length: 100 }, (_, index) => row(index + 1)).join('\r\n')}`
  const { emails } = await stageFile(file)
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

test('adds a staged email by hand, edits and deletes it, each with an audit row', async () => {
  const { comm, importId } = await stageFile(mergeFile(1))
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
  const deleted = await person.call(deleteStagedEmail, { body: { staging_id: body.staging_id } })
  expect(deleted.body).toEqual({ staging_id: body.staging_id })
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
  const { emails } = await stageFile(mergeFile(1))
  const refused = await edit(emails[0]?.pkey ?? 0, changes)
  expect([refused.status, refused.problem.detail]).toEqual([400, expect.stringContaining(detail)])
})

test('promotes a staged email once, however often it is requested', async () => {
  const { comm, importId, emails } = await stageFile(mergeFile(3, 20))
  const ids = emails.map(({ pkey }) => pkey)
  const first = (await promote({ ids: [ids[1] ?? 0, ids[1] ?? 0] })).body
  expect(first).toEqual({ promoted: 1, staging_emails: [{ pkey: ids[1], email_id: expect.any(Number) }] })
  const created = await listEmails(comm)
  expect(created).toMatchObject([
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
    emails: [{ staging_id: ids[1], email_id: created[0]?.id, count: 1 }],
  })
  const all = (await promote({ import_id: importId })).body
  expect(all.promoted).toBe(2)
  expect(all.staging_emails).toContainEqual(first.staging_emails[0])
  expect((await promote({ ids })).body).toEqual({ promoted: 0, staging_emails: all.staging_emails })
  expect(await listEmails(comm)).toHaveLength(3)
  expect((await list(importId)).staging_emails[1]).toMatchObject({
    was_promoted: 'Y',
    email_id: created[0]?.id,
  })
})

test('a promoted email cannot be edited, and outlives its staged one', async () => {
  const { comm, importId, emails } = await stageFile(mergeFile(2))
  await promote({ import_id: importId })
  const id = emails[0]?.pkey ?? 0
  const refused = await edit(id)
  expect([refused.status, refused.problem.detail]).toEqual([
    409,
    expect.stringContaining('was promoted to email'),
  ])
  await person.call(deleteStagedEmail, { body: { staging_id: id } })
  await person.call(deleteImport, { body: { import_id: importId } })
  expect(await listEmails(comm)).toHaveLength(2)
})

test('does not create a deleted email again', async () => {
  const { comm, importId } = await stageFile(mergeFile(1))
  await promote({ import_id: importId })
  const [email] = await listEmails(comm)
  await person.call(deleteSecurityEmail, { body: { id: email?.id ?? 0 } })
  expect((await promote({ import_id: importId })).body.promoted).toBe(0)
  expect(await listEmails(comm)).toEqual([])
})

test('promotes nothing when an id is unknown', async () => {
  const { comm, emails } = await stageFile(mergeFile(2))
  const refused = await promote({ ids: [emails[0]?.pkey ?? 0, 999_999, 888_888] })
  expect([refused.status, refused.problem.detail]).toEqual([
    409,
    'There is no staged email 999999, 888888; it may have been deleted. Nothing was promoted',
  ])
  // The answer lists the ids that exist, so that the client can continue with them.
  expect(refused.problem.current).toEqual({ ids: [emails[0]?.pkey] })
  expect(await listEmails(comm)).toEqual([])
  expect((await promote({ import_id: 999_999 })).status).toBe(404)
})

test('concurrent promotions create each email once', async () => {
  const { comm, importId, emails } = await stageFile(mergeFile(90))
  const ids = emails.map(({ pkey }) => pkey)
  const answers = await Promise.all([
    promote({ import_id: importId }),
    promote({ ids }),
    promote({ ids: ids.toReversed() }),
    ...ids.slice(0, 8).map((id) => promote({ ids: [id] })),
  ])
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
  expect(answers.reduce((sum, { body }) => sum + body.promoted, 0)).toBe(90)
  const created = await listEmails(comm)
  expect(new Set(created.map(({ company_id }) => company_id)).size).toBe(90)
  expect(created).toHaveLength(90)
})

test('concurrent edits and promotions never mix up companies', async () => {
  const { comm, importId } = await stageFile(mergeFile(400))
  const all = (await list(importId, { response_size: 1_000 })).staging_emails
  const edits = all
    .filter((_, index) => index % 20 === 0)
    .map(({ pkey, company_id }) =>
      edit(pkey, { company_id, subject: `Edited for ${company_id}`, body: `<p>Edited, ${company_id}</p>` }),
    )
  const halves = [all.slice(0, 250), all.slice(150)].map((half) =>
    promote({ ids: half.map(({ pkey }) => pkey).toReversed() }),
  )
  await Promise.all([...edits, ...halves])
  const created = await listEmails(comm)
  expect(created).toHaveLength(400)
  for (const { company_id, subject, body } of created) {
    expect(subject).toMatch(new RegExp(`^(Notice for|Edited for) ${company_id}$`))
    expect(body).toMatch(new RegExp(`^<p>(Dear Company ${company_id} of company|Edited,) ${company_id}</p>$`))
  }
})

test('the database refuses another company, and any change after the promotion', async () => {
  const { importId, emails } = await stageFile(mergeFile(2))
  const id = emails[0]?.pkey ?? 0
  const set = (fields: object) =>
    server.db.update(stagedEmails).set(fields).where(eq(stagedEmails.stagingId, id))
  const rejection = (message: string) => ({
    cause: expect.objectContaining({ message: expect.stringContaining(message) }),
  })
  await expect(set({ companyId: 2 })).rejects.toMatchObject(rejection('is for company 1'))
  await promote({ import_id: importId })
  await expect(set({ body: 'other' })).rejects.toMatchObject(rejection('was promoted'))
  await expect(set({ emailId: null })).rejects.toMatchObject(rejection('was promoted'))
  const { rows } = await server.db.execute(sql`select count(*)::int as emails from staged_emails s
    join security_emails e on e.id = s.email_id
    where (e.company_id, e.subject, e.body, e.sec_comm_id) is distinct from
      (s.company_id, s.subject, s.body, s.sec_comm_id)`)
  expect(rows).toEqual([{ emails: 0 }])
})
