import { listChangesBefore } from '@aviary/contract/correlation/endpoints'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApp, type Person, type TestApp } from '../../../testing/app.ts'
import { changeRecord, incidentRecord, ingest } from '../../../testing/ingest.ts'
import { planEvent } from '../../../testing/maintenance.ts'
import { lockTable } from '../../../testing/queries.ts'

let server: TestApp
let reader: Person
beforeAll(async () => {
  server = await openTestApp({ now: new Date('2026-08-20T12:00:00Z') })
  reader = await server.signInAs('support')
})
afterAll(async () => {
  expect(server.errors).toEqual([])
  await server.close()
})

// Each test uses its own month, so that its records are not near the incidents of other tests.
const toTime = (month: number, time: string, day = 15) =>
  `2026-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}T${time}Z`

const ingestIncident = (month: number, fields: object = {}) =>
  ingest(server, 'incidents', [
    incidentRecord(`OPI-${month}`, {
      start_date: toTime(month, '12:00:00'),
      end_date: toTime(month, '13:00:00'),
      ...fields,
    }),
  ])

type ChangeFields = { at: string; end?: string | null } & Record<string, unknown>

/**
 * Ingests changes that begin on the 15th of the month at time `at` and end within that minute, unless `end`
 * is set.
 */
const ingestChanges = (month: number, changes: Record<string, ChangeFields>) =>
  ingest(
    server,
    'changes',
    Object.entries(changes).map(([key, { at, end, ...fields }]) =>
      changeRecord(`${month} ${key}`, {
        summary: key,
        actual_start: toTime(month, at),
        actual_end: end === undefined ? toTime(month, `${at.slice(0, 6)}59`) : end,
        ...fields,
      }),
    ),
  )

const request = (month: number, hours?: number) =>
  reader.call(listChangesBefore, {
    query: { jira_id: `OPI-${month}`, ...(hours === undefined ? {} : { hours }) },
  })

/** Summaries of the changes and titles of the maintenance that are listed, in order. */
async function listLabels(month: number, hours?: number) {
  const { body } = await request(month, hours)
  return body.items.map((item) => (item.kind === 'change' ? item.change.summary : item.event.title))
}

test('ranks a shared CI above a service, a service above a data center, and then by time', async () => {
  await ingestIncident(1, {
    affected_services: ['Expense', 'Travel'],
    data_centers: ['us2'],
    cis: ['db-1', 'db-2'],
  })
  await ingestChanges(1, {
    'data center, 1 minute': { at: '11:59:00', services: ['Mobile'] },
    'service, 2 hours': { at: '10:00:00', data_centers: ['eu'] },
    'service and data center, 5 hours': { at: '07:00:00' },
    'service and data center, 4 hours': { at: '08:00:00' },
    'CI, 6 hours': { at: '06:00:00', services: [], data_centers: [], cis: ['db-2', 'db-9'] },
    'CI and data center, 6 hours': { at: '06:00:00', services: [], cis: ['db-1'] },
    everything: {
      at: '06:30:00',
      services: ['Travel', 'Expense'],
      cis: ['db-2', 'db-1'],
      change_type: 'auto',
    },
    'nothing in common': { at: '11:58:00', services: ['Mobile'], data_centers: ['eu'], cis: ['db-9'] },
  })
  expect(await listLabels(1)).toEqual([
    'everything',
    'CI and data center, 6 hours',
    'CI, 6 hours',
    'service and data center, 4 hours',
    'service and data center, 5 hours',
    'service, 2 hours',
    'data center, 1 minute',
  ])
  const { body } = await request(1)
  expect(body).toMatchObject({
    from: toTime(1, '06:00:00.000'),
    to: toTime(1, '12:00:00.000'),
    more: 0,
    unrelated: 1,
    incident: { cis: ['db-1', 'db-2'], services: ['Expense', 'Travel'], data_centers: ['us2'] },
  })
  expect(body.items[0]).toMatchObject({
    kind: 'change',
    seconds_before: 5.5 * 3600,
    is_under_way: false,
    shared: { cis: ['db-1', 'db-2'], services: ['Expense', 'Travel'], data_centers: ['us2'] },
  })
  expect(body.items[2]?.shared).toEqual({ cis: ['db-2'], services: [], data_centers: [] })
})

