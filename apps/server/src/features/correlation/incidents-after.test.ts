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

const on = (month: number, time: string) => `2026-${String(month).padStart(2, '0')}-15T${time}Z`

const ingestIncidents = (
  month: number,
  incidents: Record<string, { at: string } & Record<string, unknown>>,
) =>
  ingest(
    server,
    'incidents',
    Object.entries(incidents).map(([id, { at, ...fields }]) =>
      incidentRecord(id, { start_date: on(month, at), end_date: on(month, '23:59:00'), ...fields }),
    ),
  )

/** Takes in a change of Expense in us2 and answers its id, as the incident that follows it at once names it. */
async function ingestChange(month: number, fields: object = {}): Promise<number> {
  const key = `change of ${month}`
  await ingest(server, 'changes', [
    changeRecord(key, {
      summary: key,
      actual_start: on(month, '10:00:00'),
      actual_end: on(month, '10:05:00'),
      ...fields,
    }),
  ])
  const probe = { at: '10:00:00', cis: ['ci-1'], affected_services: ['Expense'], data_centers: ['us2'] }
  await ingestIncidents(month, { [`PROBE-${month}`]: probe })
  const { body } = await reader.call(listChangesBefore, { query: { jira_id: `PROBE-${month}`, hours: 1 } })
  const found = body.items.find((item) => item.kind === 'change' && item.change.summary === key)
  if (found?.kind !== 'change') throw new Error(`${key} is not there`)
  return found.change.id
}

const ask = (change_id: number, hours?: number) =>
  reader.call(listIncidentsAfter, { query: { change_id, ...(hours === undefined ? {} : { hours }) } })

const listed = async (change_id: number, hours?: number) =>
  (await ask(change_id, hours)).body.items.map(({ incident }) => incident.jira_id)

test('the incidents that share the most come first, then the sooner, with what they share', async () => {
  const id = await ingestChange(1, { cis: ['ci-1', 'ci-2'], services: ['Expense', 'Travel'] })
  await ingestIncidents(1, {
    'OPI-10': { at: '10:30:00', affected_services: ['Mobile'] },
    'OPI-11': { at: '12:00:00', data_centers: ['eu'], affected_services: ['Travel', 'Mobile'] },
    'OPI-12': { at: '15:00:00', details: 'Nobody can <b>pay</b>', is_internal: 'Y', priority_type: 'P2' },
    'OPI-13': { at: '14:00:00' },
    'OPI-14': { at: '16:00:00', data_centers: ['eu'], affected_services: [], cis: ['ci-2'] },
    'OPI-15': { at: '10:01:00', data_centers: ['eu'], affected_services: ['Mobile'] },
  })
  const { body } = await ask(id)
  expect(body.items.map(({ incident }) => incident.jira_id)).toEqual([
    'PROBE-1',
    'OPI-14',
    'OPI-13',
    'OPI-12',
    'OPI-11',
    'OPI-10',
  ])
  expect(body).toMatchObject({ from: on(1, '10:00:00.000'), to: on(1, '16:00:00.000'), more: 0 })
  expect(body.items[3]).toEqual({
    incident: {
      jira_id: 'OPI-12',
      priority_type: 'P2',
      severity: 'OUTAGE',
      status: 'ACTIVE',
      is_internal: 'Y',
      start_date: on(1, '15:00:00.000'),
      end_date: on(1, '23:59:00.000'),
      details: 'Nobody can pay',
    },
    seconds_after: 5 * 3600,
    shared: { cis: [], services: ['Expense'], data_centers: ['us2'] },
  })
})

test('the hours begin when the change took effect and end with their moment', async () => {
  const id = await ingestChange(2)
  await ingestIncidents(2, {
    'OPI-20': { at: '09:59:59' },
    'OPI-21': { at: '10:00:00' },
    'OPI-22': { at: '12:00:00' },
    'OPI-23': { at: '12:00:01' },
  })
  expect(await listed(id, 2)).toEqual(['PROBE-2', 'OPI-21', 'OPI-22'])
  expect(await listed(id, 3)).toEqual(['PROBE-2', 'OPI-21', 'OPI-22', 'OPI-23'])
})

test('a change that is only planned counts from when it is planned', async () => {
  const id = await ingestChange(3, {
    actual_start: null,
    actual_end: null,
    planned_start: on(3, '09:30:00'),
    submitted_on: on(3, '08:00:00'),
  })
  expect((await ask(id, 1)).body).toMatchObject({
    from: on(3, '09:30:00.000'),
    items: [{ seconds_after: 1800 }],
  })
})

test('twenty are listed and the others counted', async () => {
  const id = await ingestChange(4)
  const incidents = Array.from({ length: 24 }, (_, at) => [`OPI-4${at + 10}`, { at: `10:${at + 10}:00` }])
  await ingestIncidents(4, Object.fromEntries(incidents))
  const { body } = await ask(id)
  expect([body.items.length, body.more]).toEqual([20, 5])
})

test('a change after which nothing began lists nothing, and one that names nothing neither', async () => {
  const id = await ingestChange(5)
  await ingestIncidents(5, { 'PROBE-5': { at: '09:00:00' } })
  expect((await ask(id)).body).toMatchObject({ items: [], more: 0 })
  await ingestIncidents(5, { 'PROBE-5': { at: '11:00:00' } })
  expect(await listed(id)).toEqual(['PROBE-5'])
  await ingest(server, 'changes', [
    changeRecord('change of 5', {
      actual_start: on(5, '10:00:00'),
      actual_end: null,
      services: [],
      data_centers: [],
    }),
  ])
  expect(await listed(id)).toEqual([])
})

test('an unknown change and malformed input are refused', async () => {
  expect(await ask(999_999)).toMatchObject({ status: 404, problem: { detail: 'There is no change 999999' } })
  for (const hours of [0, 169]) expect((await ask(1, hours)).status).toBe(400)
  expect((await ask(0)).status).toBe(400)
})
