import {
  countSecurityRecipients,
  createSecurityEmail,
  deleteSecurityEmail,
  listSecurityEmails,
  updateSecurityEmail,
} from '@aviary/contract/security/email-endpoints'
import { createComm, createSecurityIncident, deleteComm } from '@aviary/contract/security/endpoints'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApp, type Person, type TestApp } from '../../../../testing/app.ts'
import { securityEmails, securityUsers } from '../../../database/tables/security.ts'

let server: TestApp
let person: Person
let commId = 0
beforeAll(async () => {
  server = await openTestApp()
  person = await server.signInAs('administrator')
  commId = await newComm()
})
afterAll(async () => {
  expect(server.errors).toEqual([])
  await server.close()
})

async function newComm(): Promise<number> {
  const incidentFields = { title: 'Leaked key', description: 'A key', status: 'Open' }
  const incident = await person.call(createSecurityIncident, {
    body: { ...incidentFields, start_date: '2026-08-20T14:43:00Z' },
  })
  const { sec_id } = incident.body
  const { body } = await person.call(createComm, {
    body: { sec_id, description: 'To all', status: 'Draft', comm_type: 1 },
  })
  return body.sec_comm_id
}

const fields = (changes: object = {}) => ({
  company_id: 41,
  subject: 'Your key',
  body: '<p>Your key was found</p>',
  ...changes,
})
const create = (changes: object = {}) =>
  person.call(createSecurityEmail, { body: { ...fields(changes), sec_comm_id: commId, ...changes } })
const created = async (changes: object = {}) => (await create(changes)).body.email
const edit = (id: number, changes: object = {}) =>
  person.call(updateSecurityEmail, { body: { ...fields(changes), id } })
const list = async (query: object) => (await person.call(listSecurityEmails, { query })).body
const markSent = (id: number) =>
  server.db.update(securityEmails).set({ sentDate: server.now() }).where(eq(securityEmails.id, id))

test('writes an email, lists it under its comm, reads, changes and deletes it', async () => {
  const comm = await newComm()
  const email = await created({ sec_comm_id: comm })
  expect(email).toMatchObject({
    ...fields(),
    sec_comm_id: comm,
    sent_date: null,
    was_sent: 'N',
    upload_source: 'MANUAL',
    version: 1,
  })
  const newer = await created({ sec_comm_id: comm, company_id: 42 })
  expect(await list({ sec_comm_id: comm })).toEqual({ emails: [newer, email], more_results: false, total: 2 })
  const second = await list({ sec_comm_id: comm, start_at: 1, response_size: 1 })
  expect(second).toEqual({ emails: [email], more_results: false, total: 2 })
  expect((await list({ comm_content_id: email.comm_content_id })).emails).toEqual([
    { ...email, content: email.body },
  ])

  const edited = await edit(email.id, { subject: 'Now', version: 1 })
  expect(edited.body.email).toMatchObject({ subject: 'Now', company_id: 41, version: 2 })
  const outdated = await edit(email.id, { subject: 'Mine', version: 1 })
  expect([outdated.status, outdated.problem.current]).toEqual([409, edited.body.email])

  expect((await person.call(deleteSecurityEmail, { body: { id: email.id } })).body).toEqual({ id: email.id })
  expect((await list({ sec_comm_id: comm })).emails).toEqual([newer])
})

test('an email keeps its company and its comm, in every call and in the database', async () => {
  const email = await created()
  const moved = await edit(email.id, { company_id: 42 })
  expect([moved.status, moved.problem.detail]).toEqual([
    400,
    `body.company_id: email ${email.id} is for company 41 and stays so: write another one for 42`,
  ])
  const movedComm = await edit(email.id, { sec_comm_id: await newComm() })
  expect([movedComm.status, movedComm.problem.errors?.[0]?.path]).toEqual([400, 'body.sec_comm_id'])
  const byHand = server.db
    .update(securityEmails)
    .set({ companyId: 42 })
    .where(eq(securityEmails.id, email.id))
  await expect(byHand).rejects.toMatchObject({
    cause: { message: expect.stringContaining('is for company 41') },
  })
  expect((await list({ comm_content_id: email.id })).emails[0]).toEqual({ ...email, content: email.body })
})

test('a sent email can be neither changed nor deleted, nor can its comm be deleted', async () => {
  const comm = await newComm()
  const email = await created({ sec_comm_id: comm })
  await markSent(email.id)
  const edited = await edit(email.id, { subject: 'Another' })
  expect([edited.status, edited.problem.current]).toEqual([
    409,
    { ...email, was_sent: 'Y', sent_date: server.now().toISOString() },
  ])
  expect((await person.call(deleteSecurityEmail, { body: { id: email.id } })).status).toBe(409)
  const condition = eq(securityEmails.id, email.id)
  for (const byHand of [
    server.db.update(securityEmails).set({ body: '<p>Other</p>' }).where(condition),
    server.db.update(securityEmails).set({ sentDate: null }).where(condition),
    server.db.delete(securityEmails).where(condition),
  ])
    await expect(byHand).rejects.toMatchObject({ cause: { message: expect.stringContaining('was sent') } })
  const refused = await person.call(deleteComm, { body: { sec_comm_id: comm } })
  expect([refused.status, refused.problem.detail]).toEqual([
    409,
    `Comm ${comm} still has emails (1). Delete them first; what was sent stays`,
  ])
})

