import { deleteUser, updateRole, updateUser } from '@aviary/contract/administration/endpoints'
import { createPersonalToken } from '@aviary/contract/administration/personal-token-endpoints'
import { getServiceToken } from '@aviary/contract/administration/service-token-endpoints'
import { exportAudit, listAudit } from '@aviary/contract/audit/endpoints'
import { listIncidents } from '@aviary/contract/incidents/endpoints'
import { ingestCompanies } from '@aviary/contract/ingest/endpoints'
import { createMessage, listAlertTypes, previewMessage } from '@aviary/contract/messages/endpoints'
import { getMetrics } from '@aviary/contract/operations/endpoints'
import type { PersonalScope } from '@aviary/contract/scopes'
import { getStatus } from '@aviary/contract/status/endpoints'
import { subscriberExists } from '@aviary/contract/subscribers/endpoints'
import { getUserSubscriptions } from '@aviary/contract/subscriptions/endpoints'
import { desc, eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApp, type Person, type TestApp } from '../../testing/app.ts'
import { connectAssistant, useTool } from '../../testing/assistant.ts'
import { incidentRecord, ingest } from '../../testing/ingest.ts'
import { type Signed, signInWith } from '../../testing/people.ts'
import { callWith } from '../../testing/tokens.ts'
import { serviceTokens } from '../database/tables/access.ts'
import { auditLog } from '../database/tables/audit.ts'
import { sha256 } from '../features/session/public.ts'

// What a personal token may do: at each call what its scopes and its person's rights both allow.

let server: TestApp
/** Another process on the same database. */
let second: TestApp
let admin: Person
let origin: string
beforeAll(async () => {
  server = await openTestApp({ environment: { MCP: 'on' } })
  second = await openTestApp({ databaseUrl: server.databaseUrl })
  admin = await server.signInAs('administrator')
  origin = await server.listen()
  await ingest(server, 'incidents', [
    incidentRecord('OPI-1', { affected_services: ['Expense'], data_centers: ['us2'] }),
    incidentRecord('OPI-2', { is_internal: 'Y' }),
  ])
})
afterAll(async () => {
  expect([server.errors, second.errors]).toEqual([[], []])
  await second.close()
  await server.close()
})

async function openPersonalToken(person: Pick<Person, 'call'>, scopes: PersonalScope[], name = 'laptop') {
  const { body } = await person.call(createPersonalToken, {
    body: { name, scopes, expires_date: '2026-09-20T12:00:00Z' },
  })
  const { secret, token } = body
  return { secret, id: token.token_id, call: callWith(server, secret), elsewhere: callWith(second, secret) }
}
const takeRoles = (person: Signed, role_ids: number[] = []) =>
  admin.call(updateUser, { body: { user_id: person.userId, role_ids } })
const said = ({ status, problem }: { status: number; problem: { detail: string } }) => [
  status,
  problem.detail,
]

test('a right that its person loses is lost in the same moment, in every process, and returns with it', async () => {
  const ana = await signInWith(server, ['view_aviary_audit'])
  const { call, elsewhere } = await openPersonalToken(ana, ['read:audit', 'read:status'])
  const readAudit = async () => [(await call(listAudit)).status, (await elsewhere(listAudit)).status]
  expect(await readAudit()).toEqual([200, 200])
  expect((await call(exportAudit)).status).toBe(200)
  expect((await call(getServiceToken)).body.scopes).toEqual(['read:audit', 'read:status'])

  await takeRoles(ana)
  expect(await readAudit()).toEqual([403, 403])
  expect(said(await call(listAudit))).toEqual([403, 'This needs the action view_aviary_audit'])
  expect((await call(exportAudit)).status).toBe(403)
  expect((await call(getServiceToken)).body.scopes).toEqual(['read:status'])
  expect((await call(getStatus)).status).toBe(200)

  await takeRoles(ana, [ana.roleId])
  expect(await readAudit()).toEqual([200, 200])
  await admin.call(updateRole, {
    body: { role_id: ana.roleId, display_name: ana.email, description: '', action_ids: [] },
  })
  expect(await readAudit()).toEqual([403, 403])
})

