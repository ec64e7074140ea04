import { getChange, searchChanges } from '@aviary/contract/changes/endpoints'
import { searchCatalog } from '@aviary/contract/customers/endpoints'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestApp, type Person, type TestApp } from '../../../../testing/app.ts'
import { changeRecord, ingest } from '../../../../testing/ingest.ts'
import { lockTable } from '../../../../testing/queries.ts'

let server: TestApp
let person: Person

beforeAll(async () => {
  server = await openTestApp()
  person = await server.signInAs('subscriber')
  await ingest(server, 'changes', [
    changeRecord('1', {
      ticket_id: 'CHG-1',
      summary: 'Raise the limit to 100%',
      description: 'of disk_usage at C:\\temp, says "ops"',
      master_approval_entity_id: 'OPI-77',
      company_id: 4711,
      submitted_by: "o'brien@acme.example",
      actual_start: '2026-08-20T09:00:00Z',
    }),
    changeRecord('2', {
      summary: 'Raise the limit to 1000',
      description: 'of diskXusage at C:/temp',
      catalog_type: 'Storage',
      actual_start: '2026-08-20T10:00:00Z',
      actual_end: null,
      data_centers: ['eu'],
    }),
    changeRecord('3', {
      change_type: 'auto',
      ticket_id: null,
      summary: 'Deploy router',
      catalog_type: 'Deployment',
      actual_start: '2026-08-20T11:00:00Z',
      actual_end: null,
      github_owner: 'acme',
      github_repo: 'router',
      github_sha: 'fb472fce3505b79a617e85c461edec2ed82eea4f',
      github_tag: 'v1.2',
    }),
    changeRecord('4', {
      change_type: 'auto',
      summary: 'Restart',
      actual_start: '2026-08-20T11:30:00Z',
      actual_end: null,
    }),
  ])
})
afterAll(async () => {
  expect(server.errors).toEqual([])
  await server.close()
})

const search = async (search_params: object, fields: object = {}) => {
  const response = await person.call(searchChanges, { raw: { search_params, ...fields } })
  expect(response.status, JSON.stringify(response.problem)).toBe(200)
  return response.body
}
const listSummaries = async (search_params: object, fields: object = {}) =>
  (await search(search_params, fields)).rows.map(({ summary }) => summary)

const [PERCENT, THOUSAND, ROUTER, RESTART] = [
  'Raise the limit to 100%',
  'Raise the limit to 1000',
  'Deploy router',
  'Restart',
]

