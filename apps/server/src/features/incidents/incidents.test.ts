import {
  getIncidentByJiraId,
  getIncidentTeam,
  getMessages,
  listAffectedCompanies,
  listIncidents,
} from '@aviary/contract/incidents/endpoints'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestApp, type Person, type TestApp } from '../../../testing/app.ts'
import { incidentRecord, ingest } from '../../../testing/ingest.ts'

let server: TestApp
let person: Person

const message = (key: string, title: string, fields: object = {}) => ({
  key,
  title,
  created_date: '2026-08-20T10:30:00Z',
  body: { en: `<p>${title}</p>` },
  ...fields,
})

const WHOLE = incidentRecord('OPI-7', {
  is_internal: 'Y',
  affected_services: ['Billing', 'Expense'],
  data_centers: ['eu', 'us2'],
  affected_users: 1200,
  affected_company_count: 5,
  start_date: '2026-08-20T11:00:00+02:00',
  jira_info: { assignee: 'Ada', reporter: 'Oleg', participants: ['Ines'], board: 'OPI' },
  slack_info: { channel: '#opi-7', members: ['Ada', 'Ines'] },
  messages: [
    message('1', 'Investigating', { body: { en: 'We look', ja: '調査中' } }),
    message('2', 'Intermediate Root Cause Analysis', { created_date: '2026-08-20T11:30:00Z' }),
    message('3', 'Root Cause Analysis', {
      created_date: '2026-08-20T11:15:00Z',
      body: { en: 'A cable', ja: 'ケーブル' },
    }),
    message('4', 'Internal note', { created_date: '2026-08-20T11:45:00Z', body: { ja: '社内' } }),
  ],
})

beforeAll(async () => {
  server = await openTestApp()
  person = await server.signInAs('support')
  await ingest(server, 'companies', [
    { id: 30, name: 'Cedar', entity_code: 'c-1', data_center: 'us2' },
    { id: 20, name: 'Birch', entity_code: null, data_center: null },
    { id: 11, name: 'Aster' },
    { id: 10, name: 'Aster', entity_code: 'a-1', data_center: 'eu' },
  ])
  await ingest(server, 'incidents', [
    WHOLE,
    incidentRecord('OPI-8', { start_date: '2026-08-20T11:00:00Z', priority_type: 'P2' }),
    incidentRecord('OPI-9', { start_date: '2026-08-20T11:00:00Z' }),
    ...[1, 2, 3].map((day) =>
      incidentRecord(`OPI-H${day}`, {
        status: 'RESOLVED',
        start_date: `2026-08-0${day}T10:00:00Z`,
        end_date: `2026-08-0${day}T12:00:00Z`,
      }),
    ),
  ])
  await ingest(
    server,
    'affectedCompanies',
    [30, 20, 11, 10].map((company_id) => ({ jira_id: 'OPI-8', company_id })),
  )
})
afterAll(async () => {
  expect(server.errors).toEqual([])
  await server.close()
})

const listIds = async (query: object = {}) => {
  const { body } = await person.call(listIncidents, { query })
  return { names: body.payload.map((incident) => incident.jiraId), more: body.more_results }
}