test('a right without its scope is of no use, and neither is a scope that was never allowed', async () => {
  const narrow = await openPersonalToken(admin, ['read:status'], 'narrow')
  expect(said(await narrow.call(listAudit))).toEqual([
    403,
    `The token '${admin.email}/narrow' lacks the scope read:audit`,
  ])
  const ana = await signInWith(server, [])
  const { id, call } = await openPersonalToken(ana, ['read:status'])
  await server.db
    .update(serviceTokens)
    .set({ scopes: ['read:audit', 'ingest:companies', 'read:metrics', 'read:subscribers'] })
    .where(eq(serviceTokens.tokenId, id))
  expect((await call(listAudit)).status).toBe(403)
  expect((await call(subscriberExists, { query: { email: 'a@b.example' } })).status).toBe(403)
  expect((await call(ingestCompanies, { body: { records: [{ id: 1, name: 'Aster' }] } })).status).toBe(403)
  expect((await call(getMetrics)).status).toBe(403)
  expect((await call(getServiceToken)).body.scopes).toEqual([])
  // As a process of the version before can store it.
  await server.db.update(serviceTokens).set({ expiresAt: null }).where(eq(serviceTokens.tokenId, id))
  expect((await call(getServiceToken)).status).toBe(401)
})

const draft = (priority_type: 'P1' | 'P2', changes: object = {}) => ({
  ...{ jira_id: 'OPI-1', priority_type, message_type: 'Update', body: `<p>${crypto.randomUUID()}</p>` },
  ...{ broadcast: 'N', email_template_data: { current_status: 'Away', next_update: '13:00 UTC' } },
  ...changes,
})

test('it writes what its person may, and the audit log names both', async () => {
  const writer = await signInWith(server, ['create_p1_message'])
  const { call } = await openPersonalToken(writer, ['write:messages', 'read:people'], 'deploy bot')
  const posted = await call(createMessage, { body: draft('P1') })
  const name = `token:${writer.email}/deploy bot`
  expect([posted.status, posted.body.message?.created_by]).toEqual([200, name])
  const [row] = await server.db.select().from(auditLog).orderBy(desc(auditLog.pkey)).limit(1)
  expect(row).toMatchObject({ userEmail: name, actionName: 'Create Message' })
  const found = await admin.call(listAudit, { query: { user_email: name } })
  expect(JSON.stringify(found.body)).toContain('Create Message')

  const internal = await call(createMessage, { body: draft('P1', { message_type: 'Internal Update' }) })
  expect(internal.status).toBe(403)
  expect((await call(listAlertTypes)).body.toString()).not.toContain('Internal')
  await takeRoles(writer)
  expect((await call(createMessage, { body: draft('P1') })).status).toBe(403)
  expect((await call(previewMessage, { body: draft('P1') })).status).toBe(403)
})

test('it changes the subscriptions of its person, those of others only if its person may', async () => {
  const ana = await signInWith(server, [])
  const { call } = await openPersonalToken(ana, ['write:subscriptions'])
  const read = (email: string) => call(getUserSubscriptions, { query: { email } })
  expect((await read(ana.email)).status).toBe(200)
  expect(said(await read(admin.email))).toEqual([403, expect.stringContaining('those of others need')])
  const helper = await signInWith(server, ['view_subscriber_comm_history'])
  const other = await openPersonalToken(helper, ['write:subscriptions'])
  expect((await other.call(getUserSubscriptions, { query: { email: ana.email } })).status).toBe(200)
})

test('answers in memory are refused from the moment in which its person is deleted', async () => {
  const ana = await signInWith(server, [])
  const { call, elsewhere, secret } = await openPersonalToken(ana, ['read:status', 'read:incidents'])
  const statuses = async () => [
    (await call(getStatus)).status,
    (await elsewhere(getStatus)).status,
    (await call(listIncidents)).status,
  ]
  expect(await statuses()).toEqual([200, 200, 200])
  expect(await statuses()).toEqual([200, 200, 200])
  const client = await connectAssistant(origin, secret)
  expect(await useTool(client, 'status_overview')).toMatchObject({ isError: false })
  expect(JSON.stringify((await call(listIncidents)).body)).not.toContain('OPI-2')

  await admin.call(deleteUser, { body: { user_id: ana.userId } })
  expect(await statuses()).toEqual([401, 401, 401])
  await expect(useTool(client, 'status_overview')).rejects.toThrow()
  await expect(connectAssistant(origin, secret)).rejects.toThrow()
  await client.close()
})

test('an assistant is shown what the token and its person both may', async () => {
  const { secret, id } = await openPersonalToken(admin, ['read:status', 'read:people'], 'assistant')
  const client = await connectAssistant(origin, secret)
  const { tools } = await client.listTools()
  expect(tools.map(({ name }) => name)).toEqual(['status_overview'])
  await server.db.execute(sql`update service_tokens set revoked_at = now() where token_id = ${id}`)
  await expect(useTool(client, 'status_overview')).rejects.toThrow()
  await client.close()
})

test('a process of the version before, which asks for no rights, does not find it', async () => {
  const { secret } = await openPersonalToken(admin, ['read:status'], 'hashed')
  const rows = await server.db
    .select()
    .from(serviceTokens)
    .where(eq(serviceTokens.tokenHash, sha256(secret)))
  expect(rows).toEqual([])
})
