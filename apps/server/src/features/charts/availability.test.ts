import { getAvailability } from '@aviary/contract/charts/endpoints'
import { AVAILABILITY_LONGEST_DAYS } from '@aviary/contract/constants'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestApp, type Person, type TestApp } from '../../../testing/app.ts'
import { incidentRecord, ingest, statusRecord } from '../../../testing/ingest.ts'

const NOW = new Date('2026-08-20T18:30:00Z')
const toDate = (text: string) => new Date(`2026-08-${text}Z`)

let server: TestApp
let person: Person
beforeAll(async () => {
  server = await openTestApp({ now: toDate('18T06:00:00') })
  const report = (service: string, data_center: string, status: string) =>
    ingest(server, 'status', [statusRecord({ service, data_center, status, at: server.now().toISOString() })])
  await report('Travel', 'eu', 'NORMAL')
  await report('Mobile', 'us2', 'PERFORMANCE')
  server.setNow(toDate('18T09:10:00'))
  await report('Travel', 'eu', 'PARTIAL_OUTAGE')
  server.setNow(toDate('18T09:55:07'))
  await report('Travel', 'eu', 'NORMAL')
  server.setNow(toDate('19T23:40:00'))
  await ingest(server, 'incidents', [
    // This incident is ingested a day after its start, so the status history does not contain it.
    incidentRecord('OPI-1', {
      ...{ affected_services: ['Travel', 'Expense'], data_centers: ['eu', 'us2'] },
      ...{ start_date: '2026-08-18T09:30:00Z', status: 'RESOLVED', end_date: '2026-08-18T11:00:33Z' },
    }),
    incidentRecord('OPI-2', { start_date: '2026-08-19T23:30:00Z', severity: 'PARTIAL_PERFORMANCE' }),
    incidentRecord('OPI-3', {
      ...{ affected_services: ['Billing'], data_centers: ['china'] },
      ...{ start_date: '2026-08-17T10:00:00Z', status: 'RESOLVED' },
    }),
    incidentRecord('OPI-4', {
      ...{ affected_services: ['Travel'], data_centers: ['eu'], severity: 'PARTIAL_OUTAGE' },
      ...{ start_date: '2026-08-18T10:30:00Z', status: 'RESOLVED', end_date: '2026-08-18T12:00:00Z' },
    }),
  ])
  server.setNow(NOW)
  person = await server.signInAs('support')
})
afterAll(async () => {
  expect(server.errors).toEqual([])
  await server.close()
})

const request = async (query: Record<string, string | number> = {}) =>
  person.call(getAvailability, {
    query: { start_day: '2026-08-17', end_day: '2026-08-21', ...query },
  })
const getCell = async (service: string, data_center: string) =>
  (await request()).body.cells.find((cell) => cell.service === service && cell.data_center === data_center)

test('pages follow each other, and have the figures of the whole', async () => {
  const { cells, total } = (await request()).body
  expect(total).toBe(14 * 7)
  const pages = [
    { response_size: 40 },
    { start_at: 40, response_size: 40 },
    { start_at: 80, response_size: 400 },
  ]
  const bodies = await Promise.all(pages.map(async (page) => (await request(page)).body))
  expect(bodies.flatMap((body) => body.cells)).toEqual(cells)
  expect(bodies.map((body) => body.total)).toEqual([total, total, total])
  expect((await request({ data_centers: 'eu', response_size: 3 })).body).toMatchObject({
    ...{ total: 14, cells: cells.filter(({ data_center }) => data_center === 'eu').slice(0, 3) },
  })
  expect((await request({ response_size: 401 })).status).toBe(400)
})

test('returns every cell of the grid by data center, also those without any data', async () => {
  const { cells } = (await request()).body
  expect(cells).toHaveLength(14 * 7)
  expect([...new Set(cells.map(({ data_center }) => data_center))]).toEqual([
    'us2',
    'eu',
    'eu2',
    'china',
    'usg',
    'acmegovprod',
    'apj1',
  ])
  expect(cells.find(({ service, data_center }) => service === 'EAI' && data_center === 'apj1')).toEqual({
    ...{ service: 'EAI', data_center: 'apj1', known: 0, availability: null },
    days: ['17', '18', '19', '20', '21'].map((day) => ({ day: `2026-08-${day}`, known: 0 })),
  })
})

test('combines the history and the incidents of a cell, the worst of both', async () => {
  const cell = await getCell('Travel', 'eu')
  const known = (NOW.getTime() - Date.parse('2026-08-18T06:00:00Z')) / 1000
  const [outage, partial_outage] = [3600 + 30 * 60 + 33, 20 * 60 + 59 * 60 + 27]
  expect(cell).toMatchObject({ known, outage, partial_outage })
  expect(cell?.availability).toBeCloseTo(100 * (1 - (outage + 0.3 * partial_outage) / known), 9)
  // 19 August is missing, because the cell was normal all day.
  expect(cell?.days).toEqual([
    { day: '2026-08-17', known: 0 },
    { day: '2026-08-18', known: 18 * 3600, outage, partial_outage },
    { day: '2026-08-20', known: 18.5 * 3600 },
    { day: '2026-08-21', known: 0 },
  ])
})