test('includes changes at both ends of the hours, and none after them', async () => {
  await ingestIncident(2)
  await ingestChanges(2, {
    'one second too early': { at: '09:59:59' },
    'at the beginning': { at: '10:00:00' },
    'at the very start': { at: '12:00:00', end: toTime(2, '12:10:00') },
    'one second too late': { at: '12:00:01' },
  })
  expect(await listLabels(2, 2)).toEqual(['at the very start', 'at the beginning'])
  expect(await listLabels(2, 3)).toEqual(['at the very start', 'at the beginning', 'one second too early'])
  const { body } = await request(2, 2)
  expect(body.items.map(({ seconds_before }) => seconds_before)).toEqual([0, 7200])
  expect(body.unrelated).toBe(0)
})

test('lists and flags earlier changes that were still under way, and none that had ended', async () => {
  await ingestIncident(10)
  await ingestChanges(10, {
    'still going on': { at: '01:00:00', end: toTime(10, '12:00:01') },
    'no end recorded': { at: '02:00:00', end: null },
    'ended as it began': { at: '03:00:00', end: toTime(10, '12:00:00') },
    'submitted meanwhile': { at: '03:30:00', end: null, submitted_on: toTime(10, '11:00:00') },
    'submitted afterwards': { at: '03:45:00', end: null, submitted_on: toTime(10, '12:30:00') },
    'ended before': { at: '04:00:00', end: toTime(10, '11:00:00') },
    'planned only': { at: '00:00:00', actual_start: null, end: null, planned_start: toTime(10, '05:00:00') },
    elsewhere: { at: '01:30:00', end: null, services: ['Mobile'], data_centers: ['eu'] },
    'in the window': { at: '11:30:00', end: toTime(10, '12:30:00') },
  })
  const long = { at: '', end: toTime(10, '12:30:00') }
  await ingestChanges(10, {
    'a week before the window': { ...long, actual_start: toTime(10, '11:00:00', 8) },
    'earlier than that': { ...long, actual_start: toTime(10, '10:59:59', 8) },
  })
  expect(await listLabels(10, 1)).toEqual([
    'in the window',
    'submitted afterwards',
    'no end recorded',
    'still going on',
    'a week before the window',
  ])
  const { body } = await request(10, 1)
  expect(body.items.map(({ is_under_way }) => is_under_way)).toEqual([true, true, true, true, true])
  expect(body.unrelated).toBe(0)
  expect(await listLabels(10, 9)).toContain('ended as it began')
})

test('lists maintenance in a shared data center in the hours or under way, without tests', async () => {
  await ingestIncident(4, { data_centers: ['us2', 'eu'] })
  const plan = (title: string, [from, to]: [string, string], fields: object = {}) =>
    planEvent(server, { title, start: new Date(toTime(4, from)), end: new Date(toTime(4, to)), ...fields })
  await plan('under way', ['03:00:00', '14:00:00'], { dataCenters: ['eu', 'apj1'], isInternal: true })
  await plan('ended in the hours', ['02:00:00', '11:00:00'])
  await plan('ended as they began', ['01:00:00', '10:00:00'])
  await plan('ended as it started', ['01:30:00', '12:00:00'])
  await plan('ended before', ['01:00:00', '09:59:59'])
  await plan('began afterwards', ['12:00:01', '14:00:00'])
  await plan('a test', ['11:00:00', '14:00:00'], { isTest: true })
  const cancelled = (at: string) => ({ dataCenters: ['eu'], cancelledAt: new Date(toTime(4, at)) })
  await plan('cancelled before', ['10:30:00', '14:00:00'], cancelled('10:29:00'))
  await plan('cancelled under way', ['01:15:00', '14:00:00'], cancelled('11:30:00'))
  await plan('cancelled long ago', ['01:15:00', '14:00:00'], cancelled('09:00:00'))
  await plan('elsewhere', ['11:00:00', '14:00:00'], { dataCenters: ['apj1'] })
  await ingestChanges(4, { 'same data center': { at: '11:00:00', services: [] } })
  expect(await listLabels(4, 2)).toEqual([
    'same data center',
    'under way',
    'ended in the hours',
    'ended as it started',
    'cancelled under way',
    'ended as they began',
  ])
  const { body } = await request(4, 2)
  expect(body.items[1]).toMatchObject({
    kind: 'maintenance',
    event: {
      title: 'under way',
      is_internal: 'Y',
      start_date: toTime(4, '03:00:00.000'),
      end_date: toTime(4, '14:00:00.000'),
      data_centers: ['eu', 'apj1'],
    },
    seconds_before: 9 * 3600,
    is_under_way: true,
    shared: { cis: [], services: [], data_centers: ['eu'] },
  })
  expect(body.items[3]?.is_under_way).toBe(false)
  expect(body.items[4]).toMatchObject({
    event: { title: 'cancelled under way', end_date: toTime(4, '11:30:00.000') },
    is_under_way: false,
  })
})

