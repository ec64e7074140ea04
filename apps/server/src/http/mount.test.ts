import { getIncidentByJiraId, getIncidentTeam } from '@aviary/contract/incidents/endpoints'
import { ingestIncidents } from '@aviary/contract/ingest/endpoints'
import { reportError, updateProfile } from '@aviary/contract/session/endpoints'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { callPlain, openTestApp, type Person, type TestApp } from '../../testing/app.ts'
import { checkProblem } from '../../testing/contract-checks.ts'

let server: TestApp
let person: Person
beforeAll(async () => {
  server = await openTestApp()
  person = await server.signInAs('support')
})
afterAll(async () => {
  expect(server.errors).toEqual([])
  await server.close()
})

type Request = {
  url: string
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE' | 'HEAD'
  headers?: object
  payload?: string
}

/** Checks status and shape of the refusal, and returns its detail. */
async function refused(status: number, request: Request): Promise<string> {
  const { headers, ...rest } = request
  const response = await server.app.inject({ ...rest, headers: { ...headers } })
  expect(response.statusCode).toBe(status)
  expect(response.headers).toMatchObject({
    'content-type': 'application/problem+json; charset=utf-8',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  })
  return checkProblem(response.json(), status)
}

test('an unknown path is 404, whatever the method', async () => {
  expect(await refused(404, { url: '/api/nothing?token=x' })).toBe('There is nothing at GET /api/nothing')
  await refused(404, { url: '/api/nothing/', method: 'DELETE' })
  await refused(404, { url: '/api/banner', method: 'PUT' })
  await refused(404, { url: '/api' })
  await refused(404, { url: '/favicon.ico' })
})

test('a malformed or overlong URL is refused as a problem too', async () => {
  await refused(400, { url: '/api/incidents/incident_team_data/%E0%A4%A/' })
  await refused(414, { url: `/api/incidents/incident_team_data/${'x'.repeat(600)}` })
})

test('HEAD is answered by probes and by few other API calls', async () => {
  expect((await server.app.inject({ method: 'HEAD', url: '/api/events' })).statusCode).toBe(404)
  expect((await server.app.inject({ method: 'HEAD', url: '/healthz' })).statusCode).toBe(200)
})

test('a body of 10 MB is too large everywhere, and changes nothing', async () => {
  const payload = JSON.stringify({ records: 'x'.repeat(10 * 1024 * 1024) })
  const authorization = `Bearer ${await server.createToken(['ingest:incidents'])}`
  const json = { 'content-type': 'application/json' }
  await refused(413, {
    method: 'PUT',
    url: '/api/ingest/incidents',
    payload,
    headers: { ...json, authorization },
  })
  await refused(413, {
    method: 'PUT',
    url: '/api/update_profile/',
    payload,
    headers: { ...json, cookie: person.cookies, 'x-csrf-token': person.antiForgeryToken },
  })
})

test('a body that is not JSON by its content type is 415', async () => {
  const headers = { cookie: person.cookies, 'content-type': 'text/plain' }
  expect(await refused(415, { method: 'POST', url: '/api/errors/', payload: '{}', headers })).toContain(
    'application/json',
  )
  await refused(415, {
    method: 'POST',
    url: '/api/errors/',
    payload: 'a=b',
    headers: { cookie: person.cookies },
  })
})

test('a charset after the content type is fine, and so is an empty body where none is asked for', async () => {
  const headers = { cookie: person.cookies, 'content-type': 'application/json; charset=utf-8' }
  for (const payload of ['', '{}', 'not read']) {
    const answer = await server.app.inject({ method: 'POST', url: '/api/get_user_id', headers, payload })
    expect(answer.statusCode).toBe(200)
  }
})

test('input that PostgreSQL cannot store is refused before any query', async () => {
  const answer = await person.call(getIncidentByJiraId, { query: { jira_id: 'OPI\u00001' } })
  expect(answer).toMatchObject({ status: 400, problem: { errors: [{ path: 'query.jira_id' }] } })
  expect((await person.call(getIncidentTeam, { params: { id: '\u0000' } })).status).toBe(400)
})

test('a query given twice, and a JSON body with a foreign prototype, are refused or harmless', async () => {
  await refused(400, { url: '/api/incidents/?active=true&active=false', headers: { cookie: person.cookies } })
  const answer = await person.call(updateProfile, {
    raw: `{"application":"Aviary","preferences":{"__proto__":{"is_admin":true}},"audit_log_data":${JSON.stringify(
      {
        application_name: 'Aviary',
        user_email: person.email,
        action_name: 'x',
      },
    )}}`,
  })
  expect(answer.status).toBe(200)
  expect(({} as { is_admin?: boolean }).is_admin).toBeUndefined()
})

test('faults are listed by path, twenty of them at most', async () => {
  const authorization = `Bearer ${await server.createToken(['ingest:incidents'])}`
  const records = Array.from({ length: 30 }, () => ({}))
  const answer = await callPlain(server.app, ingestIncidents, {
    body: { records },
    headers: { authorization },
  })
  expect(answer.status).toBe(400)
  expect(answer.problem.errors).toHaveLength(20)
  expect(answer.problem.errors?.[0]?.path).toBe('body.records.0.jira_id')
  expect(answer.problem.detail).toMatch(/and \d+ more$/)
})

test('too many error reports are 429, and other calls go on', async () => {
  const report = () => person.call(reportError, { body: { message: 'again' } })
  let answer = await report()
  for (let sent = 0; sent < 60 && answer.status === 200; sent += 1) answer = await report()
  expect(answer.status).toBe(429)
  expect(checkProblem(answer.problem, 429)).toContain('retry in')
  expect((await server.app.inject('/healthz')).statusCode).toBe(200)
})
