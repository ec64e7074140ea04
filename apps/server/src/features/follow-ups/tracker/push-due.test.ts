import { createHmac } from 'node:crypto'
import {
  createFollowUp,
  deleteFollowUp,
  listFollowUps,
  updateFollowUp,
} from '@aviary/contract/follow-ups/endpoints'
import type { FollowUp } from '@aviary/contract/follow-ups/schemas'
import { getIncidentByJiraId, listIncidents } from '@aviary/contract/incidents/endpoints'
import { jiraWebhook } from '@aviary/contract/ingest/endpoints'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { callPlain, openTestApp, type Person, type TestApp } from '../../../../testing/app.ts'
import { incidentRecord, ingest } from '../../../../testing/ingest.ts'
import { startJira, type TestJira } from '../../../../testing/jira.ts'
import { lastAudit, runOn } from '../../../../testing/queries.ts'

const INES = 'ines.incident@acme.example'
const SAM = 'sam.support@acme.example'
const SECRET = 'a secret of sixteen characters'
const TOKEN = 'token-of-jira-0123456789'
const START = new Date('2026-08-20T12:00:00Z')

let jira: TestJira
let server: TestApp
let manager: Person
beforeAll(async () => {
  jira = await startJira()
  server = await openTestApp({ now: START, environment: environmentOf(jira) })
  manager = await server.signInAs('incident_manager')
  await server.signInAs('support')
})
beforeEach(async () => {
  server.setNow(START)
  jira.clear()
  await runOn(server, 'delete from incidents')
  await runOn(server, 'delete from follow_up_issues')
  await ingest(server, 'incidents', [incidentRecord('OPI-1')])
})
afterAll(async () => {
  expect(server.errors).toEqual([])
  await server.close()
  await jira.close()
})

const environmentOf = ({ url }: TestJira, more: Record<string, string> = {}) => ({
  ...{
    JIRA_URL: `${url}/`,
    JIRA_TOKEN: TOKEN,
    FOLLOW_UP_PROJECT: 'OPS',
    JIRA_WEBHOOK_SECRET: SECRET,
    ...more,
  },
})

const FIELDS = { title: 'Alert on\nthe queue', owner: SAM, due_date: '2026-08-27' }
const add = async (changed: object = {}) =>
  (await manager.call(createFollowUp, { body: { jira_id: 'OPI-1', ...FIELDS, ...changed } })).body.follow_up
const change = async ({ follow_up_id, title, owner, due_date, state }: FollowUp, changed: object) =>
  (
    await manager.call(updateFollowUp, {
      body: { follow_up_id, title, owner, due_date, state, ...changed },
    })
  ).body.follow_up
const shown = async () => {
  const { payload } = (await manager.call(getIncidentByJiraId, { query: { jira_id: 'OPI-1' } })).body
  return payload.follow_ups?.[0]
}
const push = () => server.pushFollowUps()
const later = (minutes: number) => server.setNow(new Date(server.now().getTime() + minutes * 60_000))
const written = () =>
  jira.requests.filter(({ method, path }) => method !== 'GET' && !path.startsWith('search'))

test('what is noted becomes one issue, whose key is shown with the incident', async () => {
  const { follow_up_id, tracker, version } = await add()
  expect(tracker).toBeNull()
  expect(await push()).toEqual({ pushed: 1, failed: 0 })
  expect(jira.issues).toEqual([
    {
      key: 'OPS-1',
      comments: [],
      fields: {
        project: { key: 'OPS' },
        issuetype: { name: 'Task' },
        labels: ['aviary', expect.stringMatching(`^aviary-follow-up-${follow_up_id}-[0-9a-f]{8}$`)],
        summary: 'Alert on the queue',
        description: `${FIELDS.title}\n\nFollow-up of OPI-1: http://localhost:8080/details/OPI-1#follow-ups\nOwner: ${SAM}`,
        duedate: '2026-08-27',
      },
    },
  ])
  expect(jira.requests[0]?.authorization).toBe(`Bearer ${TOKEN}`)
  const issue = { key: 'OPS-1', url: `${jira.url}/browse/OPS-1` }
  expect(await shown()).toMatchObject({ tracker: issue, tracker_fault: null, version })
  expect((await manager.call(listFollowUps)).body.follow_ups).toMatchObject([{ tracker: issue }])
  expect(await push()).toEqual({ pushed: 0, failed: 0 })
})

