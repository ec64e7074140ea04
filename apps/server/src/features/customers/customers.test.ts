import { getCompany, listIncidentsByCompany, searchCatalog } from '@aviary/contract/customers/endpoints'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestApp, type Person, type TestApp } from '../../../testing/app.ts'
import { incidentRecord, ingest } from '../../../testing/ingest.ts'

let server: TestApp
let person: Person

const company = (id: number, name: string, fields: object = {}) => ({ id, name, ...fields })

beforeAll(async () => {
  server = await openTestApp()
  person = await server.signInAs('support')
  await ingest(server, 'companies', [
    company(4711, 'Zenith Bank', { entity_code: 'zb-eu-1', data_center: 'eu' }),
    company(47, 'Old Zenith Mill', { entity_code: 'OZM' }),
    company(50, 'Bank of Zebulon', { entity_code: '4711' }),
    company(51, '4711 Perfumes'),
    company(52, 'Lazenith'),
    company(60, 'Marks & Spencer'),
    company(61, 'Ampersand Ltd'),
    company(62, 'Ampersand & Sons'),
    company(63, 'Lamp Co'),
    company(70, 'Umbrella 100%'),
    company(71, 'Under_score'),
    company(72, 'Back\\slash'),
    company(80, 'Ünlü Straße'),
    company(81, '日本航空'),
    ...Array.from({ length: 12 }, (_, index) =>
      company(900 + index, `Kiosk ${String.fromCharCode(76 - index)}`),
    ),
    company(990, 'Okiqu'),
  ])
  const closed = { status: 'RESOLVED', end_date: '2026-08-20T11:30:00Z' }
  const messages = [
    {
      key: '1',
      title: 'Root Cause Analysis',
      created_date: '2026-08-20T10:30:00Z',
      body: { en: 'A cable', ja: 'ケーブル' },
    },
  ]
  await ingest(server, 'incidents', [
    incidentRecord('OPI-9', { messages, affected_services: ['Billing', 'Expense'] }),
    incidentRecord('OPI-10', { ...closed, start_date: '2026-08-20T09:00:00Z' }),
    incidentRecord('OPI-11', { start_date: '2026-08-20T11:00:00Z', is_internal: 'Y' }),
    incidentRecord('OPI-12'),
  ])
  await ingest(
    server,
    'affectedCompanies',
    ['OPI-9', 'OPI-10', 'OPI-11'].map((jira_id) => ({ jira_id, company_id: 4711 })),
  )
})
afterAll(async () => {
  expect(server.errors).toEqual([])
  await server.close()
})

const search = async (search_text: string) => {
  const { body } = await person.call(searchCatalog, { query: { search_text } })
  return body.companies.map(({ id }) => id)
}

describe('GET /customer_catalog/', () => {
  test('returns name, entity code, id and data center', async () => {
    const { body } = await person.call(searchCatalog, { query: { search_text: 'zenith bank' } })
    expect(body).toEqual({
      companies: [{ name: 'Zenith Bank', id: 4711, entity_code: 'zb-eu-1', data_center: 'eu' }],
    })
  })

  test('finds the exact id or code first, then names that start with the text, then what contains it', async () => {
    expect(await search('4711')).toEqual([50, 4711, 51])
    expect(await search('ZENITH')).toEqual([4711, 47, 52])
    expect(await search('47')).toEqual([47, 51, 4711, 50])
  })

  test('finds by the start of an entity code, in any case', async () => {
    expect(await search('ZB-')).toEqual([4711])
    expect(await search('ozm')).toEqual([47])
  })

  test('finds by one and two characters, also within a name', async () => {
    expect(await search('z')).toEqual([4711, 50, 47, 52])
    expect(await search('qu')).toEqual([990])
    expect(await search('Q')).toEqual([990])
    expect(await search('空')).toEqual([81])
    expect(await search('日本')).toEqual([81])
    expect(await search('ü')).toEqual([80])
    expect(await search('ß')).toEqual([80])
  })

  test('returns at most ten, ordered by name', async () => {
    const ids = await search('kiosk')
    expect(ids).toEqual([911, 910, 909, 908, 907, 906, 905, 904, 903, 902])
  })

  test('cuts the text at the first pipe', async () => {
    expect(await search('zenith bank | 1 | x')).toEqual([4711])
  })

  test.each([
    ['marks & sp', [60]],
    ['marks ampersand sp', [60]],
    ['&', [61, 62, 60]],
    ['ampersand & sons', [62]],
    ['ampersand ampersand sons', [62]],
    ['Ampersand', [61, 62, 60]],
    ['amp', [62, 61, 63]],
  ])('finds a company by %j, however its name spells the ampersand', async (text, ids) => {
    expect((await search(text)).toSorted()).toEqual(ids.toSorted())
  })

  test('matches the wildcards of LIKE literally', async () => {
    expect(await search('100%')).toEqual([70])
    expect(await search('%')).toEqual([70])
    expect(await search('r_s')).toEqual([71])
    expect(await search('_')).toEqual([71])
    expect(await search('k\\s')).toEqual([72])
    expect(await search("' or 1=1 --")).toEqual([])
  })

  test.each(['', ' ', '|', ' | zenith', 'x'.repeat(301)])('refuses %j', async (search_text) => {
    const response = await person.call(searchCatalog, { query: { search_text } })
    expect(response.status).toBe(400)
    expect(response.problem.errors?.[0]?.path).toBe('query.search_text')
  })
})

