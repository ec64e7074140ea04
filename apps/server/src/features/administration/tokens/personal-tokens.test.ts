import { deleteUser, listUsers, updateUser } from '@aviary/contract/administration/endpoints'
import {
  createPersonalToken,
  listPersonalTokens,
  revokePersonalToken,
  rotatePersonalToken,
  updatePersonalToken,
} from '@aviary/contract/administration/personal-token-endpoints'
import { PERSONAL_TOKEN_SIGN_IN_DAYS, PERSONAL_TOKENS } from '@aviary/contract/administration/rules'
import {
  createServiceToken,
  getServiceToken,
  listServiceTokens,
  revokeServiceToken,
  rotateServiceToken,
  updateServiceToken,
} from '@aviary/contract/administration/service-token-endpoints'
import { desc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApp, type Person, type TestApp } from '../../../../testing/app.ts'
import { signInAgain, signInWith } from '../../../../testing/people.ts'
import { callWith } from '../../../../testing/tokens.ts'
import { serviceTokens } from '../../../database/tables/access.ts'
import { auditLog } from '../../../database/tables/audit.ts'

// How people make and keep tokens of their own; what these may do is in personal-token-calls.test.ts.

const START = new Date('2026-08-20T12:00:00Z')
const EXPIRES = '2026-09-20T12:00:00Z'

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

type Caller = Pick<Person, 'call'>
const create = (person: Caller, changes: object = {}) =>
  person.call(createPersonalToken, {
    body: { name: 'laptop', scopes: ['read:status'], expires_date: EXPIRES, ...changes },
  })
const statusOf = async (secret: string) => (await callWith(server, secret)(getServiceToken)).status
const lastAudit = async () =>
  (await server.db.select().from(auditLog).orderBy(desc(auditLog.pkey)).limit(1))[0]
const said = ({ status, problem }: { status: number; problem: { detail: string } }) => [
  status,
  problem.detail,
]

test('a person creates, edits and renews a token of their own and ends it, and all is in the audit log', async () => {
  const ana = await signInWith(server, [])
  const { status, body } = await create(ana)
  expect([status, body.token]).toEqual([
    200,
    expect.objectContaining({
      ...{ name: 'laptop', hint: body.secret.slice(-4), owner: ana.email, created_by: ana.email },
      ...{ scopes: ['read:status'], expires_date: '2026-09-20T12:00:00.000Z', last_used_date: null },
    }),
  ])
  const { token_id, version } = body.token
  expect(await lastAudit()).toMatchObject({ userEmail: ana.email, actionName: 'Create Personal Token' })
  expect(await statusOf(body.secret)).toBe(200)

  const fields = {
    token_id,
    name: 'desk',
    scopes: ['read:incidents' as const],
    expires_date: EXPIRES,
    version,
  }
  expect((await ana.call(updatePersonalToken, { body: fields })).body.token).toMatchObject({ name: 'desk' })
  expect((await ana.call(updatePersonalToken, { body: fields })).status).toBe(409)

  const renewed = (await ana.call(rotatePersonalToken, { body: { token_id, old_secret_hours: 1 } })).body
  expect([await statusOf(body.secret), await statusOf(renewed.secret)]).toEqual([200, 200])
  const again = (await ana.call(rotatePersonalToken, { body: { token_id, old_secret_hours: 0 } })).body
  expect([await statusOf(body.secret), await statusOf(renewed.secret)]).toEqual([401, 401])
  expect(await lastAudit()).toMatchObject({ userEmail: ana.email, actionName: 'Rotate Personal Token' })

  const { tokens, scopes } = (await ana.call(listPersonalTokens)).body
  expect(tokens).toMatchObject([{ token_id, name: 'desk', last_used_date: START.toISOString() }])
  expect(scopes).toContain('read:incidents')
  expect((await ana.call(revokePersonalToken, { body: { token_id } })).body.token).toMatchObject({
    revoked_date: START.toISOString(),
  })
  expect(await statusOf(again.secret)).toBe(401)
  expect((await ana.call(rotatePersonalToken, { body: { token_id } })).status).toBe(409)
  const log = JSON.stringify(await server.db.select().from(auditLog))
  for (const { secret } of [body, renewed, again]) expect(log).not.toContain(secret)
})