test('a long title is cut for the summary; no date is sent where there is none; what is closed is not pushed', async () => {
  await add({ title: 'x'.repeat(400), due_date: null, owner: null })
  await change(await add(), { state: 'DROPPED' })
  await push()
  expect(jira.issues).toHaveLength(1)
  const fields = jira.issues[0]?.fields
  expect(fields?.summary).toHaveLength(255)
  expect(fields?.description).toContain('x'.repeat(400))
  expect(fields?.description).toContain('Owner: nobody yet')
  expect(fields).not.toHaveProperty('duedate')
})

test('title and due date follow a change; closing and reopening are said once each', async () => {
  const noted = await add()
  await push()
  const changed = await change(noted, { title: 'Alert earlier', due_date: null })
  await push()
  expect(jira.requests.at(-1)).toMatchObject({
    ...{ method: 'PUT', path: 'issue/OPS-1', body: { fields: { summary: 'Alert earlier', duedate: null } } },
  })
  const done = await change(changed, { state: 'DONE' })
  await push()
  server.setNow(new Date('2026-08-20T13:00:00Z'))
  await change(done, { state: 'OPEN' })
  await push()
  await push()
  expect(jira.issues[0]?.comments).toEqual([
    `Done in Aviary by ${INES} at 2026-08-20T12:00:00.000Z`,
    `Open again in Aviary by ${INES} at 2026-08-20T13:00:00.000Z`,
  ])
  expect(written()).toHaveLength(4)
})

test('a deletion is said once, also of one whose incident is gone', async () => {
  const noted = await add()
  await add({ title: 'Another' })
  await push()
  await manager.call(deleteFollowUp, { body: { follow_up_id: noted.follow_up_id } })
  await runOn(server, 'delete from incidents')
  await push()
  await push()
  expect(jira.issues.map(({ comments }) => comments)).toEqual([
    [`Deleted in Aviary by ${INES}`],
    ['Deleted in Aviary'],
  ])
  expect((await server.db.execute('select 1 from follow_up_issues')).rows).toEqual([])
})

test('two processes push each follow-up once', async () => {
  const other = await openTestApp({
    ...{ now: START, environment: environmentOf(jira), databaseUrl: server.databaseUrl },
  })
  for (let nth = 0; nth < 12; nth += 1) await add({ title: `Step ${nth}` })
  const both = await Promise.all([push(), other.pushFollowUps(), push()])
  expect(both.reduce((sum, { pushed }) => sum + pushed, 0)).toBe(12)
  expect(new Set(jira.issues.map(({ fields }) => fields.summary)).size).toBe(12)
  expect(jira.issues).toHaveLength(12)
  await other.close()
})

test('an issue whose answer was lost is found again, and a comment is not repeated', async () => {
  const noted = await add()
  jira.react('lost')
  expect(await push()).toEqual({ pushed: 0, failed: 1 })
  expect(await shown()).toMatchObject({ tracker: null, tracker_fault: null })
  expect(await push()).toEqual({ pushed: 0, failed: 0 })
  const changed = await change(noted, { title: 'Alert earlier' })
  later(1)
  await push()
  expect(jira.issues).toHaveLength(1)
  expect(jira.issues[0]?.fields.summary).toBe('Alert earlier')
  expect((await shown())?.tracker?.key).toBe('OPS-1')
  await change(changed, { state: 'DONE' })
  jira.react('lost')
  await push()
  later(1)
  expect(await push()).toEqual({ pushed: 1, failed: 0 })
  expect(jira.issues[0]?.comments).toHaveLength(1)
})

test('a process that dies between the answer and its commit leaves one issue', async () => {
  await add()
  await push()
  await runOn(
    server,
    "update follow_up_issues set issue_key = null, title = null, due_date = null, not_before = '2026-08-20T12:03:00Z'",
  )
  expect(await push()).toEqual({ pushed: 0, failed: 0 })
  later(4)
  expect(await push()).toEqual({ pushed: 1, failed: 0 })
  expect(jira.issues).toHaveLength(1)
  expect((await shown())?.tracker?.key).toBe('OPS-1')
})

