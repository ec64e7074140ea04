import { getBanner } from '@aviary/contract/banner/endpoints'
import { getUserId, signOut } from '@aviary/contract/session/endpoints'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { callPlain, openTestApp, type Person, type TestApp } from '../../../testing/app.ts'
import { lastAudit, runOn } from '../../../testing/queries.ts'
import { waitFor } from '../../../testing/wait-for.ts'
import { sessions, userRoles, users } from '../../database/tables/access.ts'
import { sha256 } from './tokens.ts'

const START = new Date('2026-08-20T12:00:00Z')
const HOUR = 3600_000

let server: TestApp
let other: TestApp
beforeAll(async () => {
  server = await openTestApp({ now: START })
  other = await openTestApp({ databaseUrl: server.databaseUrl, now: START })
})
beforeEach(() => moveTo(0))
afterAll(async () => {
  expect([...server.errors, ...other.errors]).toEqual([])
  await other.close()
  await server.close()
})

/** Sets the clocks of both servers to `ms` after the start. */
function moveTo(ms: number): void {
  server.setNow(new Date(START.getTime() + ms))
  other.setNow(new Date(START.getTime() + ms))
}

const getStatus = async (
  target: TestApp,
  person: Person,
  endpoint: typeof getBanner | typeof getUserId = getBanner,
) => (await callPlain(target.app, endpoint, { headers: { cookie: person.cookies } })).status

test('the session check returns e-mail, preferences, rights and authorization', async () => {
  const person = await server.signInAs('subscriber')
  expect((await person.call(getUserId)).body).toEqual({
    data: {
      email: 'sue.subscriber@acme.example',
      preferences: {},
      rights: { restricted_page_access: [] },
      authorization: { is_admin: false, role_ids: [expect.any(Number)], allowed_actions: [] },
    },
  })
})

test('an administrator is marked as one, and a role brings its actions', async () => {
  const getAuthorization = async (role: 'administrator' | 'support') =>
    (await (await server.signInAs(role)).call(getUserId)).body.data.authorization
  expect(await getAuthorization('administrator')).toMatchObject({ is_admin: true, allowed_actions: [] })
  const { is_admin, allowed_actions } = await getAuthorization('support')
  expect(is_admin).toBe(false)
  expect(allowed_actions.toSorted()).toEqual([
    'view_charts',
    'view_dora',
    'view_is_internal_message',
    'view_subscriber_comm_history',
  ])
})

test('the rights include the restricted pages that a person may open', async () => {
  const person = await server.signInAs('operator')
  await server.db
    .update(users)
    .set({ restrictedPageAccess: ['Charts'] })
    .where(eq(users.email, person.email))
  const { rights } = (await person.call(getUserId)).body.data
  expect(rights).toEqual({ restricted_page_access: ['Charts'] })
})

test('signing out ends the session on every server at once, clears the cookies and writes an audit row', async () => {
  const person = await server.signInAs('support')
  expect(await getStatus(server, person)).toBe(200)
  expect(await getStatus(other, person)).toBe(200)
  const answer = await person.call(signOut)
  expect(answer).toMatchObject({ status: 200, body: { next: '/login?signed_out=1' } })
  expect(answer.headers['set-cookie']).toEqual([
    'aviary_session=; Path=/; SameSite=Lax; Max-Age=0; HttpOnly',
    'tokens=; Path=/; SameSite=Lax; Max-Age=0',
  ])
  expect(await getStatus(server, person)).toBe(401)
  await waitFor(async () => expect(await getStatus(other, person)).toBe(401), {
    interval: 5,
  })
  expect((await person.call(signOut)).status).toBe(401)
  expect(await lastAudit(server)).toMatchObject({ actionName: 'Sign Out', userEmail: person.email })
})

test('signing out ends only that session', async () => {
  const [first, second] = [await server.signInAs('support'), await server.signInAs('support')]
  await first.call(signOut)
  expect(await getStatus(server, second)).toBe(200)
})

