import { alertmanagerWebhook, ingestIncidents, jiraWebhook } from '@aviary/contract/ingest/endpoints'
import { signOut, updateProfile } from '@aviary/contract/session/endpoints'
import Fastify from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { callPlain } from '../../testing/app.ts'
import { openBrowser, signInThroughPage } from '../../testing/browser.ts'
import { incidentRecord } from '../../testing/ingest.ts'
import { type ListeningApp, openListeningApp } from '../../testing/listening.ts'
import { runOn } from '../../testing/queries.ts'
import { TookTooLong } from './errors.ts'
import { openLog } from './log.ts'
import { answerError } from './mount.ts'

let server: ListeningApp
const lines: string[] = []
beforeAll(async () => {
  const log = openLog('debug', { write: (line) => void lines.push(line) })
  server = await openListeningApp({ log, environment: { JIRA_WEBHOOK_SECRET: 'a secret of the tests' } })
})
afterAll(() => server.close())

const EMAIL = 'ada.admin@acme.example'

test('no cookie, token, code or signature is ever in a log line', async () => {
  const browser = openBrowser()
  await browser.go(`${server.url}/api/sign_in`)
  const signInCookie = browser.cookie('aviary_sign_in')?.value
  const { hops } = await signInThroughPage(browser, { url: server.url, email: EMAIL, next: '/history' })
  const token = await server.createToken(['ingest:incidents', 'webhook:alertmanager'])
  const headers = { authorization: `Bearer ${token}` }
  const signature = `sha256=${'5ec7e7'.repeat(10)}abcd`
  await callPlain(server.app, ingestIncidents, { body: { records: [incidentRecord('OPI-1')] }, headers })
  await callPlain(server.app, ingestIncidents, { body: { records: [{}] }, headers })
  await callPlain(server.app, alertmanagerWebhook, { body: { version: '4' }, headers })
  await callPlain(server.app, jiraWebhook, { body: {}, headers: { 'x-hub-signature': signature } })
  await callPlain(server.app, ingestIncidents, {
    body: {},
    headers: { authorization: 'Bearer wrong-token-12345' },
  })
  const cookies = { cookie: browser.cookies() }
  await callPlain(server.app, signOut, { body: {}, headers: cookies })
  await callPlain(server.app, updateProfile, { body: '{"a', headers: cookies })

  const secrets = [
    browser.cookie('aviary_session')?.value,
    browser.cookie('tokens')?.value,
    signInCookie,
    token,
    'wrong-token-12345',
    signature,
    'a secret of the tests',
    ...hops
      .flatMap(({ address }) => [...new URL(address).searchParams.values()])
      .filter((value) => value.length > 20),
  ]
  expect(secrets.length).toBeGreaterThan(10)
  const logged = lines.join('')
  for (const secret of secrets) {
    expect(secret).toBeTruthy()
    expect(logged).not.toContain(secret)
  }
})

test('every line of a request carries its id, the one that the answer tells', async () => {
  lines.length = 0
  const answer = await callPlain(server.app, ingestIncidents, { body: {} })
  const entries = lines.map((line) => JSON.parse(line) as Record<string, unknown>)
  expect(entries.map((line) => line.request_id)).toEqual([
    answer.problem.request_id,
    answer.problem.request_id,
  ])
  expect(entries.at(-1)).toMatchObject({
    level: 'info',
    method: 'PUT',
    path: '/api/ingest/incidents',
    status: 401,
  })
})

test('a failure is logged as an error, and a timeout as a warning', async () => {
  const messages: string[] = []
  const app = Fastify({ loggerInstance: openLog('warn', { write: (line) => void messages.push(line) }) })
  app.setErrorHandler(answerError)
  app.get('/slow', () => Promise.reject(new TookTooLong('Ask more narrowly')))
  app.get('/broken', () => Promise.reject(new Error('A cable')))
  await app.inject('/slow')
  await app.inject('/broken')
  await app.close()
  expect(messages.map((line) => JSON.parse(line))).toMatchObject([
    { level: 'warn', msg: 'request refused', status: 504, detail: 'Ask more narrowly' },
    { level: 'error', msg: 'request failed', err: { message: 'A cable' } },
  ])
})

test('a query string is not logged', async () => {
  lines.length = 0
  await server.app.inject('/api/nothing?search=somebody')
  expect(lines.join('')).toContain('/api/nothing')
  expect(lines.join('')).not.toContain('somebody')
})

test('of a query that failed the statement is logged, and neither its values nor what the person is told', async () => {
  const person = await server.signInAs('support')
  await person.call(updateProfile, { body: { application: 'Aviary', preferences: {} } })
  await runOn(
    server,
    'alter table user_preferences add constraint small check (length(preferences::text) < 50)',
  )
  lines.length = 0
  const preferences = { secret: 'do not log me', more: 'x'.repeat(50) }
  const answer = await person.call(updateProfile, { body: { application: 'Aviary', preferences } })
  expect(answer.status).toBe(500)
  expect(answer.problem.detail).toBe(`The server could not do this. Request id: ${answer.problem.request_id}`)
  const logged = lines.join('')
  expect(logged).not.toContain('do not log me')
  const line = lines.map((each) => JSON.parse(each) as { err?: object }).find((each) => each.err)
  expect(line).toMatchObject({
    level: 'error',
    request_id: answer.problem.request_id,
    err: {
      code: '23514',
      constraint: 'small',
      query: expect.stringContaining('insert into "user_preferences"'),
    },
  })
})

test('the link of a mail and the address of a calendar are masked, however they are written', async () => {
  lines.length = 0
  const secret = 'c0ffee11-aaaa-4bbb-8ccc-0123456789ab'
  const paths = [
    `/api/unsubscribe/${secret}`,
    `/api/unsubscribe/${secret}/`,
    `/api/unsubscribe/${secret}/choices/`,
    `/api/%75nsubscribe/${secret}`,
    `/API/Unsubscribe/${secret}/%zz`,
    `/api/maintenance_calendar/${secret}/events.ics`,
    `/api/subscription_requests/${secret}/`,
    `/api/customer_links/${secret}/`,
    `/api/%63ustomer_links/${secret}`,
    `/api//Customer_Links//${secret}/more`,
  ]
  for (const path of paths) await server.app.inject(path)
  await server.app.inject({ method: 'POST', url: `/api/unsubscribe/${secret}/choices/`, payload: 'a=1' })
  for (const method of ['POST', 'PUT'] as const)
    await server.app.inject({ method, url: `/api/customer_links/${secret}/` })
  expect(lines.join('')).toContain('/api/unsubscribe/[redacted]/choices/')
  expect(lines.join('')).not.toContain(secret)
})