describe('POST /search_changes/', () => {
  test('an empty search returns manual changes, newest first', async () => {
    expect(await search({})).toMatchObject({ has_next_page: false })
    expect(await listSummaries({})).toEqual([THOUSAND, PERCENT])
    expect(await listSummaries({}, { change_type: 'auto', sort_direction: 'asc' })).toEqual([ROUTER, RESTART])
  })

  test('returns every field of a change, as GET /changes/{id} does', async () => {
    const { rows } = await search({ keyword: 'router' }, { change_type: 'auto' })
    expect(rows).toEqual([
      {
        id: expect.any(Number),
        ticket_id: null,
        summary: ROUTER,
        description: '',
        status: null,
        change_type: 'auto',
        catalog_type: 'Deployment',
        planned_start: null,
        planned_end: null,
        actual_start: '2026-08-20T11:00:00.000Z',
        actual_end: null,
        submitted_by: null,
        submitted_on: null,
        effective_at: '2026-08-20T11:00:00.000Z',
        data_centers: ['us2'],
        services: ['Expense'],
        cis: [],
        master_approval_entity_id: null,
        company_id: null,
        github_owner: 'acme',
        github_repo: 'router',
        github_sha: 'fb472fce3505b79a617e85c461edec2ed82eea4f',
        github_tag: 'v1.2',
      },
    ])
    const [row] = rows
    const response = await person.call(getChange, { params: { change_id: row?.id ?? 0 } })
    expect(response.body.change).toEqual(row)
  })

  test.each([
    ['100%', [PERCENT]],
    ['%', [PERCENT]],
    ['100', [THOUSAND, PERCENT]],
    ['disk_usage', [PERCENT]],
    ['_', [PERCENT]],
    ['\\', [PERCENT]],
    ['c:\\TEMP', [PERCENT]],
    ['C:/', [THOUSAND]],
    ['/', [THOUSAND]],
    ['"ops"', [PERCENT]],
    ["o'brien", [PERCENT]],
    ["' or 1=1 --", []],
    ['chg-1', [PERCENT]],
    ['  RAISE  ', [THOUSAND, PERCENT]],
    ['4711', [PERCENT]],
    ['usage at', [THOUSAND, PERCENT]],
    ['%\nof', []], // the end of one column and the beginning of the next
  ])('finds the keyword %j literally, in any case', async (keyword, summaries) => {
    expect(await listSummaries({ keyword })).toEqual(summaries)
  })

  test.each([
    ['acme/router', [ROUTER]],
    ['ACME/', [ROUTER]],
    ['fb472fce35', [ROUTER]],
    ['v1.2', [ROUTER]],
    ['/', [ROUTER]], // changes without a repository do not match
  ])('finds deployments by %j', async (keyword, summaries) => {
    expect(await listSummaries({ keyword }, { change_type: 'auto' })).toEqual(summaries)
  })

  test.each([
    [{ keyword: 'opi-77', search_type: 'opi' }, [PERCENT]],
    [{ keyword: 'opi-77', search_type: 'master_approval_entity_id' }, [PERCENT]],
    [{ keyword: 'opi-77', search_type: 'summary' }, []],
    [{ keyword: 'brien', search_type: 'owned_by' }, [PERCENT]],
    [{ keyword: 'brien', search_type: 'submitted_by' }, [PERCENT]],
    [{ keyword: '71', search_type: 'company_id' }, [PERCENT]],
    [{ keyword: 'limit', search_type: 'description' }, []],
    [{ keyword: 'storage', search_type: 'catalog_type' }, [THOUSAND]],
  ])('searches by %j', async (params, summaries) => {
    expect(await listSummaries(params)).toEqual(summaries)
  })

  test('a range includes both of its ends, and either may be missing', async () => {
    const at9 = '2026-08-20 09:00:00'
    const at10 = '2026-08-20 10:00:00'
    expect(await listSummaries({ date_range_start: at9, date_range_end: at10 })).toEqual([THOUSAND, PERCENT])
    expect(await listSummaries({ date_range_start: '2026-08-20 09:00:01' })).toEqual([THOUSAND])
    expect(await listSummaries({ date_range_end: '2026-08-20 09:59:59' })).toEqual([PERCENT])
    expect(await listSummaries({ date_range_start: at9, date_range_end: at9 })).toEqual([PERCENT])
  })

  test('ignores filters that are null or empty', async () => {
    const empty = {
      data_centers: null,
      services: [],
      keyword: null,
      date_range_start: '',
      date_range_end: null,
    }
    expect(await listSummaries(empty)).toEqual([THOUSAND, PERCENT])
  })

  test('finds changes that have one of the names of each kind', async () => {
    expect(await listSummaries({ data_centers: ['us2', 'eu'] })).toEqual([THOUSAND, PERCENT])
    expect(await listSummaries({ data_centers: ['eu'], services: ['Expense', 'Travel'] })).toEqual([THOUSAND])
    expect(await listSummaries({ data_centers: ['eu'], services: ['Travel'] })).toEqual([])
    expect(await listSummaries({ cis: ['nobody knows it'] })).toEqual([])
  })

  test('a page past the end is empty, however far past', async () => {
    for (const page_number of [2, 3, 1_000_000]) {
      for (const params of [{}, { keyword: 'limit' }, { data_centers: ['us2'] }])
        expect(await search(params, { page_number, results_per_page: 2 })).toEqual({
          rows: [],
          has_next_page: false,
        })
    }
    expect(await search({}, { page_number: 3, results_per_page: 1, sort_by: 'summary' })).toMatchObject({
      rows: [],
    })
  })

  test('the page after a cursor stays the same while new changes are ingested', async () => {
    const first = await search({ services: ['Travel', 'Mobile'] }, { results_per_page: 1 })
    expect(first).toEqual({ rows: [], has_next_page: false })
    const page = await search({}, { results_per_page: 1 })
    const fields = { services: ['Billing'], actual_start: '2026-08-20T11:45:00Z', actual_end: null }
    await ingest(server, 'changes', [changeRecord('late', { ...fields, summary: 'Late' })])
    const paging = { results_per_page: 1, page_number: 2 }
    expect(await listSummaries({}, { ...paging, cursor: page.next_cursor })).toEqual([PERCENT])
    expect(await listSummaries({}, { ...paging, cursor: null })).toEqual([THOUSAND])
  })

  test.each([
    ['body.sort_by', { sort_by: 'description' }],
    ['body.sort_by', { sort_by: "effective_at'; --" }],
    ['body.sort_direction', { sort_direction: 'sideways' }],
    ['body.results_per_page', { results_per_page: 101 }],
    ['body.results_per_page', { results_per_page: 0 }],
    ['body.page_number', { page_number: 0 }],
    ['body.page_number', { page_number: 1.5 }],
    ['body.change_type', { change_type: 'both' }],
    ['body.search_params', { search_params: undefined }],
    ['body.search_params.keyword', { search_params: { keyword: 'x'.repeat(10_000) } }],
    ['body.search_params.keyword', { search_params: { keyword: 'nul\u0000' } }],
    ['body.search_params.search_type', { search_params: { search_type: 'status' } }],
    [
      'body.search_params.services',
      { search_params: { services: Array.from({ length: 101 }, (_, index) => `s${index}`) } },
    ],
    ['body.search_params.cis', { search_params: { cis: 'ci-1' } }],
    ['body.search_params.date_range_start', { search_params: { date_range_start: '2026-02-30 00:00:00' } }],
    ['body.search_params.date_range_start', { search_params: { date_range_start: '2026-08-20 24:00:00' } }],
    ['body.search_params.date_range_start', { search_params: { date_range_start: '1755679380' } }],
    [
      'body.search_params.date_range_end',
      { search_params: { date_range_start: '2026-08-20 09:00:01', date_range_end: '2026-08-20 09:00:00' } },
    ],
    ['body.cursor', { cursor: 'x'.repeat(101) }],
    ['body.cursor', { cursor: 'page 2' }],
    ['body.cursor', { cursor: Buffer.from('2026-02-30T00:00:00.000000Z 1').toString('base64url') }],
    ['body.cursor', { cursor: Buffer.from('2026-02-20T00:00:00.000000Z 1; --').toString('base64url') }],
  ])('refuses an invalid %s', async (path, body) => {
    const response = await person.call(searchChanges, { raw: { search_params: {}, ...body } })
    expect(response.status).toBe(400)
    expect(response.problem.errors?.[0]?.path).toBe(path)
  })

  test('accepts a hundred names of each kind', async () => {
    const hundred = (name: string) => [name, ...Array.from({ length: 99 }, (_, index) => `${name} ${index}`)]
    const params = { data_centers: hundred('eu'), services: hundred('Expense') }
    expect(await listSummaries(params)).toEqual([THOUSAND])
  })
})