test('a session ends after two hours without use', async () => {
  const person = await server.signInAs('support')
  moveTo(2 * HOUR - 1)
  expect(await getStatus(server, person)).toBe(200)
  moveTo(4 * HOUR - 2)
  expect(await getStatus(server, person)).toBe(200)
  moveTo(6 * HOUR - 2)
  expect(await getStatus(server, person)).toBe(401)
  expect(await getStatus(other, person)).toBe(401)
})

/** Waits until the use of a session, which a server records after its answer, is in the database. */
const waitUntilSeen = (person: Person) =>
  waitFor(
    async () => {
      const id = /aviary_session=([^;]+)/.exec(person.cookies)?.[1] ?? ''
      const [row] = await server.db
        .select()
        .from(sessions)
        .where(eq(sessions.idHash, sha256(id)))
      expect(row?.lastSeenAt).toEqual(server.now())
    },
    { interval: 5 },
  )

test('use on one server keeps a session alive on the other', async () => {
  const person = await server.signInAs('support')
  expect(await getStatus(other, person)).toBe(200)
  moveTo(1.5 * HOUR)
  expect(await getStatus(server, person)).toBe(200)
  await waitUntilSeen(person)
  moveTo(3 * HOUR)
  expect(await getStatus(other, person)).toBe(200)
})

test('a session ends after twelve hours even when it is used', async () => {
  const person = await server.signInAs('support')
  for (let hours = 1; hours < 12; hours += 1) {
    moveTo(hours * HOUR)
    expect(await getStatus(server, person)).toBe(200)
  }
  moveTo(12 * HOUR - 1)
  expect(await getStatus(server, person)).toBe(200)
  moveTo(12 * HOUR)
  expect(await getStatus(server, person)).toBe(401)
  expect(await getStatus(other, person)).toBe(401)
})

const announceRights = (target: TestApp) =>
  runOn(target, `notify aviary_changed, '{"topics":["rights"],"sessions":[]}'`)

test('a change of rights applies to the next request', async () => {
  const person = await server.signInAs('incident_manager')
  const actions = async () => (await person.call(getUserId)).body.data.authorization.allowed_actions
  expect(await actions()).toContain('create_p1_message')
  const [user] = await server.db.select().from(users).where(eq(users.email, person.email))
  await server.db.delete(userRoles).where(eq(userRoles.userId, user?.userId ?? 0))
  await announceRights(server)
  await waitFor(async () => expect(await actions()).toEqual([]), { interval: 5 })
})

test('deleting a user ends their session', async () => {
  const person = await server.signInAs('nobody')
  expect(await getStatus(server, person)).toBe(200)
  await server.db.delete(users).where(eq(users.email, person.email))
  await announceRights(server)
  await waitFor(async () => expect(await getStatus(server, person)).toBe(401), {
    interval: 5,
  })
})

test('a clock that leaps ahead ends sessions, and setting it back extends none', async () => {
  const [used, unused, expired] = [
    await server.signInAs('support'),
    await server.signInAs('support'),
    await server.signInAs('support'),
  ]
  expect(await getStatus(server, used)).toBe(200)
  moveTo(24 * HOUR)
  expect(await getStatus(server, expired)).toBe(401)
  moveTo(-HOUR)
  expect(await getStatus(server, used)).toBe(200)
  await server.tick()
  // Two hours have passed since the clock was set back, without use of either session.
  moveTo(HOUR + 1)
  expect(await getStatus(server, unused)).toBe(401)
  expect(await getStatus(server, used)).toBe(401)
})

test('a session in use lasts twelve hours from when the clock was set back', async () => {
  const person = await server.signInAs('support')
  expect(await getStatus(server, person)).toBe(200)
  for (let hour = -1; hour < 11; hour += 1) {
    moveTo(hour * HOUR)
    await server.tick()
    expect([await getStatus(server, person), await getStatus(other, person)]).toEqual([200, 200])
    await waitUntilSeen(person)
  }
  moveTo(11 * HOUR)
  expect([await getStatus(server, person), await getStatus(other, person)]).toEqual([401, 401])
})
