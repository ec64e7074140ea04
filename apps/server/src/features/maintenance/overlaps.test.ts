import { listOverlaps, updateMaintenanceEvent } from '@aviary/contract/maintenance/endpoints'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApp, type Person, type TestApp } from '../../../testing/app.ts'
import { incidentRecord, ingest } from '../../../testing/ingest.ts'
import { planEvent } from '../../../testing/maintenance.ts'

const NOW = new Date('2026-08-20T12:00:00Z')

let server: TestApp
let operator: Person
let upgrade: number
beforeAll(async () => {
  server = await openTestApp({ now: NOW })
  operator = await server.signInAs('operator')
  upgrade = await planEvent(server, {
    title: 'Upgrade',
    start: new Date('2026-09-01T10:00:00Z'),
    end: new Date('2026-09-01T13:00:00Z'),
    dataCenters: ['us2', 'eu'],
  })
})
afterAll(async () => {
  expect(server.errors).toEqual([])
  await server.close()
})

type OverlapQuery = { from?: string; to?: string; data_centers?: string; id?: number }
const request = (
  { from = '10:00', to = '13:00', data_centers = 'us2', id }: OverlapQuery = {},
  day = '2026-09-01',
) =>
  operator.call(listOverlaps, {
    query: {
      start_date: `${day}T${from}:00Z`,
      end_date: `${day}T${to}:00Z`,
      data_centers,
      ...(id === undefined ? {} : { id }),
    },
  })
const listTitles = async (query: OverlapQuery, day?: string) =>
  (await request(query, day)).body.overlaps.map(({ title }) => title)

test('returns an event in one of the data centers with the data centers they share', async () => {
  expect((await request({ data_centers: 'apj1, eu ,us2' })).body.overlaps).toEqual([
    {
      kind: 'event',
      id: String(upgrade),
      title: 'Upgrade',
      is_internal: 'N',
      is_test: 'N',
      start_date: '2026-09-01T10:00:00.000Z',
      end_date: '2026-09-01T13:00:00.000Z',
      data_centers: ['us2', 'eu'],
    },
  ])
  expect((await request({ data_centers: 'eu,apj1' })).body.overlaps[0]?.data_centers).toEqual(['eu'])
  expect(await listTitles({ data_centers: 'apj1' })).toEqual([])
})

test('looks in every data center if none is named', async () => {
  const moment = '2026-09-01T11:00:00Z'
  const { body } = await operator.call(listOverlaps, { query: { start_date: moment, end_date: moment } })
  expect(body.overlaps.map(({ title, data_centers }) => [title, data_centers])).toEqual([
    ['Upgrade', ['us2', 'eu']],
  ])
})

test.each([
  ['09:00', '10:00', []],
  ['13:00', '14:00', []],
  ['09:00', '10:01', ['Upgrade']],
  ['12:59', '15:00', ['Upgrade']],
  ['11:00', '12:00', ['Upgrade']],
  ['08:00', '15:00', ['Upgrade']],
  ['11:00', '11:00', ['Upgrade']],
  ['10:00', '10:00', []],
])('from %s to %s overlaps with %j; touching ends do not count', async (from, to, titles) => {
  expect(await listTitles({ from, to })).toEqual(titles)
})

test('an event does not overlap with itself', async () => {
  expect(await listTitles({ id: upgrade })).toEqual([])
  expect(await listTitles({ id: upgrade + 1 })).toEqual(['Upgrade'])
})

test('returns a freeze window as such, earliest start first', async () => {
  const freeze = await planEvent(server, { dataCenters: ['us2'] })
  await operator.call(updateMaintenanceEvent, {
    body: {
      id: freeze,
      title: 'Quarter end',
      flag: 'freeze_window',
      is_internal: 'Y',
      start_date: '2026-08-31T00:00:00Z',
      end_date: '2026-09-03T00:00:00Z',
      data_centers: ['us2'],
    },
  })
  const { overlaps } = (await request()).body
  expect(overlaps.map(({ kind, title, is_internal }) => [kind, title, is_internal])).toEqual([
    ['freeze_window', 'Quarter end', 'Y'],
    ['event', 'Upgrade', 'N'],
  ])
})