test.each([
  ['<p onclick="x()">a</p><script>alert(1)</script>', '<p>a</p>'],
  ['<p style="display:none">hidden</p>', '<p>hidden</p>'],
  ['<a href="javascript:alert(1)">a</a>', '<a>a</a>'],
  ['<a href="jAvA&#x73;cript:alert(1)">a</a>', '<a>a</a>'],
  ['<a href="//evil.example/x">a</a>', '<a>a</a>'],
  ['<a href="/emails/7">a</a><a href="#b">b</a><a href="x.html">c</a>', '<a>a</a><a>b</a><a>c</a>'],
  ['<a href="MAILTO:a@acme.example">a</a>', '<a href="MAILTO:a@acme.example">a</a>'],
  ['<p class="mail-header">a</p><h2 class="mail-header x">b</h2>', '<p>a</p><h2 class="mail-header">b</h2>'],
  ['<template>a</template><iframe>b</iframe><video>c</video><p>d</p>', '<p>d</p>'],
  ['<a href="https://acme.example/x" target="_blank">a</a>', '<a href="https://acme.example/x">a</a>'],
  ['<img src="https://evil.example/pixel.gif" onerror="x()">b', 'b'],
  ['<svg><script>alert(1)</script></svg>c', 'c'],
  ['<style>p{display:none}</style><p>d</p>', '<p>d</p>'],
  ['<h2 class="mail-header visually-hidden">e</h2>', '<h2 class="mail-header">e</h2>'],
  [
    '<table width="468" style="x"><tr><td width="50%">f</td><td width="0">g</td></tr></table>',
    '<table width="468"><tr><td width="50%">f</td><td>g</td></tr></table>',
  ],
  ['<form action="https://evil.example"><input name="x">h</form>', '<div>h</div>'],
  ['<math><mtext><img src=x onerror=alert(1)></mtext></math>i', 'i'],
  ['{{name}} &lt;b&gt;', '{{name}} &lt;b&gt;'],
])('the body %j is stored as %j', async (body, expected) => {
  expect((await created({ body })).body).toBe(expected)
})

test.each([
  [{ subject: ' \r\n ' }, 'body.subject: Subject cannot be empty'],
  [{ body: ' ' }, 'body.body: Email body cannot be empty'],
  [{ body: '<p> <br /></p><img src="x">' }, 'body.body: Email body cannot be empty'],
  [{ company_id: '' }, 'body.company_id: Company ID is required'],
  [{ company_id: 'abc' }, 'body.company_id: Use a whole number'],
  [{ sec_comm_id: 2_000_000_000 }, 'body.sec_comm_id: there is no comm 2000000000; it may have been deleted'],
  [{ upload_source: 'MERGE' }, 'body.upload_source: use MANUAL'],
])('%j is refused', async (changes, detail) => {
  const refused = await create(changes)
  expect([refused.status, refused.problem.detail]).toEqual([400, detail])
})

test('a subject is folded into one line', async () => {
  expect((await created({ subject: ' One\r\nBcc: x@evil.example ' })).subject).toBe('One Bcc: x@evil.example')
})

test('counts the active security users of each company and leaves out companies without any', async () => {
  const user = (companyId: number, email: string, isActive = true) => ({
    ...{ companyId, email, isActive, createdDate: server.now() },
  })
  await server.db
    .insert(securityUsers)
    .values([
      user(71, 'a@seventy-one.example'),
      user(71, 'b@seventy-one.example'),
      user(71, 'c@seventy-one.example', false),
      user(72, 'd@seventy-two.example', false),
      user(73, 'a@seventy-one.example'),
    ])
  const impact = async (company_ids: string) =>
    (await person.call(countSecurityRecipients, { query: { company_ids } })).body.impact
  expect(await impact('71,72,73,74')).toEqual({ 71: 2, 73: 1 })
  expect(await impact('')).toEqual({})
  const bad = await person.call(countSecurityRecipients, { query: { company_ids: '71,x' } })
  expect(bad.status).toBe(400)
})

test('listing needs a comm or a content id', async () => {
  const refused = await person.call(listSecurityEmails, { query: {} })
  expect([refused.status, refused.problem.detail]).toEqual([
    400,
    'query: name sec_comm_id or comm_content_id',
  ])
})
