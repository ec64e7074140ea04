import { getResponseTimes, type ResponseTimes } from '@aviary/contract/charts/endpoints'
import { updateIncidentRole } from '@aviary/contract/incident-roles/endpoints'
import { correctMessage, previewCorrection } from '@aviary/contract/messages/correction-endpoints'
import { createMessage, deleteMessage, updateMessage } from '@aviary/contract/messages/endpoints'
import { putOffUpdate } from '@aviary/contract/reminders/endpoints'
import type { Scope } from '@aviary/contract/scopes'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { callPlain, openTestApp, type Person, type TestApp } from '../../../../testing/app.ts'
import { incidentRecord, ingest } from '../../../../testing/ingest.ts'
import { subscribe } from '../../../../testing/subscribers.ts'

const NOW = '2026-08-20T11:30:00Z'
const BILLING = { affected_services: ['Billing'] }

let server: TestApp
let manager: Person
beforeAll(async () => {
  server = await openTestApp({ now: new Date('2026-07-10T09:00:00Z') })
  const places = { services: ['Expense', 'Travel', 'Billing'], alertTypes: ['Update'] }
  await subscribe(server, 'ana@example.com', places)
  await writeJuly()
  await writeAugust()
  await setNow(NOW)
})
afterAll(async () => {
  expect(server.errors).toEqual([])
  await server.close()
})

const setNow = async (time: string) => {
  server.setNow(new Date(time))
  // Sessions end while the clock moves by weeks.
  manager = await server.signInAs('incident_manager')
}
const report = (jira_id: string, fields: object) =>
  ingest(server, 'incidents', [incidentRecord(jira_id, { ...fields })])

/** Posts at a time of a day; `due` is the promised time of the same day, and only mailed messages are for outside. */
async function post(
  jira_id: string,
  time: string,
  fields: { due?: string; type?: string; mailed?: true } = {},
) {
  await setNow(time)
  const { status, body } = await manager.call(createMessage, {
    body: {
      ...{ jira_id, priority_type: 'P1', message_type: fields.type ?? 'Update', body: '<p>We look</p>' },
      broadcast: fields.mailed ? 'Y' : 'N',
      email_template_data: fields.mailed ? { current_status: 'Looking', next_update: 'later' } : {},
      next_update_due: fields.due ?? null,
    },
  })
  expect(status).toBe(200)
  return body.message.id
}

async function edit(jira_id: string, message_id: number, next_update_due: string) {
  const { status } = await manager.call(updateMessage, {
    body: {
      ...{ jira_id, message_id, priority_type: 'P1', message_type: 'Update', language: 'en' },
      ...{ body: '<p>We look again</p>', next_update_due },
    },
  })
  expect(status).toBe(200)
}

async function writeJuly() {
  const first = { affected_services: ['Expense', 'Travel'], start_date: '2026-07-10T10:00:00Z' }
  await report('OPI-1', first)
  const mistake = await post('OPI-1', '2026-07-10T10:01:00Z', { mailed: true })
  await manager.call(deleteMessage, { body: { jira_id: 'OPI-1', message_id: mistake, priority_type: 'P1' } })
  await setNow('2026-07-10T10:03:00Z')
  await manager.call(updateIncidentRole, {
    body: { jira_id: 'OPI-1', role: 'lead', prev_holder: null, holder: manager.email },
  })
  await post('OPI-1', '2026-07-10T10:05:00Z', { type: 'Internal Update' })
  await post('OPI-1', '2026-07-10T10:20:00Z', { mailed: true, due: '2026-07-10T10:50:00Z' })
  // Kept to the second, and the next one by the end: the internal message keeps nothing for customers.
  await post('OPI-1', '2026-07-10T10:50:00Z', { mailed: true, due: '2026-07-10T11:20:00Z' })
  await post('OPI-1', '2026-07-10T11:00:00Z', { type: 'Internal Update' })
  await report('OPI-1', { ...first, status: 'RESOLVED', end_date: '2026-07-10T11:10:00Z' })
  // After the end nothing is promised.
  await post('OPI-1', '2026-07-10T12:00:00Z', { due: '2026-07-10T13:00:00Z' })

  const second = { start_date: '2026-07-20T10:00:00Z' }
  await setNow('2026-07-20T10:00:00Z')
  await report('OPI-2', second)
  await post('OPI-2', '2026-07-20T10:10:00Z', { due: '2026-07-20T10:30:00Z' })
  await setNow('2026-07-20T10:20:00Z')
  // Put off, which customers are not told: 10:45 is too late.
  const putOff = { promised: '2026-07-20T10:30:00Z', next_update_due: '2026-07-20T11:00:00Z' }
  expect((await manager.call(putOffUpdate, { body: { jira_id: 'OPI-2', ...putOff } })).status).toBe(200)
  await post('OPI-2', '2026-07-20T10:45:00Z', { mailed: true })
  const staff = { type: 'Internal Update' }
  await post('OPI-2', '2026-07-20T10:46:00Z', { ...staff, due: '2026-07-20T11:00:00Z' })
  await post('OPI-2', '2026-07-20T10:55:00Z', staff)
  await report('OPI-2', { ...second, status: 'RESOLVED', end_date: '2026-07-20T12:00:00Z' })

  // Over two months; its source wrote before it began.
  const message = { key: '1', title: 'Update', created_date: '2026-07-31T23:20:00Z', body: { en: 'Slow' } }
  await report('OPI-3', {
    ...{ affected_services: ['Travel'], status: 'RESOLVED', messages: [message] },
    ...{ start_date: '2026-07-31T23:30:00Z', end_date: '2026-08-01T01:30:00Z' },
  })
}