test('only scopes that the person can do something with are given, and the refusal says what is missing', async () => {
  const ana = await signInWith(server, ['view_aviary_audit'])
  expect((await ana.call(listPersonalTokens)).body.scopes).toEqual([
    ...['read:status', 'read:incidents', 'read:internal', 'read:people', 'read:companies'],
    ...['read:maintenance', 'read:changes', 'read:audit', 'write:subscriptions'],
  ])
  const asked = (...scopes: string[]) => create(ana, { name: scopes.join(), scopes })
  expect((await asked('read:audit')).status).toBe(200)
  expect(said(await asked('read:status', 'write:messages'))).toEqual([
    400,
    'body.scopes: write:messages needs the action create_p1_message or create_p2_message, which you do not hold: leave it out',
  ])
  for (const scope of ['read:subscribers', 'read:deliveries', 'write:maintenance', 'broadcast:external'])
    expect([scope, (await asked(scope)).status]).toEqual([scope, 400])
  for (const scope of ['ingest:status', 'read:metrics', 'webhook:alertmanager'])
    expect([scope, (await create(admin, { name: scope, scopes: [scope] })).status]).toEqual([scope, 400])
  const writer = await signInWith(server, ['create_p2_message'])
  expect((await create(writer, { scopes: ['write:messages', 'broadcast:external'] })).status).toBe(200)
})

test('an end is required, a year ahead at most', async () => {
  const ana = await signInWith(server, [])
  expect((await create(ana, { expires_date: undefined })).status).toBe(400)
  expect((await create(ana, { expires_date: null })).status).toBe(400)
  expect(said(await create(ana, { expires_date: '2026-08-20T11:59:00Z' }))[1]).toContain('is in the past')
  expect(said(await create(ana, { expires_date: '2027-08-22T12:00:01Z' }))[1]).toContain('more than 366 days')
  const { body } = await create(ana, { expires_date: '2027-08-20T12:00:00Z' })
  server.setNow(new Date('2027-08-20T12:00:00Z'))
  expect(await statusOf(body.secret)).toBe(401)
  server.setNow(START)
})

test(`whoever has not signed in for ${PERSONAL_TOKEN_SIGN_IN_DAYS} days has no token that works, until they do`, async () => {
  const ana = await signInWith(server, [])
  const { body } = await create(ana, { expires_date: '2027-08-20T12:00:00Z' })
  const at = (days: number) => new Date(START.getTime() + days * DAY_MS)
  server.setNow(new Date(at(PERSONAL_TOKEN_SIGN_IN_DAYS).getTime() - 1))
  expect(await statusOf(body.secret)).toBe(200)
  server.setNow(at(PERSONAL_TOKEN_SIGN_IN_DAYS))
  const refused = await callWith(server, body.secret)(getServiceToken)
  expect(said(refused)).toEqual([
    401,
    `The person of this token has not signed in for ${PERSONAL_TOKEN_SIGN_IN_DAYS} days: it works again once they have`,
  ])
  const { tokens } = (await (await server.signInAs('administrator')).call(listServiceTokens)).body
  expect(tokens.find(({ token_id }) => token_id === body.token.token_id)).toMatchObject({
    owner_signed_in_date: START.toISOString(),
    revoked_date: null,
  })

  await signInAgain(server, ana.userId)
  expect(await statusOf(body.secret)).toBe(200)
  server.setNow(START)
})

const DAY_MS = 24 * 3600_000

test('names are unique for each person only', async () => {
  const [ana, bo] = [await signInWith(server, []), await signInWith(server, [])]
  await admin.call(createServiceToken, { body: { name: 'shared name', scopes: ['read:status'] } })
  expect((await create(ana, { name: 'shared name' })).status).toBe(200)
  expect((await create(bo, { name: 'shared name' })).status).toBe(200)
  expect(said(await create(ana, { name: 'shared name' }))).toEqual([
    400,
    'body.name: Token Name Already Exists',
  ])
})