test('returns open incidents for as long as they are expected to last', async () => {
  await ingest(server, 'incidents', [
    // P1: its SLA ends four hours after its start.
    incidentRecord('OPI-1', { affected_services: ['Expense', 'Travel'], data_centers: ['china', 'usg'] }),
    incidentRecord('OPI-2', {
      affected_services: [],
      details: `Slow reports. ${'More of it. '.repeat(20)}`,
      data_centers: ['china'],
      start_date: '2026-08-19T00:00:00Z',
      is_internal: 'Y',
    }),
    incidentRecord('OPI-3', {
      data_centers: ['china'],
      start_date: '2026-08-20T11:00:00Z',
      end_date: '2026-08-20T12:30:00Z',
    }),
    incidentRecord('OPI-4', { data_centers: ['china'], status: 'RESOLVED' }),
    incidentRecord('OPI-5', {
      data_centers: ['china'],
      start_date: '2026-08-21T11:00:00Z',
      end_date: '2026-08-21T12:30:00Z',
    }),
    incidentRecord('OPI-6', { data_centers: ['eu2'] }),
  ])
  const ids = async (from: string, to: string, day = '2026-08-20') =>
    (await request({ from, to, data_centers: 'china' }, day)).body.overlaps.map(({ id }) => id)
  const { overlaps } = (
    await request({ from: '11:59', to: '12:10', data_centers: 'china,apj1' }, '2026-08-20')
  ).body
  expect(overlaps).toEqual([
    {
      kind: 'incident',
      id: 'OPI-2',
      title: expect.stringMatching(/^OPI-2: Slow reports\. More of it\..{30,50}…$/),
      is_internal: 'Y',
      is_test: 'N',
      start_date: '2026-08-19T00:00:00.000Z',
      end_date: null,
      data_centers: ['china'],
    },
    {
      kind: 'incident',
      id: 'OPI-1',
      title: 'OPI-1: Expense, Travel',
      is_internal: 'N',
      is_test: 'N',
      start_date: '2026-08-20T10:00:00.000Z',
      end_date: null,
      data_centers: ['china'],
    },
    {
      kind: 'incident',
      id: 'OPI-3',
      title: 'OPI-3: Expense',
      is_internal: 'N',
      is_test: 'N',
      start_date: '2026-08-20T11:00:00.000Z',
      end_date: '2026-08-20T12:30:00.000Z',
      data_centers: ['china'],
    },
  ])
  // OPI-1 and OPI-2 have no end, so they count as lasting a day from now (12:00). OPI-3 ends at 12:30.
  expect(await ids('12:00', '12:10')).toEqual(['OPI-2', 'OPI-1', 'OPI-3'])
  expect(await ids('12:30', '12:40')).toEqual(['OPI-2', 'OPI-1'])
  // OPI-5 is announced for tomorrow and not open now.
  expect(await ids('11:30', '12:00', '2026-08-21')).toEqual(['OPI-2', 'OPI-1'])
  expect(await ids('12:00', '12:30', '2026-08-21')).toEqual([])
})

test.each([
  [{ from: '13:00', to: '12:59' }, 'query.end_date: The end date cannot be before the start'],
  [
    { data_centers: 'us2,mars' },
    "query.data_centers: there is no data center 'mars'; known are us2, eu, eu2, china, usg, acmegovprod, apj1",
  ],
  [{ data_centers: ',' }, /^query.data_centers/],
  [{ from: '25:00' }, 'query.start_date: there is no 2026-09-01 25:00:00'],
  [{ id: 3_000_000_000 }, /^query.id/],
])('%j is refused', async (query, detail) => {
  const refused = await request(query)
  expect(refused.status).toBe(400)
  expect(refused.problem.detail).toMatch(detail)
})
