import type { Action } from '@aviary/contract/actions'
import { ENDPOINTS } from '@aviary/contract/areas'
import { exportAudit, listAudit } from '@aviary/contract/audit/endpoints'
import { isRestricted } from '@aviary/contract/rights'
import { deleteSecurityEmail, updateSecurityEmail } from '@aviary/contract/security/email-endpoints'
import { sendSecurityEmails } from '@aviary/contract/security/send-endpoints'
import { createSecurityUser, uploadSecurityUsers } from '@aviary/contract/security/user-endpoints'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApp, type Person, type TestApp } from '../../../testing/app.ts'
import { signInWith } from '../../../testing/people.ts'
import { newComm, writeEmail } from '../../../testing/security.ts'
import { upload } from '../../../testing/upload.ts'
import { createAudit, sealWaiting, verifyAudit } from './public.ts'

let server: TestApp
let address = ''
let writer: Person
/** A person who may read the audit log, but has no permission for the security pages. */
let auditor: Person
let emailId = 0
beforeAll(async () => {
  server = await openTestApp()
  address = await server.listen()
  writer = await server.signInAs('administrator')
  auditor = await signInWith(server, ['view_aviary_audit'])
  const { commId } = await newComm(writer)
  const secret = { subject: 'zebra', body: '<p>zebra</p>', company_id: 77_001 }
  emailId = await writeEmail(writer, commId, secret)
  const [edited, deleted] = [
    await writeEmail(writer, commId, secret),
    await writeEmail(writer, commId, secret),
  ]
  const changed = { ...secret, id: edited, sec_comm_id: commId, subject: 'zebra again', version: 1 }
  expect((await writer.call(updateSecurityEmail, { body: changed })).status).toBe(200)
  expect((await writer.call(deleteSecurityEmail, { body: { id: deleted } })).status).toBe(200)
  const user = { company_id: 77_001, email: 'zebra@customer.example', active: 'Y' as const }
  expect((await writer.call(createSecurityUser, { body: user })).status).toBe(200)
  const file = 'company_id,email\n77002,zebra-2@customer.example\n'
  const query = { filename: 'zebra.csv' }
  const sent = await upload(server, writer, { endpoint: uploadSecurityUsers, query, file })
  expect(sent.status).toBe(200)
  expect((await writer.call(sendSecurityEmails, { body: { email_ids: [emailId] } })).status).toBe(200)
})
afterAll(async () => {
  expect(server.errors).toEqual([])
  await server.close()
})

const listedFor = async (person: Person, action_name?: string) =>
  (await person.call(listAudit, { query: action_name ? { action_name } : {} })).body.audit_log

async function exportedFor(person: Person, format: 'csv' | 'jsonl'): Promise<string> {
  const answer = await fetch(`${address}/api${exportAudit.path}?format=${format}`, {
    headers: { cookie: person.cookies },
  })
  expect(answer.status).toBe(200)
  return answer.text()
}

const SECRET = /zebra|Leaked key|A key|To all|customer\.example|77001|77002/

test('a reader of the log alone sees neither the text nor the recipients of security mails', async () => {
  expect(JSON.stringify(await listedFor(writer))).toMatch(SECRET)
  expect(JSON.stringify(await listedFor(auditor))).not.toMatch(SECRET)
  for (const format of ['csv', 'jsonl'] as const) {
    expect(await exportedFor(writer, format)).toMatch(SECRET)
    expect(await exportedFor(auditor, format)).not.toMatch(SECRET)
  }
})

test('who did what and when stays visible, with ids and counts', async () => {
  const [sent] = await listedFor(auditor, 'Security Incident Send Emails')
  expect(sent).toMatchObject({
    user_email: 'ada.admin@acme.example',
    action_name: 'Security Incident Send Emails',
  })
  expect(sent?.context).toEqual({
    email_ids: String(emailId),
    emails: 1,
    recipients: 1,
    request_id: expect.any(String),
    is_reduced: true,
  })
  const [imported] = await listedFor(auditor, 'Import Security Users')
  expect(imported?.context).toMatchObject({ added: 1, changed: 0, unchanged: 0, is_reduced: true })
})

const written = ENDPOINTS.flatMap(({ access, audits }) =>
  audits && access.by === 'action' && access.anyOf.every(isRestricted) ? [audits] : [],
)

test('no write on a restricted page reveals more than that, whatever its row holds', async () => {
  expect(written.length).toBeGreaterThan(15)
  for (const actionName of written) {
    const text = { title: 'zebra' }
    const context = { id: 7, before: text, after: text, filename: 'zebra', companies: { 7: 77_001 } }
    const row = { applicationName: 'Kept', userEmail: 'x@acme.example', createdDate: server.now() }
    await createAudit(server.db, { ...row, actionName, context })
    const [read] = await listedFor(auditor, actionName)
    expect(read?.context, actionName).toEqual({ id: 7, is_reduced: true })
  }
})

type Rights = { actions: Action[]; pages: string[]; isWhole: boolean }

test.each<[string, Rights]>([
  ['the action without its page', { actions: ['view_emails'], pages: [], isWhole: false }],
  ['the page without its action', { actions: [], pages: ['Emails'], isWhole: false }],
  ['another restricted page', { actions: ['view_comms'], pages: ['Comms'], isWhole: false }],
  ['the page of the emails', { actions: ['view_emails'], pages: ['Emails'], isWhole: true }],
  ['the composer', { actions: ['view_compose_email'], pages: ['Compose Email'], isWhole: true }],
])('%s: an email is read from the log as from its page', async (_, { actions, pages, isWhole }) => {
  const reader = await signInWith(server, ['view_aviary_audit', ...actions], pages)
  const [created] = (await listedFor(reader, 'Create Security Email')).slice(-1)
  expect(/zebra/.test(JSON.stringify(created))).toBe(isWhole)
  const lines = (await exportedFor(reader, 'csv')).split('\r\n')
  const ofEmails = lines.filter((line) => line.includes('Create Security Email'))
  expect(ofEmails.some((line) => line.includes('zebra'))).toBe(isWhole)
})

test('other rows stay whole, and seals cover the rows as they were written', async () => {
  const row = { applicationName: 'Kept', userEmail: 'x@acme.example', createdDate: server.now() }
  await createAudit(server.db, { ...row, actionName: 'Update Banner', context: { before: 'a', after: 'b' } })
  const [banner] = await listedFor(auditor, 'Update Banner')
  expect(banner?.context).toEqual({ before: 'a', after: 'b' })
  await sealWaiting(server.db)
  await listedFor(auditor)
  const { findings, sealed } = await verifyAudit(server.db, { archives: '' })
  expect(findings.texts).toEqual([])
  expect(sealed).toBeGreaterThan(10)
})