test(`a person has ${PERSONAL_TOKENS} tokens that can be used at most`, async () => {
  const ana = await signInWith(server, [])
  const expires_date = '2026-08-20T13:00:00Z'
  const made = await Promise.all(
    Array.from({ length: PERSONAL_TOKENS + 3 }, (_, index) =>
      create(ana, { name: `t${index}`, expires_date }),
    ),
  )
  expect(made.map(({ status }) => status).toSorted()).toEqual([
    ...Array(PERSONAL_TOKENS).fill(200),
    ...Array(3).fill(409),
  ])
  const [first] = (await ana.call(listPersonalTokens)).body.tokens
  const token_id = first?.token_id ?? 0
  await ana.call(revokePersonalToken, { body: { token_id } })
  expect((await create(ana, { name: 'next' })).status).toBe(200)
  expect((await create(ana, { name: 'too many' })).status).toBe(409)

  server.setNow(new Date('2026-08-20T13:00:01Z'))
  for (let index = 1; index < PERSONAL_TOKENS; index += 1)
    expect((await create(ana, { name: `later ${index}` })).status).toBe(200)
  const { tokens } = (await ana.call(listPersonalTokens)).body
  const expired = tokens.find(
    (token) => !token.revoked_date && Date.parse(token.expires_date ?? '') < Date.parse(EXPIRES),
  )
  const revived = await ana.call(updatePersonalToken, {
    body: {
      token_id: expired?.token_id ?? 0,
      name: 'revived',
      scopes: ['read:status'],
      expires_date: EXPIRES,
    },
  })
  expect(revived.status).toBe(409)
  server.setNow(START)
})

test("somebody else's token is neither seen nor changed, as if it did not exist", async () => {
  const [ana, bo] = [await signInWith(server, []), await signInWith(server, [])]
  const { body } = await create(ana)
  const { token_id } = body.token
  expect((await bo.call(listPersonalTokens)).body.tokens).toEqual([])
  const fields = { name: 'mine', scopes: ['read:status' as const], expires_date: EXPIRES }
  for (const id of [token_id, 1_000_000]) {
    const refused = [404, `You have no token ${id}`]
    expect(said(await bo.call(revokePersonalToken, { body: { token_id: id } }))).toEqual(refused)
    expect(said(await bo.call(rotatePersonalToken, { body: { token_id: id } }))).toEqual(refused)
    expect(said(await bo.call(updatePersonalToken, { body: { token_id: id, ...fields } }))).toEqual(refused)
  }
  const system = (
    await admin.call(createServiceToken, { body: { name: 'a system', scopes: ['read:status'] } })
  ).body.token
  expect((await admin.call(rotatePersonalToken, { body: { token_id: system.token_id } })).status).toBe(404)
  expect(await statusOf(body.secret)).toBe(200)
})

test('administrators see and revoke personal tokens, and get no secret of one', async () => {
  const ana = await signInWith(server, [])
  const { body } = await create(ana)
  const { token_id } = body.token
  const { tokens } = (await admin.call(listServiceTokens)).body
  expect(tokens.find((token) => token.token_id === token_id)).toMatchObject({ owner: ana.email })
  expect((await ana.call(listServiceTokens)).status).toBe(403)
  expect(said(await admin.call(rotateServiceToken, { body: { token_id } }))).toEqual([
    409,
    `'laptop' is a personal token of ${ana.email}, who alone can change it: revoke it instead`,
  ])
  const edit = { token_id, name: 'laptop', scopes: ['ingest:status' as const] }
  expect((await admin.call(updateServiceToken, { body: edit })).status).toBe(409)
  expect((await admin.call(revokeServiceToken, { body: { token_id } })).status).toBe(200)
  expect(await statusOf(body.secret)).toBe(401)
  expect(await lastAudit()).toMatchObject({
    ...{ userEmail: admin.email, actionName: 'Revoke Service Token' },
    context: { token_id, after: { owner: ana.email, name: 'laptop' } },
  })
})

test('a token manages no tokens', async () => {
  const { body } = await create(admin, { name: 'no manager' })
  const call = callWith(server, body.secret)
  const fields = { name: 'by a token', scopes: ['read:status' as const], expires_date: EXPIRES }
  const { token_id } = body.token
  expect((await call(listPersonalTokens)).status).toBe(401)
  expect((await call(createPersonalToken, { body: fields })).status).toBe(401)
  expect((await call(updatePersonalToken, { body: { token_id, ...fields } })).status).toBe(401)
  expect((await call(rotatePersonalToken, { body: { token_id } })).status).toBe(401)
  expect((await call(revokePersonalToken, { body: { token_id } })).status).toBe(401)
})