describe('GET /changes/{id}', () => {
  test.each([
    [404, 2_147_483_647],
    [400, 2_147_483_648],
    [400, 'x'],
  ])('returns %i for %s', async (status, change_id) => {
    expect((await person.call(getChange, { params: { change_id } })).status).toBe(status)
  })
})

test('other calls are answered while many searches wait', async () => {
  const ownServer = await openTestApp()
  const reader = await ownServer.signInAs('support')
  const release = await lockTable(ownServer, 'changes')
  const finished: string[] = []
  const searches = Array.from({ length: 20 }, async () => {
    await reader.call(searchChanges, { raw: { search_params: {} } })
    finished.push('search')
  })
  await reader.call(searchCatalog, { query: { search_text: 'Acme' } })
  expect(finished).toEqual([])
  await release()
  await Promise.all(searches)
  await ownServer.close()
})

test('a search that takes longer than two seconds is refused, and the next one is not delayed', async () => {
  const ownServer = await openTestApp()
  const reader = await ownServer.signInAs('support')
  const release = await lockTable(ownServer, 'changes')
  const response = await reader.call(searchChanges, { raw: { search_params: {} } })
  await release()
  expect(response.status).toBe(504)
  expect(response.problem.detail).toBe(
    'This took longer than 2 seconds. Ask for less, such as a shorter range or with more filters, or try again later',
  )
  expect((await reader.call(searchChanges, { raw: { search_params: {} } })).status).toBe(200)
  await ownServer.close()
})
