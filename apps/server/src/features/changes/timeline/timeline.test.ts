import { getChangeTimeline, searchChanges } from '@aviary/contract/changes/endpoints'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestApp, type Person, type TestApp } from '../../../../testing/app.ts'
import { changeRecord, incidentRecord, ingest } from '../../../../testing/ingest.ts'
import { lockTable } from '../../../../testing/queries.ts'

let server: TestApp
let person: Person

const DAY = '2026-08-20'
const RANGE = { date_range_start: `${DAY} 00:00:00`, date_range_end: `${DAY} 12:00:00` }

beforeAll(async () => {
  server = await openTestApp({ now: new Date('2026-08-20T12:00:00Z') })
  person = await server.signInAs('subscriber')
  const samples = fc.sample(
    fc.record({
      change_type: fc.constantFrom('manual', 'auto'),
      data_centers: fc.subarray(['us2', 'eu', 'eu2'], { maxLength: 2 }),
      services: fc.subarray(['Expense', 'Travel'], { maxLength: 2 }),
      cis: fc.subarray(['ci-1', 'ci-2'], { maxLength: 1 }),
      summary: fc.constantFrom('Deploy', 'Restart', 'x'),
      minute: fc.nat({ max: 13 * 60 }),
    }),
    { seed: 7, numRuns: 200 },
  )
  const start = Date.parse(`${DAY}T00:00:00Z`)
  const records = samples.map(({ minute, ...fields }, index) =>
    changeRecord(String(index), {
      ...fields,
      actual_start: new Date(start + minute * 60_000).toISOString(),
      actual_end: null,
    }),
  )
  await ingest(server, 'changes', records)
})
afterAll(async () => {
  expect(server.errors).toEqual([])
  await server.close()
})

const request = (search_params: object, fields: object = {}) =>
  person.call(getChangeTimeline, { raw: { search_params, ...fields } })

/** Counts what a search with the same filters finds, page by page. */
async function countFound(search_params: object, fields: object, seconds: number) {
  const counts = new Map<string, number>()
  for (let page_number = 1; ; page_number += 1) {
    const { body } = await person.call(searchChanges, {
      raw: { search_params, ...fields, page_number, sort_direction: 'ASC' },
    })
    for (const { effective_at } of body.rows) {
      const start = Math.floor(Date.parse(effective_at) / 1_000 / seconds) * seconds
      const key = new Date(start * 1_000).toISOString()
      counts.set(key, (counts.get(key) ?? 0) + 1)
    }
    if (!body.has_next_page) return [...counts].map(([start, count]) => ({ start, count }))
  }
}

describe('POST /search_changes/timeline/', () => {
  test.each([
    [{}, {}],
    [{}, { change_type: 'auto' }],
    [{ data_centers: ['us2'] }, {}],
    [{ data_centers: ['us2', 'eu', 'eu2'] }, { buckets: 10 }],
    [{ data_centers: ['us2', 'eu'], services: ['Expense'], cis: ['ci-1', 'ci-2'] }, {}],
    [{ keyword: 'DEPLOY' }, {}],
    [
      { keyword: 'x', search_type: 'summary' },
      { change_type: 'auto', buckets: 200 },
    ],
    [{ keyword: 'deploy', data_centers: ['eu'], services: ['Travel', 'Expense'] }, {}],
    [{ cis: ['nobody'] }, {}],
    [{ keyword: 'nothing has it' }, {}],
  ])('counts what a search for %j with %j finds', async (params, fields) => {
    const search_params = { ...RANGE, ...params }
    const { body } = await request(search_params, fields)
    expect(body.buckets).toEqual(await countFound(search_params, fields, body.bucket_seconds))
    expect(body.buckets.length).toBeLessThanOrEqual('buckets' in fields ? Number(fields.buckets) : 60)
  })

  test('uses the shortest bucket length that gives no more buckets than requested', async () => {
    expect((await request(RANGE)).body.bucket_seconds).toBe(15 * 60)
    expect((await request(RANGE, { buckets: 10 })).body.bucket_seconds).toBe(2 * 3_600)
    expect((await request(RANGE, { buckets: 200 })).body.bucket_seconds).toBe(5 * 60)
  })

  test.each([
    ['a missing end', { date_range_start: RANGE.date_range_start }],
    ['a missing start', { date_range_end: RANGE.date_range_end }],
    ['no range at all', {}],
    ['an empty range', { date_range_start: RANGE.date_range_start, date_range_end: RANGE.date_range_start }],
  ])('refuses %s', async (_, params) => {
    const response = await request(params)
    expect(response.status).toBe(400)
    expect(response.problem.errors?.[0]?.path).toBe('body.search_params.date_range_start')
  })

  test.each([9, 201, 'many'])('refuses %s buckets', async (buckets) => {
    expect((await request(RANGE, { buckets })).status).toBe(400)
  })
})