describe('GET /companies/{id}/', () => {
  test('returns one company', async () => {
    const { body } = await person.call(getCompany, { params: { id: 47 } })
    expect(body.company).toEqual({
      name: 'Old Zenith Mill',
      id: 47,
      entity_code: 'OZM',
      data_center: null,
    })
  })

  test.each([
    [404, 99],
    [400, 'x'],
    [400, 0],
    [400, 2_147_483_648],
  ])('returns %i for %s', async (status, id) => {
    expect((await person.call(getCompany, { params: { id } })).status).toBe(status)
  })
})

describe('GET /incidents_by_company/', () => {
  const listIncidents = async (query: object = {}) =>
    (await person.call(listIncidentsByCompany, { query: { company_id: 4711, ...query } })).body

  test('lists the incidents of the company, newest start first', async () => {
    const { incidents, more_results } = await listIncidents()
    expect(incidents.map(({ jira_id }) => jira_id)).toEqual(['OPI-11', 'OPI-9', 'OPI-10'])
    expect(more_results).toBe(false)
  })

  test('returns an incident with only the fields of the customer lookup', async () => {
    const { incidents } = await listIncidents({ locale: 'ja' })
    const start = Date.UTC(2026, 7, 20, 10) / 1000
    expect(incidents[1]).toEqual({
      jira_id: 'OPI-9',
      severity: 'OUTAGE',
      status: 'ACTIVE',
      start_date: '2026-08-20T10:00:00.000Z',
      end_date: null,
      start_epoch: start,
      end_epoch: null,
      affected_services: ['Expense', 'Billing'],
      messages: [expect.objectContaining({ title: 'Root Cause Analysis', message: 'ケーブル' })],
    })
    expect(incidents[2]).toMatchObject({
      status: 'RESOLVED',
      end_date: '2026-08-20T11:30:00.000Z',
      end_epoch: start + 5_400,
      messages: [],
    })
  })

  test('returns a page and whether there is more', async () => {
    const page = async (start_at: number, response_size: number) => {
      const { incidents, more_results } = await listIncidents({ start_at, response_size })
      return [incidents.map(({ jira_id }) => jira_id), more_results]
    }
    expect(await page(0, 2)).toEqual([['OPI-11', 'OPI-9'], true])
    expect(await page(2, 2)).toEqual([['OPI-10'], false])
    expect(await page(0, 750)).toEqual([['OPI-11', 'OPI-9', 'OPI-10'], false])
  })

  test.each([
    [400, { company_id: 'x' }],
    [400, { response_size: 751 }],
    [404, { company_id: 99 }],
  ])('returns %i for %j', async (status, query) => {
    const fullQuery = { company_id: 4711, ...query }
    expect((await person.call(listIncidentsByCompany, { query: fullQuery })).status).toBe(status)
  })

  test('is empty for a company without incidents', async () => {
    expect(await listIncidents({ company_id: 47 })).toEqual({ incidents: [], more_results: false })
  })
})
