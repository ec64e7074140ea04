import { ENDPOINTS } from '@aviary/contract/areas'
import { getBanner, updateBanner } from '@aviary/contract/banner/endpoints'
import type { Endpoint } from '@aviary/contract/endpoint'
import { listServices } from '@aviary/contract/reference/endpoints'
import { SCOPES } from '@aviary/contract/scopes'
import { getStatus } from '@aviary/contract/status/endpoints'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { callPlain, openTestApp, type Person, type TestApp } from '../../testing/app.ts'
import { serviceTokens } from '../database/tables/access.ts'
import { auditLog } from '../database/tables/audit.ts'
import { sha256 } from '../features/session/public.ts'
import { addressOnServer } from './mount.ts'

// Calls of people, made by service tokens.

let server: TestApp
let admin: Person
let nobody: Person
let token: string
beforeAll(async () => {
  server = await openTestApp({ now: new Date('2026-08-20T12:00:00Z') })
  admin = await server.signInAs('administrator')
  nobody = await server.signInAs('nobody')
  token = await server.createToken(['read:status'])
})
afterAll(async () => {
  expect(server.errors).toEqual([])
  await server.close()
})

const bearer = (secret: string) => ({ authorization: `Bearer ${secret}` })
const statusWith = async (headers: Record<string, string>, path = '/api/v4/status/') =>
  (await server.app.inject({ url: path, headers })).statusCode

test('a token reads what its scope names, also from answers in memory, and nothing else', async () => {
  const read = await callPlain(server.app, getStatus, { headers: bearer(token) })
  expect(read).toMatchObject({ status: 200, body: (await nobody.call(getStatus)).body })
  const { etag } = read.headers
  expect(await statusWith({ ...bearer(token), 'if-none-match': String(etag) })).toBe(304)
  expect((await callPlain(server.app, listServices, { headers: bearer(token) })).status).toBe(200)
  expect(await statusWith(bearer(token), '/api/incidents/')).not.toBe(200)
  const other = await server.createToken(['read:metrics'])
  const refused = await callPlain(server.app, getStatus, { headers: bearer(other) })
  expect([refused.status, refused.problem.detail]).toEqual([
    403,
    expect.stringContaining('lacks the scope read:status'),
  ])
})

test('a token counts only in the header Authorization, once and in the form of a token', async () => {
  for (const name of ['token', 'access_token', 'authorization', 'api_key'])
    expect(await statusWith({}, `/api/v4/status/?${name}=${token}`), name).toBe(401)
  const wrong = [
    { authorization: token },
    { authorization: `Basic ${token}` },
    { authorization: `Bearer ${token} ${token}` },
    { authorization: `Bearer ${token}, Bearer ${token}` },
    { authorization: `Bearer ${'x'.repeat(9_000)}` },
    { authorization: `Bearer ${'x'.repeat(43)}` },
    { 'x-authorization': `Bearer ${token}` },
    { cookie: `aviary_session=${token}; tokens=${token}` },
  ]
  for (const headers of wrong)
    expect(await statusWith(headers), JSON.stringify(headers).slice(0, 60)).toBe(401)
})

test('a call with a session is made by its person, whatever token comes with it', async () => {
  const both = { cookie: admin.cookies, ...bearer(await server.createToken(['read:metrics'])) }
  expect(await statusWith(both)).toBe(200)
  const { status, problem } = await admin.call(updateBanner, {
    body: { display: true },
    headers: { 'x-csrf-token': 'forged', ...bearer(token) },
  })
  expect([status, problem.detail]).toEqual([403, expect.stringContaining('anti-forgery')])
  const stale = { cookie: 'aviary_session=ended; tokens=ended', ...bearer(token) }
  expect(await statusWith(stale)).toBe(200)
})

test('a token makes no call of people that names no scope', async () => {
  const { status, problem } = await callPlain(server.app, updateBanner, {
    headers: bearer(token),
    body: { display: true },
  })
  expect([status, problem.detail]).toEqual([401, 'Sign in: no service token may make this call'])
  expect(await server.db.select().from(auditLog).where(eq(auditLog.actionName, 'Update Banner'))).toEqual([])
})

test('a token of every scope neither administers nor deletes, and reaches no restricted page', async () => {
  const headers = bearer(await server.createToken([...SCOPES]))
  const closed = ENDPOINTS.filter(
    ({ path, method, access, uploads }: Endpoint) =>
      !uploads &&
      (access.by === 'administrator' ||
        method === 'DELETE' ||
        /^\/(auth|sec|reference|channels|sessions|delete_)/.test(path) ||
        path.includes('template_change_history')),
  )
  expect(closed.length).toBeGreaterThan(50)
  const statuses = await Promise.all(
    closed.map(async (endpoint: Endpoint) => {
      const url = addressOnServer(endpoint).replaceAll(/:\w+/g, '1')
      const { statusCode } = await server.app.inject({ method: endpoint.method, url, headers })
      return [endpoint.path, statusCode]
    }),
  )
  expect(statuses.filter(([, status]) => status !== 401)).toEqual([])
})

test('a revoked or expired token is refused from its next call on, also for answers in memory', async () => {
  const ended = await server.createToken(['read:status'])
  const call = () => callPlain(server.app, getBanner, { headers: bearer(ended) })
  expect((await call()).status).toBe(200)
  const change = (values: object) =>
    server.db
      .update(serviceTokens)
      .set(values)
      .where(eq(serviceTokens.tokenHash, sha256(ended)))
  await change({ expiresAt: server.now() })
  expect((await call()).status).toBe(401)
  await change({ expiresAt: null })
  expect((await call()).status).toBe(200)
  await change({ revokedAt: server.now() })
  expect((await call()).status).toBe(401)
})