test('Jira that is away is tried again after growing pauses, and the follow-ups show it after an hour', async () => {
  await add()
  await add({ title: 'Another' })
  jira.refuse({ status: 503, body: 'away' })
  expect(await push()).toEqual({ pushed: 0, failed: 1 })
  expect(await push()).toEqual({ pushed: 0, failed: 1 })
  expect(await push()).toEqual({ pushed: 0, failed: 0 })
  for (const pause of [1, 2, 4, 8, 16]) {
    later(pause)
    await push()
  }
  expect((await shown())?.tracker_fault).toBeNull()
  later(32)
  await push()
  await push()
  expect((await shown())?.tracker_fault).toBe('Jira answered 503')
  later(60)
  jira.refuse(undefined)
  expect(await push()).toEqual({ pushed: 2, failed: 0 })
  expect(await shown()).toMatchObject({ tracker: { key: 'OPS-2' }, tracker_fault: null })
})

test('Jira that asks for a pause gets it; after three days it is tried once a day', async () => {
  await add()
  jira.react({ status: 429, headers: { 'retry-after': '600' } })
  await push()
  later(9)
  expect(await push()).toEqual({ pushed: 0, failed: 0 })
  jira.refuse({ status: 502 })
  later(3 * 24 * 60)
  await push()
  later(23 * 60)
  expect(await push()).toEqual({ pushed: 0, failed: 0 })
  jira.refuse(undefined)
  later(60)
  expect(await push()).toEqual({ pushed: 1, failed: 0 })
})

test('a refusal is shown at once with Jira’s words, never with the token, and holds up no other', async () => {
  await add()
  await add({ title: 'Another' })
  jira.react({
    status: 400,
    body: {
      errorMessages: [`No\u0000 way ${TOKEN}${'x'.repeat(400)}`],
      errors: { duedate: 'It is not on the appropriate screen' },
    },
  })
  expect(await push()).toEqual({ pushed: 1, failed: 1 })
  const fault = (await shown())?.tracker_fault ?? ''
  expect(fault).toMatch(/^Jira answered 400: No way …x+…$/)
  expect(fault.length).toBeLessThan(330)
  later(59)
  expect(await push()).toEqual({ pushed: 0, failed: 0 })
  later(1)
  expect(await push()).toEqual({ pushed: 1, failed: 0 })
  expect((await shown())?.tracker_fault).toBeNull()
})

test('a refused change that is taken back leaves no fault', async () => {
  const noted = await add()
  await push()
  const done = await change(noted, { state: 'DONE' })
  jira.react({ status: 403 })
  await push()
  expect((await shown())?.tracker_fault).toBe('Jira answered 403')
  await change(done, { state: 'OPEN' })
  later(60)
  expect(await push()).toEqual({ pushed: 1, failed: 0 })
  expect((await shown())?.tracker_fault).toBeNull()
  expect(jira.issues[0]?.comments).toEqual([])
  expect(await push()).toEqual({ pushed: 0, failed: 0 })
})

test.each([
  [401, undefined, 'Jira answered 401'],
  [302, { location: 'http://127.0.0.1:9/sign-in' }, 'Jira answered 302'],
])('an answer %s is a refusal, and nothing follows a redirect', async (status, headers, fault) => {
  await add()
  jira.react({ status, ...(headers ? { headers } : {}) })
  expect(await push()).toEqual({ pushed: 0, failed: 1 })
  expect((await shown())?.tracker_fault).toBe(fault)
  expect(jira.requests).toHaveLength(1)
})

test('Jira that does not answer holds no connection to the database', async () => {
  await add()
  jira.react('hang')
  const pushing = push()
  await expect.poll(() => jira.requests.length).toBe(1)
  const { rows } = await server.db.execute(
    `select 1 from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'`,
  )
  expect(rows).toEqual([])
  await change((await shown()) as FollowUp, { title: 'Meanwhile' })
  jira.cut()
  expect(await pushing).toEqual({ pushed: 0, failed: 1 })
})