describe('GET /incidents/', () => {
  test('lists open incidents, newest start first', async () => {
    expect(await listIds()).toEqual({ names: ['OPI-9', 'OPI-8', 'OPI-7'], more: false })
    expect((await listIds({ active: 'true' })).names).toHaveLength(3)
  })

  test('lists historic incidents, newest start first', async () => {
    expect(await listIds({ active: 'false' })).toEqual({ names: ['OPI-H3', 'OPI-H2', 'OPI-H1'], more: false })
  })

  test('returns a page and whether there is more', async () => {
    const page = (start_at: number, response_size: number) =>
      listIds({ active: 'false', start_at, response_size })
    expect(await page(0, 2)).toEqual({ names: ['OPI-H3', 'OPI-H2'], more: true })
    expect(await page(2, 2)).toEqual({ names: ['OPI-H1'], more: false })
    expect(await page(1, 2)).toEqual({ names: ['OPI-H2', 'OPI-H1'], more: false })
    expect(await page(9, 2)).toEqual({ names: [], more: false })
  })

  test('omits the messages on request, but keeps the root cause', async () => {
    const { payload } = (await person.call(listIncidents, { query: { messages: 'false', locale: 'ja' } }))
      .body
    const [, , incident] = payload
    expect(incident).toMatchObject({ jiraId: 'OPI-7', rca: 'ケーブル', messages: [], affectedCompanies: 5 })
    expect(payload.map(({ rca }) => rca)).toEqual([null, null, 'ケーブル'])
  })

  test.each([
    ['messages', 'some'],
    ['response_size', '501'],
    ['response_size', '0'],
    ['response_size', 'many'],
    ['start_at', '-1'],
    ['start_at', '1.5'],
    ['active', 'perhaps'],
    ['locale', ''],
  ])('refuses %s=%s', async (name, value) => {
    const response = await person.call(listIncidents, { query: { [name]: value } })
    expect(response.status).toBe(400)
    expect(response.problem.errors?.[0]?.path).toBe(`query.${name}`)
  })

  test('returns an incident with only the fields of the landing page', async () => {
    const { payload } = (await person.call(listIncidents)).body
    const listed = payload.find((incident) => incident.jiraId === 'OPI-7')
    expect(listed).toEqual({
      opi: 'OPI-7',
      jiraId: 'OPI-7',
      affectedCompanies: 5,
      affectedDataCenters: ['us2', 'eu'],
      affectedServices: ['Expense', 'Billing'],
      affectedUsers: 1200,
      details: 'What happened in OPI-7',
      startDate: '2026-08-20T09:00:00.000Z',
      endDate: null,
      slaEndTime: '2026-08-20T13:00:00.000Z',
      status: 'ACTIVE',
      symbol: 'OUTAGE',
      rca: 'A cable',
      messages: [expect.anything(), expect.anything(), expect.anything(), expect.anything()],
      isInternal: 'Y',
      priorityType: 'P1',
      nextUpdateDue: null,
      roles: [],
    })
  })

  test('counts the listed companies if the source reports fewer, and gives a P2 a day', async () => {
    const { payload } = (await person.call(listIncidents)).body
    const listed = payload.find((incident) => incident.jiraId === 'OPI-8')
    expect(listed).toMatchObject({ affectedCompanies: 4, affectedUsers: null, rca: null, messages: [] })
    expect(listed?.slaEndTime).toBe('2026-08-21T11:00:00.000Z')
  })

  test('returns bodies in the requested locale, else in English, else in the only one there is', async () => {
    const listBodies = async (locale: string) => {
      const { payload } = (await person.call(listIncidents, { query: { locale } })).body
      return payload
        .find((incident) => incident.jiraId === 'OPI-7')
        ?.messages.map((message) => message.message)
    }
    expect(await listBodies('ja')).toEqual([
      '社内',
      '<p>Intermediate Root Cause Analysis</p>',
      'ケーブル',
      '調査中',
    ])
    expect(await listBodies('en')).toEqual([
      '社内',
      '<p>Intermediate Root Cause Analysis</p>',
      'A cable',
      'We look',
    ])
    expect(await listBodies('xx')).toEqual(await listBodies('en'))
    expect(await listBodies('constructor')).toEqual(await listBodies('en'))
  })
})

describe('GET /incident_by_jira_id/', () => {
  test('adds the team and the first affected companies to the fields of the landing page', async () => {
    const { body } = await person.call(getIncidentByJiraId, { query: { jira_id: 'OPI-7', locale: 'ja' } })
    expect(body.payload).toMatchObject({
      jiraId: 'OPI-7',
      rca: 'ケーブル',
      jira_info: { assignee: 'Ada', reporter: 'Oleg', participants: ['Ines'], board: 'OPI' },
      slack_info: { channel: '#opi-7', members: ['Ada', 'Ines'] },
      affected_companies: [],
    })
  })

  test('finds historic incidents too', async () => {
    const { body } = await person.call(getIncidentByJiraId, { query: { jira_id: 'OPI-H1' } })
    expect(body.payload).toMatchObject({
      status: 'RESOLVED',
      endDate: '2026-08-01T12:00:00.000Z',
      jira_info: {},
    })
  })
})

