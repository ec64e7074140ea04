import { listChangesBefore, listIncidentsAfter } from '@aviary/contract/correlation/endpoints'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApp, type Person, type TestApp } from '../../../testing/app.ts'
import { changeRecord, incidentRecord, ingest } from '../../../testing/ingest.ts'

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

const toTime = (month: number, time: string) => `2026-${String(month).padStart(2, '0')}-15T${time}Z`

const ingestIncidents = (
  month: number,
  incidents: Record<string, { at: string } & Record<string, unknown>>,
) =>
  ingest(
    server,
    'incidents',
    Object.entries(incidents).map(([id, { at, ...fields }]) =>
      incidentRecord(id, { start_date: toTime(month, at), end_date: toTime(month, '23:59:00'), ...fields }),
    ),
  )

/**
 * Ingests a change and returns its id, found through an extra incident at the same time that shares names
 * with the change.
 */
async function ingestChange(month: number, fields: object = {}): Promise<number> {
  const key = `change of ${month}`
  await ingest(server, 'changes', [
    changeRecord(key, {
      summary: key,
      actual_start: toTime(month, '10:00:00'),
      actual_end: toTime(month, '10:05:00'),
      ...fields,
    }),
  ])
  const probe = { at: '10:00:00', cis: ['ci-1'], affected_services: ['Expense'], data_centers: ['us2'] }
  await ingestIncidents(month, { [`PROBE-${month}`]: probe })
  const { body } = await reader.call(listChangesBefore, { query: { jira_id: `PROBE-${month}`, hours: 1 } })
  const listedChange = body.items.find((item) => item.kind === 'change' && item.change.summary === key)
  if (listedChange?.kind !== 'change') throw new Error(`${key} is not there`)
  return listedChange.change.id
}

const request = (change_id: number, hours?: number) =>
  reader.call(listIncidentsAfter, { query: { change_id, ...(hours === undefined ? {} : { hours }) } })

const listIds = async (change_id: number, hours?: number) =>
  (await request(change_id, hours)).body.items.map(({ incident }) => incident.jira_id)

test('lists the incidents that share the most first, then the sooner, with the shared names', async () => {
  const id = await ingestChange(1, { cis: ['ci-1', 'ci-2'], services: ['Expense', 'Travel'] })
  await ingestIncidents(1, {
    'OPI-10': { at: '10:30:00', affected_services: ['Mobile'] },
    'OPI-11': { at: '12:00:00', data_centers: ['eu'], affected_services: ['Travel', 'Mobile'] },
    'OPI-12': { at: '15:00:00', details: 'Nobody can <b>pay</b>', is_internal: 'Y', priority_type: 'P2' },
    'OPI-13': { at: '14:00:00' },
    'OPI-14': { at: '16:00:00', data_centers: ['eu'], affected_services: [], cis: ['ci-2'] },
    'OPI-15': { at: '10:01:00', data_centers: ['eu'], affected_services: ['Mobile'] },
  })
  const { body } = await request(id)
  expect(body.items.map(({ incident }) => incident.jira_id)).toEqual([
    'PROBE-1',
    'OPI-14',
    'OPI-13',
    'OPI-12',
    'OPI-11',
    'OPI-10',
  ])
  expect(body).toMatchObject({ from: toTime(1, '10:00:00.000'), to: toTime(1, '16:00:00.000'), more: 0 })
  expect(body.items[3]).toEqual({
    incident: {
      jira_id: 'OPI-12',
      priority_type: 'P2',
      severity: 'OUTAGE',
      status: 'ACTIVE',
      is_internal: 'Y',
      start_date: toTime(1, '15:00:00.000'),
      end_date: toTime(1, '23:59:00.000'),
      details: 'Nobody can pay',
    },
    seconds_after: 5 * 3600,
    shared: { cis: [], services: ['Expense'], data_centers: ['us2'] },
  })
})

test('includes incidents at both ends of the hours after the change took effect', async () => {
  const id = await ingestChange(2)
  await ingestIncidents(2, {
    'OPI-20': { at: '09:59:59' },
    'OPI-21': { at: '10:00:00' },
    'OPI-22': { at: '12:00:00' },
    'OPI-23': { at: '12:00:01' },
  })
  expect(await listIds(id, 2)).toEqual(['PROBE-2', 'OPI-21', 'OPI-22'])
  expect(await listIds(id, 3)).toEqual(['PROBE-2', 'OPI-21', 'OPI-22', 'OPI-23'])
})

test('uses the planned start of a change that has not started', async () => {
  const id = await ingestChange(3, {
    actual_start: null,
    actual_end: null,
    planned_start: toTime(3, '09:30:00'),
    submitted_on: toTime(3, '08:00:00'),
  })
  expect((await request(id, 1)).body).toMatchObject({
    from: toTime(3, '09:30:00.000'),
    items: [{ seconds_after: 1800 }],
  })
})

test('lists twenty and counts the rest', async () => {
  const id = await ingestChange(4)
  const incidents = Array.from({ length: 24 }, (_, index) => [
    `OPI-4${index + 10}`,
    { at: `10:${index + 10}:00` },
  ])
  await ingestIncidents(4, Object.fromEntries(incidents))
  const { body } = await request(id)
  expect([body.items.length, body.more]).toEqual([20, 5])
})

test('lists nothing if no incident followed or the change has no names', async () => {
  const id = await ingestChange(5)
  await ingestIncidents(5, { 'PROBE-5': { at: '09:00:00' } })
  expect((await request(id)).body).toMatchObject({ items: [], more: 0 })
  await ingestIncidents(5, { 'PROBE-5': { at: '11:00:00' } })
  expect(await listIds(id)).toEqual(['PROBE-5'])
  await ingest(server, 'changes', [
    changeRecord('change of 5', {
      actual_start: toTime(5, '10:00:00'),
      actual_end: null,
      services: [],
      data_centers: [],
    }),
  ])
  expect(await listIds(id)).toEqual([])
})

test('an unknown change and malformed input are refused', async () => {
  expect(await request(999_999)).toMatchObject({
    status: 404,
    problem: { detail: 'There is no change 999999' },
  })
  for (const hours of [0, 169]) expect((await request(1, hours)).status).toBe(400)
  expect((await request(0)).status).toBe(400)
})
