import { listDeliveries } from '@aviary/contract/deliveries/endpoints'
import { getMessages, listIncidents } from '@aviary/contract/incidents/endpoints'
import {
  createMessage,
  listAlertTypes,
  listEmailComponents,
  previewMessage,
  updateMessage,
} from '@aviary/contract/messages/endpoints'
import { createTemplate, listTemplates } from '@aviary/contract/templates/endpoints'
import { AFFECTED_SERVICES } from '@aviary/contract/templates/rules'
import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { callPlain, openTestApp, type Person, type TestApp } from '../../../testing/app.ts'
import { incidentRecord, ingest } from '../../../testing/ingest.ts'
import { subscribe } from '../../../testing/subscribers.ts'
import { openToken, type Token } from '../../../testing/tokens.ts'
import { auditLog } from '../../database/tables/audit.ts'
import { incidentMessages, messageChanges } from '../../database/tables/incidents.ts'
import { broadcasts } from '../../database/tables/mail.ts'

// Messages that service tokens write, for staff; those for people outside are in token-broadcasts.test.ts.

let server: TestApp
let manager: Person
let writer: Token
beforeAll(async () => {
  server = await openTestApp()
  manager = await server.signInAs('incident_manager')
  writer = await openToken(server, 'deploy bot', ['write:messages'])
  await ingest(server, 'incidents', [
    incidentRecord('OPI-1', { affected_services: ['Expense'], data_centers: ['us2'] }),
    incidentRecord('OPI-2', { is_internal: 'Y' }),
  ])
  const types = ['Update', 'Internal Update']
  await subscribe(server, 'ana@example.com', { alertTypes: types })
  await subscribe(server, 'bo@acme.example', { alertTypes: types })
})
afterAll(async () => {
  expect(server.errors).toEqual([])
  await server.close()
})

const draft = (changes: object = {}) => ({
  jira_id: 'OPI-1',
  priority_type: 'P1' as const,
  message_type: 'Internal Update',
  body: '<p>We rolled back</p>',
  broadcast: 'N' as const,
  email_template_data: { current_status: 'Rolled back', next_update: '13:00 UTC' },
  ...changes,
})
const post = (token: Token, changes: object = {}, headers: Record<string, string> = {}) =>
  token.call(createMessage, { body: draft(changes), headers })
const edit = (token: Token, message: { id: number }, changes: object = {}) =>
  token.call(updateMessage, {
    body: {
      ...{ message_id: message.id, jira_id: 'OPI-1', priority_type: 'P1', message_type: 'Internal Update' },
      ...{ body: `<p>${crypto.randomUUID()}</p>`, language: 'en', ...changes },
    },
  })
const said = (answer: { status: number; problem: { detail: string } }) => [
  answer.status,
  answer.problem.detail,
]
const countMessages = async () => (await server.db.select().from(incidentMessages)).length

test('a token posts a message, which is audited and shown under its name', async () => {
  const { status, body } = await post(writer)
  expect(status).toBe(200)
  // Names, even its own, are for tokens with read:people.
  expect(body.message).not.toHaveProperty('created_by')
  const { messages } = (await manager.call(getMessages, { query: { jira_id: 'OPI-1' } })).body
  expect(messages.find(({ id }) => id === body.message.id)).toMatchObject({
    created_by: 'token:deploy bot',
    message_type: 'Internal Update',
  })
  const [row] = await server.db.select().from(auditLog).where(eq(auditLog.actionName, 'Create Message'))
  expect(row).toMatchObject({
    userEmail: 'token:deploy bot',
    applicationName: 'Script',
    context: { jira_id: 'OPI-1', before: null, after: { id: body.message.id } },
  })
})

test('a token mails staff, and edits what it posted', async () => {
  const { status, body } = await post(writer, { broadcast: 'Y' })
  expect(status).toBe(200)
  const query = { broadcast_id: body.broadcast_id ?? 0 }
  const { deliveries } = (await manager.call(listDeliveries, { query })).body
  expect(deliveries.map(({ email }) => email)).toEqual(['bo@acme.example'])
  const [broadcast] = await server.db.select().from(broadcasts)
  expect(broadcast).toMatchObject({ audience: 'INTERNAL', createdBy: 'token:deploy bot' })

  // An internal message is not there for a token that sees nothing internal.
  expect((await edit(writer, body.message)).status).toBe(404)
  const insider = await openToken(server, 'insider', ['write:messages', 'read:internal', 'read:people'])
  const edited = await edit(insider, body.message, { body: '<p>Done</p>' })
  expect(edited.body.message).toMatchObject({ created_by: 'token:deploy bot', updated_by: 'token:insider' })
  expect(await server.db.select().from(messageChanges)).toMatchObject([{ changedBy: 'token:insider' }])
  expect(
    await server.db.select().from(auditLog).where(eq(auditLog.actionName, 'Update Message')),
  ).toMatchObject([{ userEmail: 'token:insider' }])
})

test('a token reads what a message needs', async () => {
  const types = (await writer.call(listAlertTypes)).body.payload.P1.alert_types.map(({ name }) => name)
  expect(types).toEqual(expect.arrayContaining(['Update', 'Internal Update']))
  expect((await writer.call(listEmailComponents)).status).toBe(200)
  const preview = await writer.call(previewMessage, { body: draft({ translate: false }) })
  expect(preview.body).toMatchObject({ audience: 'INTERNAL', total: 1, channels: { listed: [] } })
})