describe('the incidents of the timeline', () => {
  const listMarked = async (params: object = {}) => {
    const { body } = await request({ ...RANGE, ...params })
    return [body.incidents.map(({ jira_id }) => jira_id), body.has_more_incidents]
  }

  test('are those that began in the range, newest first', async () => {
    const startingAt = (time: string, fields: object = {}) => ({ start_date: `${DAY}T${time}Z`, ...fields })
    await ingest(server, 'incidents', [
      incidentRecord(
        'OPI-1',
        startingAt('00:00:00', { details: '<p>No <b>login</b></p>', is_internal: 'Y' }),
      ),
      incidentRecord(
        'OPI-2',
        startingAt('12:00:00', { affected_services: ['Travel'], data_centers: ['eu'] }),
      ),
      incidentRecord('OPI-3', startingAt('06:00:00', { end_date: `${DAY}T07:00:00Z`, status: 'RESOLVED' })),
      incidentRecord('OPI-4', startingAt('12:00:01')),
      incidentRecord('OPI-5', { start_date: '2026-08-19T23:59:59Z' }),
    ])
    expect(await listMarked()).toEqual([['OPI-2', 'OPI-3', 'OPI-1'], false])
    const { body } = await request(RANGE)
    expect(body.incidents.slice(1)).toEqual([
      expect.objectContaining({ status: 'RESOLVED', end_date: `${DAY}T07:00:00.000Z` }),
      {
        jira_id: 'OPI-1',
        priority_type: 'P1',
        severity: 'OUTAGE',
        status: 'ACTIVE',
        is_internal: 'Y',
        start_date: `${DAY}T00:00:00.000Z`,
        end_date: null,
        details: 'No login',
      },
    ])
  })

  test('share a data center or a service of the search', async () => {
    expect(await listMarked({ data_centers: ['eu', 'eu2'] })).toEqual([['OPI-2'], false])
    expect(await listMarked({ services: ['Expense'] })).toEqual([['OPI-3', 'OPI-1'], false])
    expect(await listMarked({ data_centers: ['eu'], services: ['Expense'] })).toEqual([
      ['OPI-2', 'OPI-3', 'OPI-1'],
      false,
    ])
    expect(await listMarked({ data_centers: ['china'] })).toEqual([[], false])
    expect(await listMarked({ cis: ['ci-1'] })).toEqual([['OPI-2', 'OPI-3', 'OPI-1'], false])
  })

  test('are two hundred at most, with a flag and a count if there are more', async () => {
    const createRecords = (firstNumber: number, count: number) =>
      Array.from({ length: count }, (_, index) =>
        incidentRecord(`OPI-${firstNumber + index}`, {
          start_date: `${DAY}T03:00:00Z`,
          data_centers: ['apj1'],
          affected_services: ['Mobile'],
        }),
      )
    await ingest(server, 'incidents', createRecords(1_000, 200))
    const apj1 = { data_centers: ['apj1'] }
    expect((await listMarked(apj1))[1]).toBe(false)
    await ingest(server, 'incidents', createRecords(2_000, 1))
    const [ids, hasMore] = await listMarked(apj1)
    expect(ids).toHaveLength(200)
    expect(hasMore).toBe(true)
    const { body } = await request({ ...RANGE, ...apj1 })
    expect(body.incident_count).toBe(201)
  })
})

test('a timeline that takes longer than two seconds is refused', async () => {
  const ownServer = await openTestApp()
  const reader = await ownServer.signInAs('support')
  const release = await lockTable(ownServer, 'changes')
  const response = await reader.call(getChangeTimeline, { raw: { search_params: RANGE } })
  await release()
  expect([response.status, response.problem.title]).toEqual([504, 'Took too long'])
  await ownServer.close()
})