const hear = (key: string, category: string, changed: { at?: string; event?: string } = {}) => {
  const { at = '2026-08-20T12:30:00.000+0000', event = 'jira:issue_updated' } = changed
  const body = JSON.stringify({
    webhookEvent: event,
    issue: { key, fields: { summary: 'x', updated: at, status: { statusCategory: { key: category } } } },
  })
  const signature = `sha256=${createHmac('sha256', SECRET).update(body).digest('hex')}`
  return callPlain(server.app, jiraWebhook, { body, headers: { 'x-hub-signature': signature } })
}

test('done in the tracker is done here, and reopened there is open; the tracker is not told what it said', async () => {
  const { follow_up_id, version } = await add()
  await push()
  expect((await hear('OPS-1', 'done')).body).toEqual({
    ...{ outcome: 'taken', detail: `follow-up ${follow_up_id} was done` },
  })
  expect(await lastAudit(server)).toMatchObject({ userEmail: 'webhook:jira', context: { follow_up_id } })
  expect(await shown()).toMatchObject({
    state: 'DONE',
    version: version + 1,
    closed_date: START.toISOString(),
  })
  await hear('OPS-1', 'done', { at: '2026-08-20T12:31:00.000+0000' })
  expect(await shown()).toMatchObject({ state: 'DONE', version: version + 1 })
  await hear('OPS-1', 'indeterminate', { at: '2026-08-20T12:32:00.000+0000' })
  expect(await shown()).toMatchObject({ state: 'OPEN', version: version + 2, closed_date: null })
  expect((await hear('OPS-1', 'done')).body.outcome).toBe('older than what is known')
  await push()
  expect(jira.issues[0]?.comments).toEqual([])
})

test('an event about what Aviary wrote does not reopen what is done here', async () => {
  const noted = await add()
  await push()
  await change(noted, { state: 'DONE' })
  await push()
  expect((await hear('OPS-1', 'new')).body.outcome).toBe('unchanged')
  expect((await shown())?.state).toBe('DONE')
})

test('other issues of the project are neither incidents nor follow-ups, and a deleted issue closes nothing', async () => {
  await add()
  await push()
  expect((await hear('OPS-2', 'done')).body.outcome).toBe('not for Aviary')
  expect((await hear('OPS-1', 'done', { event: 'jira:issue_deleted' })).body.outcome).toBe('not for Aviary')
  expect((await shown())?.state).toBe('OPEN')
  const { payload } = (await manager.call(listIncidents, { query: { active: true } as never })).body
  expect(payload.map(({ jiraId }) => jiraId)).toEqual(['OPI-1'])
})

test('Jira Cloud is asked with user and token, and searched where it has its searches', async () => {
  const cloud = await startJira({ isCloud: true })
  const there = await openTestApp({
    ...{ now: START, databaseUrl: server.databaseUrl },
    environment: environmentOf(cloud, { JIRA_USER: 'ada@acme.example', FOLLOW_UP_TYPE: 'Story' }),
  })
  await add()
  cloud.react('lost')
  await there.pushFollowUps()
  there.setNow(new Date(START.getTime() + 60_000))
  expect(await there.pushFollowUps()).toEqual({ pushed: 1, failed: 0 })
  expect(cloud.issues).toMatchObject([{ fields: { issuetype: { name: 'Story' } } }])
  const basic = Buffer.from(`ada@acme.example:${TOKEN}`).toString('base64')
  expect(new Set(cloud.requests.map(({ authorization }) => authorization))).toEqual(
    new Set([`Basic ${basic}`]),
  )
  await there.close()
  await cloud.close()
})

test('without the settings nothing is pushed, and nothing is said of the tracker', async () => {
  await add()
  await push()
  const plain = await openTestApp({ now: START, databaseUrl: server.databaseUrl })
  expect(await plain.pushFollowUps()).toEqual({ pushed: 0, failed: 0 })
  const there = await plain.signInAs('incident_manager')
  const [row] = (await there.call(listFollowUps)).body.follow_ups
  expect(row).toMatchObject({ tracker: null, tracker_fault: null })
  await plain.close()
})