test('lists twenty and counts the rest, maintenance included', async () => {
  await ingestIncident(5)
  const minutes = Array.from({ length: 22 }, (_, index) => String(index + 10))
  await ingestChanges(
    5,
    Object.fromEntries(minutes.map((minute) => [`at ${minute}`, { at: `11:${minute}:00` }])),
  )
  await planEvent(server, {
    title: 'Upgrade',
    start: new Date(toTime(5, '11:59:00')),
    end: new Date(toTime(5, '13:00:00')),
  })
  const { body } = await request(5, 1)
  expect(body.items).toHaveLength(20)
  expect(body.more).toBe(3)
  expect((await listLabels(5, 1)).at(-1)).toBe('at 12')
})

test('returns the number of unrelated changes if none share a name', async () => {
  await ingestIncident(6, { affected_services: ['Mobile'], data_centers: ['china'] })
  await ingestChanges(6, { one: { at: '11:00:00' }, two: { at: '10:00:00' }, three: { at: '05:00:00' } })
  const { body } = await request(6)
  expect(body).toMatchObject({ items: [], more: 0, unrelated: 2 })
})

test('an incident without names shares nothing', async () => {
  await ingestIncident(7, { affected_services: [], data_centers: [] })
  await ingestChanges(7, { one: { at: '11:00:00', services: [], data_centers: [] } })
  await planEvent(server, { start: new Date(toTime(7, '11:00:00')) })
  const { body } = await request(7)
  expect(body).toMatchObject({ items: [], more: 0, unrelated: 1 })
  expect(body.incident).toEqual({ cis: [], services: [], data_centers: [] })
})

test('lists a change that was ingested, moved or changed since the last request', async () => {
  await ingestIncident(8)
  expect(await listLabels(8)).toEqual([])
  await ingestChanges(8, { one: { at: '11:00:00' } })
  expect(await listLabels(8)).toEqual(['one'])
  await ingestChanges(8, { one: { at: '11:00:00', services: ['Mobile'], data_centers: ['eu'] } })
  expect(await listLabels(8)).toEqual([])
  await ingestChanges(8, { one: { at: '13:00:00' } })
  expect((await request(8)).body).toMatchObject({ items: [], unrelated: 0 })
  await planEvent(server, { start: new Date(toTime(8, '11:00:00')) })
  await ingestIncident(8, { start_date: toTime(8, '13:30:00'), end_date: null })
  expect(await listLabels(8)).toEqual(['one', 'Storage upgrade'])
})

test.each(['subscriber', 'nobody', 'administrator'] as const)(
  'a %s may read the changes before an internal incident',
  async (role) => {
    await ingestIncident(9, { is_internal: 'Y', priority_type: 'P2' })
    const person = await server.signInAs(role)
    expect((await person.call(listChangesBefore, { query: { jira_id: 'OPI-9' } })).status).toBe(200)
  },
)

test('an unknown incident and hours out of range are refused', async () => {
  expect(await reader.call(listChangesBefore, { query: { jira_id: 'OPI-404' } })).toMatchObject({
    status: 404,
    problem: { detail: 'There is no incident OPI-404' },
  })
  for (const hours of [0, 169, 1.5, -1]) expect((await request(1, hours)).status, String(hours)).toBe(400)
  for (const hours of [1, 168]) expect((await request(1, hours)).status, String(hours)).toBe(200)
})

test('returns 504 if the answer takes longer than two seconds', async () => {
  await ingestIncident(11)
  const release = await lockTable(server, 'marked_changes')
  const response = await request(11)
  await release()
  expect(response).toMatchObject({ status: 504, problem: { title: 'Took too long' } })
  expect((await request(11)).status).toBe(200)
  expect(server.errors).toEqual([]) // the server logs the 504 as a warning, not as an error
})