test('an open incident without an end lasts until now; one resolved without an end has no duration', async () => {
  const open = await getCell('Expense', 'us2')
  expect(open?.partial_performance).toBe((NOW.getTime() - Date.parse('2026-08-19T23:30:00Z')) / 1000)
  const closed = await getCell('Billing', 'china')
  expect(closed?.days[0]).toEqual({ day: '2026-08-17', known: 14 * 3600 })
  expect(closed?.availability).toBe(100)
})

test('the figures of a cell equal what SQL counts, second by second', async () => {
  const { cells } = (await request({ start_day: '2026-08-18', end_day: '2026-08-18', data_centers: 'eu' }))
    .body
  const counted = await countInSql('2026-08-18T00:00:00Z', '2026-08-19T00:00:00Z', 'eu')
  const reported = cells
    .filter(({ service }) => service === 'Travel')
    .map(({ availability: _, days: __, ...rest }) => ({ ...NO_SECONDS, ...rest }))
  expect(reported).toEqual(counted)
})

const NO_SECONDS = { partial_performance: 0, performance: 0, partial_outage: 0, outage: 0 }

/** Computes the expected seconds of the Travel cell in SQL, by the status in each single second. */
async function countInSql(from: string, to: string, dataCenter: string) {
  const result = await server.db.execute(sql`
    with seconds as (
      select generate_series(${from}::timestamptz, ${to}::timestamptz - interval '1 second', '1 second') as at
    ), spans as (
      select i.severity, i.start_date, s.service, d.data_center,
        case when i.end_date is null and i.status = 'RESOLVED' then i.start_date
             else coalesce(i.end_date, ${NOW.toISOString()}) end as end_date
      from incidents i join incident_services s using (incident_id) join incident_data_centers d using (incident_id)
    ), cells as (
      select service, data_center, min(at) as since from (
        select service, data_center, changed_at as at from status_history
        union all select service, data_center, start_date from spans
      ) known_times where service = 'Travel' and data_center = ${dataCenter} group by 1, 2
    ), states as (
      select c.service, c.data_center, (
        select v.system_key from severities v where v.id = (
          select max(known.id) from severities known where known.system_key in (
            select coalesce((select h.status from status_history h
                             where h.service = c.service and h.data_center = c.data_center and h.changed_at <= x.at
                             order by h.changed_at desc, h.id desc limit 1), 'NORMAL')
            union all
            select severity from spans where spans.service = c.service and spans.data_center = c.data_center
              and start_date <= x.at and x.at < end_date))) as status
      from cells c join seconds x on x.at >= c.since and x.at < ${NOW.toISOString()}
    )
    select service, data_center, count(*)::int as known,
      count(*) filter (where status = 'PARTIAL_PERFORMANCE')::int as partial_performance,
      count(*) filter (where status = 'PERFORMANCE')::int as performance,
      count(*) filter (where status = 'PARTIAL_OUTAGE')::int as partial_outage,
      count(*) filter (where status = 'OUTAGE')::int as outage
    from states where status is not null group by 1, 2`)
  return result.rows
}

describe('invalid queries', () => {
  test('returns 404 with the name of an unknown data center', async () => {
    const { status, problem } = await request({ data_centers: 'eu,atlantis' })
    expect([status, problem.detail]).toEqual([404, 'There is no data center atlantis'])
  })

  test.each([
    [{ start_day: '2026-08-22' }, 'end_day is before start_day'],
    [{ start_day: '2021-02-28' }, `ask for at most ${AVAILABILITY_LONGEST_DAYS} days`],
    [{ start_day: '2026-02-30' }, ''],
    [{ start_day: '', end_day: 'tomorrow' }, ''],
    [{ start_day: '0001-01-01', end_day: '0001-01-02' }, 'use a day from 1970 to 2999'],
  ])('%j is refused', async (query, message) => {
    const { status, problem } = await request(query)
    expect(status).toBe(400)
    expect(JSON.stringify(problem)).toContain(message)
  })

  test('accepts the longest range', async () => {
    const { status, body } = await request({
      start_day: '2025-08-20',
      end_day: '2026-08-20',
      data_centers: 'eu',
    })
    expect(status).toBe(200)
    expect(body.cells).toHaveLength(14)
  })

  test('returns 403 without the right to view charts', async () => {
    const nobody = await server.signInAs('nobody')
    const { status } = await nobody.call(getAvailability, {
      query: { start_day: '2026-08-17', end_day: '2026-08-21' },
    })
    expect(status).toBe(403)
  })
})
