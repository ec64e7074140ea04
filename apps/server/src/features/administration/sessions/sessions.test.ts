import { endSession, listSessions, listUsers } from '@aviary/contract/administration/endpoints'
import { getUserId } from '@aviary/contract/session/endpoints'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApp, type TestApp } from '../../../../testing/app.ts'

const START = new Date('2026-08-20T12:00:00Z')
const HOUR = 3600_000

let server: TestApp
let other: TestApp
beforeAll(async () => {
  server = await openTestApp({ now: START })
  other = await openTestApp({ databaseUrl: server.databaseUrl, now: START })
})
afterAll(async () => {
  expect([...server.errors, ...other.errors]).toEqual([])
  await other.close()
  await server.close()
})

test('a person sees their own sessions and which one is current, but no session secrets', async () => {
  const [here, elsewhere] = [await server.signInAs('support'), await server.signInAs('support')]
  await server.signInAs('operator')
  const { sessions } = (await here.call(listSessions)).body
  expect(sessions.map(({ email, is_current }) => [email, is_current]).toSorted()).toEqual([
    [here.email, false],
    [here.email, true],
  ])
  expect(sessions[0]).toMatchObject({
    created_date: START.toISOString(),
    expires_date: new Date(START.getTime() + 12 * HOUR).toISOString(),
  })
  const secrets = [here, elsewhere].map(({ cookies }) => /aviary_session=([^;]+)/.exec(cookies)?.[1] ?? '-')
  for (const secret of secrets) expect(JSON.stringify(sessions)).not.toContain(secret)
  await here.call(endSession, {
    body: { all_of_user_id: sessions[0]?.user_id },
  })
  expect((await elsewhere.call(getUserId)).status).toBe(401)
  expect((await here.call(getUserId)).status).toBe(200)
})

test('one session is ended by its id, at once and on every process', async () => {
  const here = await server.signInAs('incident_manager')
  const elsewhere = await other.signInAs('incident_manager')
  expect((await elsewhere.call(getUserId)).status).toBe(200)
  const { sessions } = (await here.call(listSessions)).body
  const target = sessions.find(({ is_current }) => !is_current)
  const ended = await here.call(endSession, { body: { session_id: target?.session_id } })
  expect(ended.body).toEqual({ ended: 1 })
  await expect.poll(async () => (await elsewhere.call(getUserId)).status).toBe(401)
  const again = await here.call(endSession, { body: { session_id: target?.session_id } })
  expect(again.status).toBe(404)
})

test('only administrators see and end the sessions of other people', async () => {
  const [admin, person] = [await server.signInAs('administrator'), await server.signInAs('subscriber')]
  const all = (await admin.call(listSessions, { query: { user_id: 'all' } })).body.sessions
  const theirs = all.find(({ email }) => email === person.email)
  expect(new Set(all.map(({ email }) => email)).size).toBeGreaterThan(1)
  const mine = all.find(({ email }) => email === admin.email)
  for (const attempt of [
    person.call(listSessions, { query: { user_id: 'all' } }),
    person.call(listSessions, { query: { user_id: String(mine?.user_id) } }),
    person.call(endSession, { body: { all_of_user_id: mine?.user_id } }),
  ])
    expect((await attempt).status).toBe(403)
  // 404 instead of 403, so that the answer does not reveal whether the session exists.
  expect((await person.call(endSession, { body: { session_id: mine?.session_id } })).status).toBe(404)
  expect((await admin.call(getUserId)).status).toBe(200)
  await admin.call(endSession, { body: { session_id: theirs?.session_id } })
  expect((await person.call(getUserId)).status).toBe(401)
})

test('expired sessions are not listed, and a call must say what to end', async () => {
  const old = await server.signInAs('operator')
  server.setNow(new Date(START.getTime() + 3 * HOUR))
  const admin = await server.signInAs('administrator')
  const { users } = (await admin.call(listUsers)).body
  const { user_id } = users.find(({ email }) => email === old.email) ?? { user_id: 0 }
  const found = (await admin.call(listSessions, { query: { user_id: String(user_id) } })).body
  expect(found.sessions).toEqual([])
  for (const body of [{}, { session_id: crypto.randomUUID(), all_of_user_id: user_id }, { session_id: 'x' }])
    expect((await admin.call(endSession, { body })).status).toBe(400)
})
