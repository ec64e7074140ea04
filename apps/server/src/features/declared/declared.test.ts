import {
  declareIncident,
  getOwnIncident,
  handOverIncident,
  publishIncident,
  updateOwnIncident,
} from '@aviary/contract/declared/endpoints'
import { listBroadcasts } from '@aviary/contract/deliveries/endpoints'
import { getIncidentByJiraId, listIncidents } from '@aviary/contract/incidents/endpoints'
import { createMessage } from '@aviary/contract/messages/endpoints'
import { getStatus, getStatusReasons } from '@aviary/contract/status/endpoints'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApp, type Person, type TestApp } from '../../../testing/app.ts'
import { incidentRecord, ingest, offer } from '../../../testing/ingest.ts'
import { subscribe } from '../../../testing/subscribers.ts'

const NOW = new Date('2026-08-20T12:00:00Z')

let server: TestApp
let manager: Person
beforeAll(async () => {
  server = await openTestApp({ now: NOW })
  manager = await server.signInAs('incident_manager')
  await subscribe(server, 'ana@example.com', { services: ['Travel'] })
})
afterAll(async () => {
  expect(server.errors).toEqual([])
  await server.close()
})

const FIELDS = {
  ...{ details: 'Bookings fail', priority_type: 'P1' as const, severity: 'OUTAGE' as const },
  ...{ affected_services: ['Travel'], data_centers: ['us2'] },
}
const declare = (changes: object = {}, person = manager) =>
  person.call(declareIncident, { body: { ...FIELDS, ...changes } })
const declareOne = async (changes: object = {}) => (await declare(changes)).body
const read = async (jira_id: string) =>
  (await manager.call(getIncidentByJiraId, { query: { jira_id, locale: 'en' } as never })).body.payload
const change = async (jira_id: string, changes: object) => {
  const { body } = await manager.call(getOwnIncident, { query: { jira_id } })
  return manager.call(updateOwnIncident, { body: { ...body, ...changes } })
}
const statusOfCell = async () => (await manager.call(getStatus, {})).body.Travel?.us2
const post = (jira_id: string, changes: object = {}) =>
  manager.call(createMessage, {
    body: {
      ...{ jira_id, priority_type: 'P1' as const, message_type: 'Update', body: '<p>We look</p>' },
      ...{ broadcast: 'Y' as const, email_template_data: { current_status: 'a', next_update: 'b' } },
      ...changes,
    },
  })

test('a declared incident begins internal, is in the lists and the grid, and its declarer is on it', async () => {
  const { jira_id, is_new } = await declareOne()
  expect([jira_id, is_new]).toEqual([expect.stringMatching(/^AVI-\d+$/), true])
  expect(await read(jira_id)).toMatchObject({
    ...{ jiraId: jira_id, isInternal: 'Y', status: 'ACTIVE', symbol: 'OUTAGE', details: 'Bookings fail' },
    ...{ startDate: NOW.toISOString(), affectedServices: ['Travel'], affectedDataCenters: ['us2'] },
    jira_info: { reporter: manager.email, incident_manager: manager.email },
  })
  const { payload } = (await manager.call(listIncidents, { query: { active: true } as never })).body
  expect(payload.map((incident) => incident.jiraId)).toContain(jira_id)
  expect(await statusOfCell()).toBe('OUTAGE')
  await change(jira_id, { status: 'RESOLVED', end_date: NOW.toISOString() })
})

test('it is edited, ended and reopened; the second of two editors is told', async () => {
  const { jira_id } = await declareOne()
  expect((await change(jira_id, { severity: 'PERFORMANCE', data_centers: ['eu2'] })).status).toBe(200)
  expect(await read(jira_id)).toMatchObject({ symbol: 'PERFORMANCE', affectedDataCenters: ['eu2'] })
  expect((await change(jira_id, { version: 1 })).status).toBe(409)
  const end = '2026-08-20T11:59:00.000Z'
  const early = await change(jira_id, { end_date: '2020-01-01T00:00:00Z' })
  expect([early.status, early.problem.detail]).toEqual([400, 'body.end_date: is before the start'])
  await change(jira_id, { status: 'RESOLVED', start_date: '2026-08-20T11:00:00Z', end_date: end })
  expect(await read(jira_id)).toMatchObject({ status: 'RESOLVED', endDate: end })
  await change(jira_id, { status: 'ACTIVE', end_date: null })
  expect(await read(jira_id)).toMatchObject({ status: 'ACTIVE', endDate: null })
  await change(jira_id, { status: 'RESOLVED', end_date: NOW.toISOString() })
})

test.each([
  [{ affected_services: ['Nowhere'] }, /unknown service 'Nowhere'/],
  [{ data_centers: [] }, /data_centers/],
  [{ details: ' ' }, /details/],
  [{ start_date: '2026-08-20T12:01:00Z' }, /start_date: is later than now/],
  [{ alert: 'unheard of' }, /alert: there is no report of it any more/],
])('%j is refused and stores nothing', async (changes, detail) => {
  const before = (await manager.call(listIncidents, { query: { active: true } as never })).body.payload.length
  const answer = await declare(changes)
  expect([answer.status, answer.problem.detail]).toEqual([400, expect.stringMatching(detail)])
  const after = (await manager.call(listIncidents, { query: { active: true } as never })).body.payload.length
  expect(after).toBe(before)
})