test('no service token is named like a personal one', async () => {
  const named = (name: string) =>
    admin.call(createServiceToken, { body: { name, scopes: ['read:status' as const] } })
  expect(said(await named('ada@acme.example/laptop'))[1]).toContain('reads like a personal token')
  const { body } = await named('ada@acme.example')
  const renamed = await admin.call(updateServiceToken, {
    body: { token_id: body.token.token_id, name: 'ada@acme.example/x', scopes: ['read:status'] },
  })
  expect(renamed.status).toBe(400)
})

test('a person who is deleted takes their tokens along', async () => {
  const ana = await signInWith(server, [])
  const { body } = await create(ana)
  expect(await statusOf(body.secret)).toBe(200)
  const { users } = (await admin.call(listUsers)).body
  const user = users.find(({ email }) => email === ana.email)
  await admin.call(deleteUser, { body: { user_id: user?.user_id ?? 0 } })
  expect(await statusOf(body.secret)).toBe(401)
  const { tokens } = (await admin.call(listServiceTokens)).body
  expect(tokens.filter(({ owner }) => owner === ana.email)).toEqual([])
  const log = await server.db.select().from(auditLog).where(eq(auditLog.userEmail, ana.email))
  expect(log).toMatchObject([{ actionName: 'Create Personal Token' }])
})

test('another address is another person, who gets none of the tokens; in other letters it is the same', async () => {
  const ana = await signInWith(server, [])
  const { body } = await create(ana)
  const { users } = (await admin.call(listUsers)).body
  const user_id = users.find(({ email }) => email === ana.email)?.user_id ?? 0
  const rename = (email: string) => admin.call(updateUser, { body: { user_id, email } })
  await rename(ana.email.toUpperCase())
  expect((await callWith(server, body.secret)(getServiceToken)).body.name).toBe(
    `${ana.email.toUpperCase()}/laptop`,
  )
  await rename('bob@acme.example')
  expect(await statusOf(body.secret)).toBe(401)
  expect(
    (await admin.call(listServiceTokens)).body.tokens.filter(({ owner }) => owner?.startsWith('bob')),
  ).toEqual([])
  expect(await lastAudit()).toMatchObject({ context: { ended_token_ids: [body.token.token_id] } })
})

test('of tokens that have ended the newest fifty stay in the list', async () => {
  const ana = await signInWith(server, [])
  for (let n = 0; n < 52; n += 1) {
    const { body } = await create(ana, { name: `of turn ${n}` })
    await ana.call(revokePersonalToken, { body: { token_id: body.token.token_id } })
  }
  await create(ana, { name: 'at last' })
  const names = (await ana.call(listPersonalTokens)).body.tokens.map(({ name }) => name)
  expect(names).toHaveLength(51)
  expect(names).not.toContain('of turn 1')
  expect(names).toEqual(expect.arrayContaining(['at last', 'of turn 2', 'of turn 51']))
})

test('a name that reads like another author is refused', async () => {
  const ana = await signInWith(server, [])
  await server.db.insert(serviceTokens).values({
    ...{ name: `${ana.email}/older`, tokenHash: 'x', scopes: [], createdBy: 'setup', createdAt: START },
  })
  expect(said(await create(ana, { name: 'older' }))).toEqual([400, expect.stringContaining('Already Exists')])
  expect(said(await create(ana, { name: 'a\u202eb' }))).toEqual([
    400,
    expect.stringContaining('direction of writing'),
  ])
  const named = { name: 'ops/ana@acme.example/laptop', scopes: ['read:status' as const] }
  expect((await admin.call(createServiceToken, { body: named })).status).toBe(400)
})

test('at the limit a token that has ended can still be edited', async () => {
  const ana = await signInWith(server, [])
  const { body } = await create(ana, { name: 'ended' })
  const { token_id } = body.token
  await ana.call(revokePersonalToken, { body: { token_id } })
  for (let n = 0; n < PERSONAL_TOKENS; n += 1) await create(ana, { name: `live ${n}` })
  const edit = { token_id, name: 'renamed', scopes: ['read:status' as const], expires_date: EXPIRES }
  expect(said(await ana.call(updatePersonalToken, { body: edit }))).toEqual([
    409,
    expect.stringContaining('was revoked and stays so'),
  ])
})