async function writeAugust() {
  await setNow('2026-08-20T10:00:00Z')
  await report('OPI-4', { ...BILLING, start_date: '2026-08-20T10:00:00Z' })
  const internal = { ...BILLING, is_internal: 'Y', start_date: '2026-08-20T10:30:00Z' }
  await report('OPI-5', internal)
  // Closed without an end, and nobody wrote or took a role.
  await report('OPI-6', {
    ...{ ...BILLING, data_centers: ['eu'], status: 'RESOLVED', start_date: '2026-08-20T09:00:00Z' },
  })
  const corrected = await post('OPI-4', '2026-08-20T10:10:00Z', { mailed: true, due: '2026-08-20T10:30:00Z' })
  await setNow('2026-08-20T10:20:00Z')
  await correct('OPI-4', corrected, '2026-08-20T10:40:00Z')
  const edited = await post('OPI-4', '2026-08-20T10:35:00Z', { mailed: true, due: '2026-08-20T11:00:00Z' })
  await post('OPI-5', '2026-08-20T10:40:00Z', { type: 'Internal Update', due: '2026-08-20T10:50:00Z' })
  await post('OPI-5', '2026-08-20T10:50:00Z', { type: 'Internal Update' })
  // Too late to change what was promised for 11:00.
  await setNow('2026-08-20T11:05:00Z')
  await edit('OPI-4', edited, '2026-08-20T12:30:00Z')
  await post('OPI-4', '2026-08-20T11:10:00Z', { due: '2026-08-20T12:00:00Z' })
}

async function correct(jira_id: string, message_id: number, next_update_due: string) {
  const body = {
    ...{ jira_id, message_id, priority_type: 'P1' as const, message_type: 'Update', language: 'en' },
    ...{ version: 1, body: '<p>We looked</p>', next_update_due },
  }
  const { total } = (await manager.call(previewCorrection, { body })).body
  expect(total).toBe(1)
  expect((await manager.call(correctMessage, { body: { ...body, recipients: total } })).status).toBe(200)
}

const RANGE = { start_day: '2026-07-01', end_day: '2026-08-31' }
const ask = async (query: object = {}) =>
  (await manager.call(getResponseTimes, { query: { ...RANGE, ...query } as never })).body.figures
const find = (figures: ResponseTimes[], service: string | null, month: string | null) => {
  const figure = figures.find((each) => each.service === service && each.month === month)
  if (!figure) return undefined
  const { acknowledge, first_message, resolve, promises } = figure
  const list = (measured: typeof resolve) => [measured.incidents, measured.median, measured.ninetieth]
  return {
    incidents: figure.incidents,
    acknowledge: list(acknowledge),
    first_message: list(first_message),
    resolve: list(resolve),
    promises: [promises.made, promises.kept, promises.missed],
  }
}

const AUGUST = {
  incidents: 3,
  acknowledge: [2, 600, 600],
  first_message: [1, 600, 600],
  resolve: [0, null, null],
  promises: [4, 2, 1],
}

