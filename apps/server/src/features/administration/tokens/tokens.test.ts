import {
  createServiceToken,
  listServiceTokens,
  revokeServiceToken,
  rotateServiceToken,
  updateServiceToken,
} from '@aviary/contract/administration/service-token-endpoints'
import { ingestCompanies } from '@aviary/contract/ingest/endpoints'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { callPlain, openTestApp, type Person, type TestApp } from '../../../../testing/app.ts'
import { scrape } from '../../../../testing/metrics.ts'
import { auditLog } from '../../../database/tables/audit.ts'
import { idempotencyKeys } from '../../../database/tables/operations.ts'
import { issueTokenOfCommand, revokeTokenOfCommand } from './token-of-command.ts'

const START = new Date('2026-08-20T12:00:00Z')

let server: TestApp
let admin: Person
beforeAll(async () => {
  server = await openTestApp({ now: START })
  admin = await server.signInAs('administrator')
})
afterAll(async () => {
  expect(server.errors).toEqual([])
  await server.close()
})

const statusWith = async (secret: string) =>
  (
    await callPlain(server.app, ingestCompanies, {
      body: { records: [{ id: 1, name: 'Aster' }] },
      headers: { authorization: `Bearer ${secret}` },
    })
  ).status

const infoOf = async (name: string) =>
  (await admin.call(listServiceTokens)).body.tokens.find((token) => token.name === name)

test('a token is shown once, works within its scopes, records its last use, and ends when revoked', async () => {
  const { body } = await admin.call(createServiceToken, {
    body: { name: 'monitoring', scopes: ['ingest:companies', 'ingest:status', 'ingest:status'] },
    headers: { 'idempotency-key': 'one' },
  })
  expect(body.token).toMatchObject({ name: 'monitoring', scopes: ['ingest:companies', 'ingest:status'] })
  expect(await statusWith(body.secret)).toBe(200)
  expect(await infoOf('monitoring')).toMatchObject({ last_used_date: START.toISOString() })
  expect(JSON.stringify((await admin.call(listServiceTokens)).body)).not.toContain(body.secret)
  // The token's secret is stored neither for a retry with the same idempotency key nor in the audit log.
  expect(await server.db.select().from(idempotencyKeys)).toEqual([])
  expect(JSON.stringify(await server.db.select().from(auditLog))).not.toContain(body.secret)

  const token_id = body.token.token_id
  await admin.call(updateServiceToken, { body: { token_id, name: 'monitoring', scopes: ['ingest:status'] } })
  expect(await statusWith(body.secret)).toBe(403)
  await admin.call(revokeServiceToken, { body: { token_id } })
  expect(await statusWith(body.secret)).toBe(401)
  const again = await admin.call(updateServiceToken, {
    body: { token_id, name: 'monitoring', scopes: ['ingest:status'] },
  })
  expect(again.status).toBe(409)
})

test('the second of two concurrent edits is refused with the current token; using a token is not an edit', async () => {
  const { body } = await admin.call(createServiceToken, {
    body: { name: 'shared', scopes: ['ingest:companies'] },
  })
  expect(await statusWith(body.secret)).toBe(200)
  const { token_id, version } = body.token
  const edit = (name: string) =>
    admin.call(updateServiceToken, { body: { token_id, name, scopes: ['ingest:companies'], version } })
  expect((await edit('shared by two')).status).toBe(200)
  const second = await edit('mine')
  expect([second.status, second.problem.current]).toEqual([
    409,
    expect.objectContaining({ name: 'shared by two' }),
  ])
})

test('a secret is replaced: the old one is accepted for a while, or refused at once', async () => {
  const { body } = await admin.call(createServiceToken, {
    body: { name: 'rotated', scopes: ['ingest:companies'] },
  })
  expect(body.token).toMatchObject({ hint: body.secret.slice(-4), created_by: admin.email })
  const { token_id } = body.token
  const rotate = (fields: object) => admin.call(rotateServiceToken, { body: { token_id, ...fields } })
  const second = (await rotate({ old_secret_hours: 0.5 })).body
  expect(second.token).toMatchObject({
    hint: second.secret.slice(-4),
    old_secret_until: '2026-08-20T12:30:00.000Z',
  })
  expect([await statusWith(body.secret), await statusWith(second.secret)]).toEqual([200, 200])
  server.setNow(new Date('2026-08-20T12:30:00Z'))
  expect([await statusWith(body.secret), await statusWith(second.secret)]).toEqual([401, 200])
  const third = (await rotate({ old_secret_hours: 0 })).body
  expect([await statusWith(second.secret), await statusWith(third.secret)]).toEqual([401, 200])
  expect(third.token.old_secret_until).toBeNull()
  const audit = JSON.stringify(await server.db.select().from(auditLog))
  for (const { secret } of [second, third]) expect(audit).not.toContain(secret)
  await admin.call(revokeServiceToken, { body: { token_id } })
  expect(await statusWith(third.secret)).toBe(401)
  expect((await rotate({})).status).toBe(409)
  server.setNow(START)
})