test('a token reads templates, without names and what is internal', async () => {
  const admin = await server.signInAs('administrator')
  const create = async (title: string, message_type: string) => {
    const fields = { template_type: 'message' as const, affected_service: AFFECTED_SERVICES[0] }
    const { status } = await admin.call(createTemplate, {
      body: { ...fields, title, message_type, body: title },
    })
    expect(status).toBe(200)
  }
  await create('For all', 'Update')
  await create('For staff', 'Internal Update')
  const listed = async (token: Token) => (await token.call(listTemplates)).body.templates
  const [shown] = (await listed(writer)).filter(({ title }) => title.startsWith('For'))
  expect(shown?.title).toBe('For all')
  expect(JSON.stringify(await listed(writer))).not.toMatch(/For staff|created_by|updated_by/)
  const insider = await openToken(server, 'all templates', ['write:messages', 'read:internal', 'read:people'])
  expect(JSON.stringify(await listed(insider))).toMatch(/For staff.*created_by|created_by.*For staff/)
  expect((await admin.call(listTemplates)).body.templates).toEqual(await listed(insider))
})

test('a token with other scopes, or that has ended, writes nothing', async () => {
  const reader = await openToken(server, 'reader', ['read:incidents', 'read:internal', 'ingest:incidents'])
  const before = await countMessages()
  expect(said(await post(reader))).toEqual([403, "The token 'reader' lacks the scope write:messages"])
  expect((await reader.call(previewMessage, { body: draft() })).status).toBe(403)
  expect((await reader.call(listAlertTypes)).status).toBe(403)
  expect((await writer.call(listIncidents)).status).toBe(403)
  expect(await countMessages()).toBe(before)
})

test('an internal incident is not there for a token that sees nothing internal', async () => {
  const on = { jira_id: 'OPI-2' }
  const missing = { jira_id: 'OPI-9' }
  const gone = (answer: { problem: { detail: string } }) => answer.problem.detail.replaceAll(/OPI-\d/g, 'OPI')
  expect((await post(writer, on)).status).toBe(404)
  expect(gone(await post(writer, on))).toBe(gone(await post(writer, missing)))
  expect((await writer.call(previewMessage, { body: draft(on) })).status).toBe(404)
  expect((await edit(writer, { id: 1 }, on)).status).toBe(404)
  const insider = await openToken(server, 'sees internal', ['write:messages', 'read:internal'])
  expect((await post(insider, on)).status).toBe(200)
})

test('a refusal shows a token neither records nor names', async () => {
  const mine = (await post(writer, { message_type: 'Update' })).body.message
  const theirs = await manager.call(createMessage, { body: draft({ message_type: 'Update' }) })
  const stale = await post(writer, { after_message: mine.id })
  expect(stale.status).toBe(409)
  expect(stale.problem.detail).toContain("Somebody has posted 'Update'")
  expect(stale.problem.current).toBeUndefined()
  // An internal message that the token cannot read keeps it from nothing.
  await manager.call(createMessage, { body: draft() })
  expect((await post(writer, { after_message: theirs.body.message.id })).status).toBe(200)
})

test('each create of a token has a key, which repeats nothing and is no other caller’s', async () => {
  const noKey = await callPlain(server.app, createMessage, {
    body: { ...draft(), audit_log_data: { application_name: 'Script', action_name: 'x' } },
    headers: { authorization: `Bearer ${writer.secret}` },
  })
  expect(said(noKey)).toEqual([400, expect.stringContaining('Idempotency-Key')])

  const before = await countMessages()
  const key = { 'idempotency-key': 'one' }
  const first = await post(writer, {}, key)
  const again = await post(writer, {}, key)
  expect([again.status, again.body.message.id]).toEqual([200, first.body.message.id])
  expect((await post(writer, { body: 'another' }, key)).status).toBe(409)
  expect(await countMessages()).toBe(before + 1)

  const other = await openToken(server, 'other', ['write:messages'])
  const byOther = await post(other, {}, key)
  const byPerson = await manager.call(createMessage, { body: draft(), headers: key })
  const ids = [first, byOther, byPerson].map(({ body }) => body.message.id)
  expect(new Set(ids).size).toBe(3)
})

test('the name of a token leads to no answers of another token of that name', async () => {
  const key = { 'idempotency-key': 'of-a-name' }
  const first = await openToken(server, 'renamed', ['write:messages'])
  const before = await post(first, {}, key)
  await server.db.execute(`update service_tokens set name = 'left' where token_id = ${first.tokenId}`)
  const second = await openToken(server, 'renamed', ['write:messages'])
  expect((await post(second, {}, key)).body.message.id).not.toBe(before.body.message.id)
})

test('a person names themselves, a token nobody', async () => {
  const body = { ...draft(), audit_log_data: { application_name: 'Aviary', action_name: 'x' } }
  const unnamed = await manager.call(createMessage, { raw: body })
  expect(said(unnamed)).toEqual([400, 'body.audit_log_data.user_email: is required'])
  const named = { ...body.audit_log_data, user_email: manager.email }
  const { status } = await writer.call(createMessage, { body: { ...body, audit_log_data: named } })
  expect(status).toBe(200)
  const rows = await server.db
    .select()
    .from(auditLog)
    .where(and(eq(auditLog.applicationName, 'Aviary'), eq(auditLog.actionName, 'Create Message')))
  expect(rows.at(-1)?.userEmail).toBe('token:deploy bot')
})

test('a session stands above a token: its person writes, with their anti-forgery token', async () => {
  const authorization = `Bearer ${writer.secret}`
  const forged = await manager.call(createMessage, {
    body: draft(),
    headers: { authorization, 'x-csrf-token': 'forged' },
  })
  expect(said(forged)).toEqual([403, expect.stringContaining('anti-forgery')])
  const { body } = await manager.call(createMessage, { body: draft(), headers: { authorization } })
  expect(body.message.created_by).toBe(manager.email)
  const nobody = await server.signInAs('nobody')
  expect((await nobody.call(createMessage, { body: draft(), headers: { authorization } })).status).toBe(403)
})
