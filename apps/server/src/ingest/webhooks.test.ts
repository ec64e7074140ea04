import { createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { getIncidentByJiraId, listIncidents } from '@aviary/contract/incidents/endpoints'
import {
  alertmanagerWebhook,
  ingestIncidents,
  jiraWebhook,
  webhookOutcome,
} from '@aviary/contract/ingest/endpoints'
import { getStatus } from '@aviary/contract/status/endpoints'
import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { callPlain, openTestApp, type Person, type TestApp } from '../../testing/app.ts'
import { incidentRecord, ingest, unknownNamesOf } from '../../testing/ingest.ts'

const SECRET = 'a-secret-shared-with-jira'
const sample = (name: string) => JSON.parse(readFileSync(path.join(import.meta.dirname, name), 'utf8'))
const created = () => sample('jira/samples/issue_created.json')

let server: TestApp
let person: Person
let token: string

beforeAll(async () => {
  server = await openTestApp({
    environment: { JIRA_WEBHOOK_SECRET: SECRET },
    now: new Date('2026-05-01T00:00:00Z'),
  })
  person = await server.signInAs('support')
  token = await server.createToken(['webhook:alertmanager', 'ingest:incidents'])
})
afterAll(() => server.close())

const sign = (body: string, secret = SECRET) =>
  `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`

const fromJira = (payload: unknown, headers: Record<string, string> = {}) => {
  const body = JSON.stringify(payload)
  return callPlain(server.app, jiraWebhook, { body, headers: { 'x-hub-signature': sign(body), ...headers } })
}

const fromAlertmanager = (payload: unknown) =>
  callPlain(server.app, alertmanagerWebhook, { body: payload, headers: { authorization: `Bearer ${token}` } })

const issue = (key: string, fields: Record<string, unknown> = {}, event = 'jira:issue_updated') => {
  const payload = created()
  payload.webhookEvent = event
  payload.issue.key = key
  Object.assign(payload.issue.fields, fields)
  return payload
}

const incident = async (id: string) =>
  (await person.call(getIncidentByJiraId, { query: { jira_id: id } })).body.payload

const statusOf = async (service: string, dataCenter: string) =>
  (await person.call(getStatus)).body[service]?.[dataCenter]

async function countRows(): Promise<unknown> {
  const counted = await server.db.execute(sql`select (select count(*) from incidents) as incidents,
    (select count(*) from status_reports) as reports, (select count(*) from audit_log) as audit,
    (select count(*) from webhook_deliveries) as deliveries`)
  return counted.rows[0]
}

test("Jira's own sample becomes an open incident, and the grid shows it", async () => {
  const answer = await fromJira(created())
  expect(answer.status).toBe(200)
  expect(answer.body).toEqual({ outcome: 'taken', detail: 'OPI-3 was created' })
  expect(await incident('OPI-3')).toMatchObject({
    details: 'Expense reports cannot be submitted',
    affectedServices: ['Expense'],
    affectedDataCenters: ['us2', 'eu2'],
    startDate: '2026-04-25T13:05:13.605Z',
    endDate: null,
    status: 'ACTIVE',
    symbol: 'OUTAGE',
    priorityType: 'P1',
    isInternal: 'N',
    slaEndTime: '2026-04-25T17:05:13.605Z',
    jira_info: { reporter: 'Sample Reporter' },
  })
  expect(await statusOf('Expense', 'eu2')).toBe('OUTAGE')
  const { body } = await person.call(listIncidents)
  expect(body.payload.map((incident) => incident.jiraId)).toContain('OPI-3')
})

test('the same delivery again changes nothing and says so, also under another body order of arrival', async () => {
  const delivery = issue('OPI-20')
  expect((await fromJira(delivery, { 'x-atlassian-webhook-identifier': 'd-1' })).body.outcome).toBe('taken')
  const before = await countRows()
  expect((await fromJira(delivery)).body.outcome).toBe('already received')
  const renamed = { ...delivery, timestamp: 1 }
  expect((await fromJira(renamed, { 'x-atlassian-webhook-identifier': 'd-1' })).body.outcome).toBe(
    'already received',
  )
  expect(await countRows()).toMatchObject({ incidents: (before as { incidents: string }).incidents })
})

test('an SLA end from another source stays, and a computed one follows the start', async () => {
  await ingest(server, 'incidents', [incidentRecord('OPI-25', { sla_end_date: '2026-08-21T00:00:00Z' })])
  await fromJira(issue('OPI-25'))
  expect(await incident('OPI-25')).toMatchObject({ slaEndTime: '2026-08-21T00:00:00.000Z' })
  await ingest(server, 'incidents', [incidentRecord('OPI-26')])
  await fromJira(issue('OPI-26'))
  expect(await incident('OPI-26')).toMatchObject({ slaEndTime: '2026-04-25T17:05:13.605Z' })
})

test('the same delivery twice at once is taken once', async () => {
  const delivery = issue('OPI-21')
  const answers = await Promise.all([fromJira(delivery), fromJira(delivery), fromJira(delivery)])
  expect(answers.map(({ body }) => body.outcome).sort()).toEqual([
    'already received',
    'already received',
    'taken',
  ])
})

test('an update closes the incident, a late older event does not open it again, a reopening does', async () => {
  const done = { statusCategory: { key: 'done' } }
  await fromJira(issue('OPI-22', { updated: '2026-04-26T10:00:00.000+0000' }))
  await fromJira(
    issue('OPI-22', {
      updated: '2026-04-26T12:00:00.000+0000',
      status: done,
      resolutiondate: '2026-04-26T11:59:00.000+0000',
    }),
  )
  expect(await incident('OPI-22')).toMatchObject({ status: 'RESOLVED', endDate: '2026-04-26T11:59:00.000Z' })
  const late = await fromJira(issue('OPI-22', { updated: '2026-04-26T11:00:00.000+0000' }))
  expect(late.body.outcome).toBe('older than what is known')
  expect((await incident('OPI-22')).status).toBe('RESOLVED')
  await fromJira(issue('OPI-22', { updated: '2026-04-26T13:00:00.000+0000' }))
  expect(await incident('OPI-22')).toMatchObject({ status: 'ACTIVE', endDate: null })
})

test('a deleted issue closes its incident and keeps what was said about it', async () => {
  await fromJira(issue('OPI-23', { updated: '2026-04-26T10:00:00.000+0000' }))
  const gone = await fromJira(
    issue('OPI-23', { updated: '2026-04-26T10:30:00.000+0000' }, 'jira:issue_deleted'),
  )
  expect(gone.body.outcome).toBe('taken')
  expect(await incident('OPI-23')).toMatchObject({ status: 'CLOSED', endDate: '2026-04-26T10:30:00.000Z' })
})

test("fields missing in Jira's event stay as they were", async () => {
  const record = {
    jira_id: 'OPI-24',
    priority_type: 'P2',
    severity: 'PERFORMANCE',
    status: 'ACTIVE',
    details: 'From elsewhere',
    affected_services: ['Travel'],
    data_centers: ['eu'],
    start_date: '2026-04-20T00:00:00Z',
    affected_users: 7,
    slack_info: { channel: '#opi-24' },
  }
  await callPlain(server.app, ingestIncidents, {
    body: { records: [record] },
    headers: { authorization: `Bearer ${token}` },
  })
  const bare = {
    webhookEvent: 'jira:issue_updated',
    issue: { key: 'OPI-24', fields: { priority: { name: 'High' } } },
  }
  expect((await fromJira(bare)).body.outcome).toBe('taken')
  expect(await incident('OPI-24')).toMatchObject({
    details: 'From elsewhere',
    affectedServices: ['Travel'],
    affectedDataCenters: ['eu'],
    affectedUsers: 7,
    symbol: 'PARTIAL_OUTAGE',
    startDate: '2026-04-20T00:00:00.000Z',
    slack_info: { channel: '#opi-24' },
  })
})

test('labels, options, lists and documents are read as Jira sends them', async () => {
  const description = {
    type: 'doc',
    content: [
      {
        type: 'paragraph',
        content: [
          { type: 'text', text: 'First ' },
          { type: 'text', text: 'line' },
        ],
      },
      { type: 'paragraph', content: [{ type: 'text', text: 'second' }] },
    ],
  }
  await fromJira(
    issue('OPI-25', {
      labels: ['p2', 'Internal'],
      customfield_10070: [{ value: 'EMEA' }, { value: 'APJ1' }],
      customfield_10071: null,
      components: [{ name: 'analysis' }],
      priority: { name: 'Low' },
      description,
    }),
  )
  expect(await incident('OPI-25')).toMatchObject({
    priorityType: 'P2',
    isInternal: 'Y',
    symbol: 'PARTIAL_PERFORMANCE',
    affectedServices: ['Analysis/Intelligence'],
    affectedDataCenters: ['eu', 'apj1'],
    details: 'Expense reports cannot be submitted\n\nFirst line\nsecond',
  })
})

test.each([
  [{ 'x-hub-signature': '' }, 'The header X-Hub-Signature is missing'],
  [{ 'x-hub-signature': 'sha1=abc' }, 'not of the form sha256='],
  [{ 'x-hub-signature': sign('another body') }, 'does not fit the body'],
  [
    { 'x-hub-signature': sign(JSON.stringify(created()), 'another-secret-entirely') },
    'does not fit the body',
  ],
])('a webhook with the header %o is refused and changes nothing', async (headers, expected) => {
  const before = await countRows()
  const answer = await fromJira(created(), headers)
  expect(answer.status).toBe(401)
  expect(answer.problem.detail).toContain(expected)
  expect(await countRows()).toEqual(before)
})

test('a severity of None counts as empty: the next option or the priority is used, and nothing is reported', async () => {
  const fields = { customfield_10071: { value: 'None' }, priority: { name: 'High' } }
  const answer = await fromJira(issue('OPI-40', fields))
  expect(answer.body).toEqual({ outcome: 'taken', detail: 'OPI-40 was created' })
  expect(await incident('OPI-40')).toMatchObject({ symbol: 'PARTIAL_OUTAGE' })
  await fromJira(
    issue('OPI-41', { ...fields, customfield_10071: [{ value: ' none ' }, { value: 'Performance' }] }),
  )
  expect(await incident('OPI-41')).toMatchObject({ symbol: 'PERFORMANCE' })
})

test('unknown names are left out of an incident and reported: an incident does not get lost', async () => {
  const fields = {
    components: [{ name: 'Espresso' }, { name: 'Expense' }],
    customfield_10070: 'us2, mars',
    customfield_10071: { value: 'Catastrophic' },
  }
  const answer = await fromJira(issue('OPI-27', fields))
  expect([answer.status, answer.body]).toEqual([
    200,
    {
      outcome: 'taken',
      detail:
        "OPI-27 was created; left out: unknown service 'Espresso', unknown data center 'mars', unknown severity 'Catastrophic'",
    },
  ])
  expect(await incident('OPI-27')).toMatchObject({
    affectedServices: ['Expense'],
    affectedDataCenters: ['us2'],
    symbol: 'OUTAGE',
  })
  expect(await unknownNamesOf(server, 'jira')).toEqual([
    ['data center', 'mars', 1],
    ['service', 'Espresso', 1],
    ['severity', 'Catastrophic', 1],
  ])
  const nowhere = await fromJira(issue('OPI-28', { components: [{ name: 'Espresso' }] }))
  expect(nowhere.body.outcome).toBe('taken')
  expect(await incident('OPI-28')).toMatchObject({ affectedServices: [], status: 'ACTIVE' })
})

test('ignored events are answered and change no incident', async () => {
  for (const payload of [
    {},
    { webhookEvent: 'comment_created' },
    issue('HR-1'),
    { webhookEvent: 'jira:issue_created' },
  ]) {
    const answer = await fromJira(payload)
    expect([answer.status, answer.body.outcome]).toEqual([200, 'not for Aviary'])
  }
})

test('whatever a signed body holds, the answer is within the contract', async () => {
  const odd = fc.oneof(
    fc.jsonValue(),
    fc.constantFrom<unknown>('0000-01-01T00:00:00Z', '9999-12-31T23:59:59Z', 'us2', ['Expense']),
  )
  const anything = fc.oneof(
    fc.json().map((text) => JSON.parse(text)),
    fc.record({
      webhookEvent: fc.constant('jira:issue_updated'),
      issue: fc.record({
        key: fc.constant('OPI-99'),
        fields: fc.dictionary(
          fc.constantFrom(
            'summary',
            'description',
            'labels',
            'components',
            'status',
            'priority',
            'created',
            'updated',
            'customfield_10070',
            'customfield_10071',
          ),
          odd,
        ),
      }),
    }),
    fc.record({
      version: fc.constant('4'),
      alerts: fc.array(
        fc.record({
          status: odd,
          labels: odd,
          startsAt: odd,
          endsAt: odd,
        }),
      ),
    }),
  )
  await fc.assert(
    fc.asyncProperty(anything, async (payload) => {
      for (const answer of [await fromJira(payload), await fromAlertmanager(payload)]) {
        expect([200, 400]).toContain(answer.status)
        if (answer.status === 200) expect(webhookOutcome.safeParse(answer.body).success).toBe(true)
        else expect(answer.problem.request_id).toBeTruthy()
      }
    }),
    { numRuns: 100 },
  )
  expect(server.errors).toEqual([])
})