test('a command that takes over a name ends every secret before, and revokes only its own', async () => {
  const name = 'taken over'
  const { body } = await admin.call(createServiceToken, { body: { name, scopes: ['ingest:companies'] } })
  const { token_id } = body.token
  const second = (await admin.call(rotateServiceToken, { body: { token_id, old_secret_hours: 24 } })).body
  expect([await statusWith(body.secret), await statusWith(second.secret)]).toEqual([200, 200])

  const command = { name, author: 'root@host', now: START }
  const secret = await issueTokenOfCommand(server.db, { ...command, scopes: ['ingest:companies'] })
  const secrets = [body.secret, second.secret, secret]
  expect(await Promise.all(secrets.map(statusWith))).toEqual([401, 401, 200])
  expect(await infoOf(name)).toMatchObject({ token_id, hint: secret.slice(-4), old_secret_until: null })
  expect(await server.db.select().from(auditLog).where(eq(auditLog.userEmail, 'root@host'))).toMatchObject([
    { actionName: 'Create Service Token' },
  ])

  await revokeTokenOfCommand(server.db, { ...command, secret: second.secret })
  expect(await statusWith(secret)).toBe(200)
  await revokeTokenOfCommand(server.db, { ...command, secret })
  expect(await statusWith(secret)).toBe(401)
})

test('a command takes over the name of a token that has expired', async () => {
  const token = { name: 'expired', scopes: ['ingest:companies' as const] }
  await admin.call(createServiceToken, { body: { ...token, expires_date: '2026-08-20T13:00:00Z' } })
  server.setNow(new Date('2026-08-20T14:00:00Z'))
  const secret = await issueTokenOfCommand(server.db, { ...token, author: 'root@host', now: server.now() })
  expect(await statusWith(secret)).toBe(200)
  server.setNow(START)
})

test('tokens that end soon are counted in the metrics', async () => {
  const ending = async () => (await scrape(server)).value('aviary_service_tokens_ending')
  expect(await ending()).toBe(0)
  await admin.call(createServiceToken, {
    body: { name: 'ending', scopes: ['ingest:companies'], expires_date: '2026-09-03T11:00:00Z' },
  })
  await admin.call(createServiceToken, {
    body: { name: 'later', scopes: ['ingest:companies'], expires_date: '2026-09-03T13:00:00Z' },
  })
  expect(await ending()).toBe(1)
})

test('a token stops working when it expires', async () => {
  const expires_date = '2026-08-20T13:00:00Z'
  const { body } = await admin.call(createServiceToken, {
    body: { name: 'short', scopes: ['ingest:companies'], expires_date },
  })
  expect(await statusWith(body.secret)).toBe(200)
  server.setNow(new Date('2026-08-20T13:00:01Z'))
  expect(await statusWith(body.secret)).toBe(401)
  server.setNow(START)
})

test('a duplicate name, a past expiry and an unknown scope are refused, and no token is created', async () => {
  await admin.call(createServiceToken, { body: { name: 'twice', scopes: ['read:metrics'] } })
  const faults = [
    [{ name: 'twice', scopes: ['read:metrics'] }, 'body.name: Token Name Already Exists'],
    [{ name: 'a', scopes: ['read:metrics'], expires_date: '2026-08-20T11:00:00Z' }, 'is in the past'],
    [{ name: 'b', scopes: [] }, 'choose at least one'],
    [{ name: 'c', scopes: ['everything'] }, 'body.scopes.0'],
  ] as const
  for (const [body, expected] of faults) {
    const audit_log_data = { application_name: 'Aviary', user_email: admin.email, action_name: 'x' }
    const { status, problem } = await admin.call(createServiceToken, { raw: { ...body, audit_log_data } })
    expect([status, problem.detail]).toEqual([400, expect.stringContaining(expected)])
  }
  expect((await admin.call(listServiceTokens)).body.tokens.map(({ name }) => name)).not.toEqual(
    expect.arrayContaining([expect.stringMatching(/^[abc]$/)]),
  )
})