test('GET /incidents/incident_team_data/{id}/ returns the people who work on it', async () => {
  const response = await person.call(getIncidentTeam, { params: { id: 'OPI-7' } })
  expect(response.body.slack_info).toEqual({ channel: '#opi-7', members: ['Ada', 'Ines'] })
  expect((await person.call(getIncidentTeam, { params: { id: 'OPI-8' } })).body).toEqual({
    jira_info: {},
    slack_info: {},
  })
})

describe('GET /incidents/affected_companies/', () => {
  const page = async (query: object = {}) =>
    (await person.call(listAffectedCompanies, { query: { jira_id: 'OPI-8', ...query } })).body

  test('lists companies by name, then by id', async () => {
    expect(await page()).toEqual({
      companies: [
        { name: 'Aster', id: 10, entity_code: 'a-1', data_center: 'eu' },
        { name: 'Aster', id: 11, entity_code: null, data_center: null },
        { name: 'Birch', id: 20, entity_code: null, data_center: null },
        { name: 'Cedar', id: 30, entity_code: 'c-1', data_center: 'us2' },
      ],
      more_results: false,
    })
  })

  test('returns a page and whether there is more', async () => {
    const ids = async (start_at: number, response_size: number) => {
      const { companies, more_results } = await page({ start_at, response_size })
      return [companies.map((company) => company.id), more_results]
    }
    expect(await ids(0, 3)).toEqual([[10, 11, 20], true])
    expect(await ids(3, 3)).toEqual([[30], false])
    expect(await ids(2, 2)).toEqual([[20, 30], false])
  })

  test('accepts pages of 30,000 and refuses larger ones', async () => {
    expect((await page({ response_size: 30_000 })).companies).toHaveLength(4)
    const query = { jira_id: 'OPI-8', response_size: 30_001 }
    expect((await person.call(listAffectedCompanies, { query })).status).toBe(400)
  })
})

test('GET /get_messages/ lists messages newest first, in every language', async () => {
  const { messages } = (await person.call(getMessages, { query: { jira_id: 'OPI-7' } })).body
  expect(messages.map((message) => message.title)).toEqual([
    'Internal note',
    'Intermediate Root Cause Analysis',
    'Root Cause Analysis',
    'Investigating',
  ])
  expect(messages.at(-1)).toEqual({
    message_id: expect.any(Number),
    title: 'Investigating',
    message_type: 'Investigating',
    priorityType: 'P1',
    created_date: '2026-08-20T10:30:00.000Z',
    created_epoch: Date.UTC(2026, 7, 20, 10, 30) / 1000,
    body: { en: 'We look', ja: '調査中' },
    message: 'We look',
    id: messages.at(-1)?.message_id,
    jira_id: 'OPI-7',
    created_by: expect.stringMatching(/^token:/),
    updated_date: null,
    updated_by: null,
    next_update_due: null,
    version: 1,
  })
  expect((await person.call(getMessages, { query: { jira_id: 'OPI-8' } })).body).toEqual({ messages: [] })
})

test.each(['OPI-404', "' or 1=1 --", '%'])('returns 404 for the unknown incident %s', async (id) => {
  for (const pending of [
    person.call(getIncidentByJiraId, { query: { jira_id: id } }),
    person.call(getIncidentTeam, { params: { id } }),
    person.call(listAffectedCompanies, { query: { jira_id: id } }),
    person.call(getMessages, { query: { jira_id: id } }),
  ]) {
    const response = await pending
    expect(response.status).toBe(404)
    expect(response.problem.detail).toBe(`There is no incident ${id}`)
  }
})