test('an alert declared twice, also at the same time, is one incident; after its end it is another', async () => {
  await ingest(server, 'status', [
    { service: 'Travel', data_center: 'us2', status: 'OUTAGE', source: 'probe', at: NOW.toISOString() },
  ])
  const query = { service: 'Travel', data_center: 'us2' }
  const { reasons } = (await manager.call(getStatusReasons, { query })).body
  const [report] = reasons.filter((reason) => reason.kind === 'report')
  const alert = report?.alert
  const both = await Promise.all([declareOne({ alert }), declareOne({ alert })])
  expect(both[0]?.jira_id).toBe(both[1]?.jira_id)
  expect(both.map(({ is_new }) => is_new).toSorted()).toEqual([false, true])
  const { jira_id = '' } = both[0] ?? {}
  await change(jira_id, { status: 'RESOLVED', end_date: NOW.toISOString() })
  server.setNow(new Date(NOW.getTime() + 1_000))
  const again = await declareOne({ alert })
  expect([again.is_new, again.jira_id === jira_id]).toEqual([true, false])
  // A status that means closed also ends an incident.
  await change(again.jira_id, { status: 'CLOSED' })
  expect((await declareOne({ alert })).is_new).toBe(true)
  server.setNow(NOW)
  await change(again.jira_id, { status: 'RESOLVED', end_date: NOW.toISOString() })
})

test('customers are told only after it has become EXTERNAL', async () => {
  const { jira_id, version } = await declareOne()
  const early = await post(jira_id)
  expect([early.status, early.problem.detail]).toEqual([400, expect.stringContaining('is internal')])
  expect((await manager.call(publishIncident, { body: { jira_id, version: 9 } })).status).toBe(409)
  expect((await manager.call(publishIncident, { body: { jira_id, version } })).status).toBe(200)
  expect((await post(jira_id)).status).toBe(200)
  expect(
    (await manager.call(publishIncident, { body: { jira_id, version: version + 1 } })).problem.detail,
  ).toBe(`body.jira_id: ${jira_id} is EXTERNAL already`)
  await change(jira_id, { details: 'Bookings fail again' })
  expect(await read(jira_id)).toMatchObject({ isInternal: 'N', details: 'Bookings fail again' })
})

test.each(['unknown here', 'known here already'])(
  'it is handed over to an issue %s: messages, mails and addresses go along, none doubled',
  async (kind) => {
    const to = kind === 'unknown here' ? 'OPI-77' : 'OPI-78'
    if (kind !== 'unknown here')
      await ingest(server, 'incidents', [incidentRecord(to, { details: 'From Jira' })])
    const { jira_id, version } = await declareOne()
    await manager.call(publishIncident, { body: { jira_id, version } })
    await post(jira_id)
    const answer = await manager.call(handOverIncident, { body: { jira_id, version: version + 1, to } })
    expect([answer.status, answer.body]).toEqual([200, { jira_id: to, is_merged: kind !== 'unknown here' }])
    for (const id of [to, jira_id]) {
      const incident = await read(id)
      expect(incident).toMatchObject({ jiraId: to })
      expect(incident.messages.filter(({ title }) => title === 'Update')).toHaveLength(1)
    }
    const { broadcasts } = (await manager.call(listBroadcasts, { query: { reference: to } })).body
    expect(broadcasts).toHaveLength(1)
    const { payload } = (await manager.call(listIncidents, { query: { active: true } as never })).body
    expect(payload.map((incident) => incident.jiraId)).not.toContain(jira_id)
    // From here on, records from the tracker overwrite the incident.
    await ingest(server, 'incidents', [incidentRecord(to, { details: 'Jira says', severity: 'PERFORMANCE' })])
    const later = await read(jira_id)
    expect(later).toMatchObject({ details: 'Jira says', symbol: 'PERFORMANCE' })
    expect(later.messages.filter(({ title }) => title === 'Update')).toHaveLength(1)
    expect((await manager.call(getOwnIncident, { query: { jira_id: to } })).status).toBe(404)
    expect((await manager.call(getOwnIncident, { query: { jira_id } })).status).toBe(404)
  },
)

test('nothing from outside overwrites an own incident, and what belongs to the tracker cannot be edited', async () => {
  const { jira_id } = await declareOne()
  const refused = await offer(server, 'incidents', [incidentRecord(jira_id)])
  expect([refused.status, refused.problem.detail]).toEqual([400, expect.stringContaining('declared here')])
  await ingest(server, 'incidents', [incidentRecord('OPI-90')])
  const answer = await manager.call(publishIncident, { body: { jira_id: 'OPI-90', version: 1 } })
  expect([answer.status, answer.problem.detail]).toEqual([
    400,
    'body.jira_id: belongs to the tracker: it is changed there',
  ])
  expect((await manager.call(handOverIncident, { body: { jira_id, version: 1, to: 'AVI-1' } })).status).toBe(
    400,
  )
})

test('declaring needs its own right', async () => {
  const operator = await server.signInAs('operator')
  expect((await declare({}, operator)).status).toBe(403)
})