test('figures per service and month, and of all services with each incident once', async () => {
  const figures = await ask()
  expect(find(figures, null, '2026-07')).toEqual({
    incidents: 3,
    acknowledge: [3, 180, 516],
    first_message: [2, 1950, 2550],
    resolve: [3, 7200, 7200],
    promises: [4, 3, 1],
  })
  expect(find(figures, 'Expense', '2026-07')).toEqual({
    incidents: 2,
    acknowledge: [2, 390, 558],
    first_message: [2, 1950, 2550],
    resolve: [2, 5700, 6900],
    promises: [4, 3, 1],
  })
  expect(find(figures, 'Travel', '2026-07')).toEqual({
    incidents: 2,
    acknowledge: [2, 90, 162],
    first_message: [1, 1200, 1200],
    resolve: [2, 5700, 6900],
    promises: [2, 2, 0],
  })
  expect(find(figures, 'Billing', '2026-08')).toEqual(AUGUST)
  expect(find(figures, null, '2026-08')).toEqual(AUGUST)
  expect(find(figures, null, null)).toEqual({
    incidents: 6,
    acknowledge: [5, 600, 600],
    first_message: [3, 1200, 2400],
    resolve: [3, 7200, 7200],
    promises: [8, 5, 2],
  })
  expect(find(figures, 'Travel', '2026-08')).toBeUndefined()
  expect(figures.map(({ service, month }) => [service, month]).slice(0, 3)).toEqual([
    [null, null],
    [null, '2026-07'],
    [null, '2026-08'],
  ])
})

test('counts the incidents that began within the days and affect one of the data centers', async () => {
  const july = await ask({ end_day: '2026-07-30' })
  expect([find(july, null, null)?.incidents, find(july, 'Travel', null)?.incidents]).toEqual([2, 1])
  expect(find(await ask({ data_centers: 'eu,us2' }), null, null)?.incidents).toBe(6)
  expect(find(await ask({ data_centers: 'eu' }), null, null)).toEqual({
    ...{ incidents: 1, acknowledge: [0, null, null], first_message: [0, null, null] },
    ...{ resolve: [0, null, null], promises: [0, 0, 0] },
  })
  expect(await ask({ data_centers: 'china' })).toEqual([])
})

test('tokens are told of internal incidents and messages only with read:internal', async () => {
  const askWith = async (...scopes: Scope[]) => {
    const authorization = `Bearer ${await server.createToken(scopes)}`
    return callPlain(server.app, getResponseTimes, { query: RANGE, headers: { authorization } })
  }
  const seen = (await askWith('read:incidents')).body.figures
  expect(find(seen, null, '2026-08')).toMatchObject({ incidents: 2, acknowledge: [1, 600, 600] })
  expect(find(seen, null, '2026-08')?.promises).toEqual([3, 1, 1])
  expect(find(seen, null, '2026-07')?.promises).toEqual([3, 2, 1])
  expect((await askWith('read:incidents', 'read:internal')).body.figures).toEqual(await ask())
  expect((await askWith('read:status')).status).toBe(403)
})

test('refuses unknown data centers, days in the wrong order and more than 24 months', async () => {
  const statusOf = async (query: object) =>
    (await manager.call(getResponseTimes, { query: { ...RANGE, ...query } as never })).status
  expect(await statusOf({ data_centers: 'atlantis' })).toBe(404)
  expect(await statusOf({ end_day: '2026-06-30' })).toBe(400)
  expect(await statusOf({ start_day: '2024-08-30', end_day: '2026-08-31' })).toBe(400)
  expect(await statusOf({ start_day: '2024-09-01', end_day: '2026-08-31' })).toBe(200)
})

test('a promise that falls due counts as missed, without a write', async () => {
  expect(find(await ask(), null, '2026-08')?.promises).toEqual([4, 2, 1])
  server.setNow(new Date('2026-08-20T12:00:00.000Z'))
  expect(find(await ask(), null, '2026-08')?.promises).toEqual([4, 2, 1])
  server.setNow(new Date('2026-08-20T12:00:00.001Z'))
  expect(find(await ask(), null, '2026-08')?.promises).toEqual([4, 2, 2])
})

test('a change of an incident or its messages counts at once', async () => {
  await setNow('2026-08-20T12:10:00Z')
  await report('OPI-4', {
    ...{ ...BILLING, start_date: '2026-08-20T10:00:00Z' },
    ...{ status: 'RESOLVED', end_date: '2026-08-20T11:40:00Z' },
  })
  expect(find(await ask(), null, '2026-08')).toEqual({
    ...AUGUST,
    ...{ resolve: [1, 6000, 6000], promises: [4, 3, 1] },
  })
})

test('of an incident closed without an end nobody knows whether a promise was missed', async () => {
  await post('OPI-6', '2026-08-20T12:10:00Z', { due: '2026-08-20T12:20:00Z' })
  await setNow('2026-08-20T12:30:00Z')
  const query = { data_centers: 'eu' }
  expect(find(await ask(query), null, null)).toMatchObject({
    ...{ acknowledge: [1, 11_400, 11_400], promises: [0, 0, 0] },
  })
  await post('OPI-6', '2026-08-20T12:31:00Z', { due: '2026-08-20T12:40:00Z' })
  await post('OPI-6', '2026-08-20T12:40:00Z')
  expect(find(await ask(query), null, null)?.promises).toEqual([1, 1, 0])
})
