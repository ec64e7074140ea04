import { getAvailability, getResponseTimes } from '@aviary/contract/charts/endpoints'
import { getCompanyMailed, listBroadcasts, listDeliveries } from '@aviary/contract/deliveries/endpoints'
import { createFollowUp, listFollowUps, updateFollowUp } from '@aviary/contract/follow-ups/endpoints'
import { updateIncidentRole } from '@aviary/contract/incident-roles/endpoints'
import { getIncidentByJiraId, getMessages, listIncidents } from '@aviary/contract/incidents/endpoints'
import { createPostMortem, getPostMortem } from '@aviary/contract/post-mortems/endpoints'
import { explainMailed } from '@aviary/contract/subscribers/endpoints'
import { getTimeline } from '@aviary/contract/timeline/endpoints'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApp, type Person, type TestApp } from '../../../testing/app.ts'
import { changeRecord, incidentRecord, ingest } from '../../../testing/ingest.ts'
import { planEvent } from '../../../testing/maintenance.ts'
import { readEverything } from '../../../testing/read-everything.ts'
import { retain, retentionAudit } from '../../../testing/retention.ts'
import { deliverAll } from '../../../testing/security.ts'
import { publish, publishMaintenance, renderStatusPage } from '../../../testing/status-page.ts'
import { subscribe } from '../../../testing/subscribers.ts'

const START = new Date('2025-08-20T12:00:00Z')
const NOW = new Date('2026-08-20T12:00:00Z')
const MAILED = 'zoe@customer.example'

let server: TestApp
let manager: Person
let administrator: Person
beforeAll(async () => {
  server = await openTestApp({ now: START, environment: { PUBLIC_STATUS: '/status' } })
  manager = await server.signInAs('incident_manager')
  await subscribe(server, MAILED)
  const opened = ['OPI-1', 'OPI-2', 'OPI-3', 'OPI-4', 'OPI-5']
  const records = (fields: object) =>
    opened.map((id) => incidentRecord(id, { start_date: '2025-08-20T11:00:00Z', ...fields }))
  await ingest(server, 'incidents', records({}))
  await ingest(server, 'changes', [
    changeRecord('1', { actual_start: '2025-08-20T10:00:00Z', actual_end: '2025-08-20T10:10:00Z' }),
  ])
  await ingest(server, 'companies', [{ id: 7, name: 'Heron', data_center: 'us2' }])
  await ingest(server, 'affectedCompanies', [{ jira_id: 'OPI-1', company_id: 7 }])
  await publish(manager, 'OPI-1')
  await publish(manager, 'OPI-5')
  const make = (jira_id: string) =>
    manager.call(createFollowUp, {
      body: { jira_id, title: 'Renew the certificate', owner: null, due_date: null },
    })
  const done = (await make('OPI-1')).body.follow_up
  expect((await make('OPI-2')).status).toBe(200)
  const { follow_up_id, version, title } = done
  const closed = await manager.call(updateFollowUp, {
    body: { follow_up_id, version, title, owner: null, due_date: null, state: 'DONE' },
  })
  expect(closed.problem).toMatchObject({ follow_up: { state: 'DONE' } })
  await manager.call(updateIncidentRole, {
    body: { jira_id: 'OPI-1', role: 'lead', holder: manager.email, prev_holder: null, note: 'x' },
  })
  const over = { status: 'RESOLVED', end_date: '2025-08-20T12:30:00Z' }
  server.setNow(new Date('2025-08-20T13:00:00Z'))
  await ingest(
    server,
    'incidents',
    records(over).filter(({ jira_id }) => jira_id !== 'OPI-3'),
  )
  await server.tick()
  expect((await manager.call(createPostMortem, { body: { jira_id: 'OPI-1', locale: 'en' } })).status).toBe(
    200,
  )
  const eventId = await planEvent(server)
  await publishMaintenance(server, await server.signInAs('operator'), { eventId })
  await deliverAll(server)
  await server.tick()
  server.setNow(NOW)
  manager = await server.signInAs('incident_manager')
  administrator = await server.signInAs('administrator')
  // A message that was written long after the end.
  await publish(manager, 'OPI-4', { broadcast: 'N' })
})
afterAll(async () => {
  expect(server.errors).toEqual([])
  await server.close()
})

const openIds = async () =>
  (await manager.call(listIncidents, { query: { active: 'true' } })).body.payload.map(({ jiraId }) => jiraId)
const statusOf = async (jira_id: string) =>
  (await manager.call(getIncidentByJiraId, { query: { jira_id } })).status
const namesOf = ({ files }: Awaited<ReturnType<typeof renderStatusPage>>) =>
  (files ?? []).map(({ name }) => name).toSorted()
const count = async (table: string) =>
  (await server.db.execute<{ rows: number }>(`select count(*)::int as rows from ${table}`)).rows[0]?.rows

test('an incident that is over goes whole; one that is open, or has something open, stays', async () => {
  const page = await renderStatusPage(server)
  expect(await retain(server, { incidents: 300 })).toEqual([{ kind: 'incidents', rows: { incidents: 2 } }])
  await expect.poll(() => statusOf('OPI-1')).toBe(404)
  expect(await statusOf('OPI-5')).toBe(404)
  for (const id of ['OPI-2', 'OPI-3', 'OPI-4']) expect(await statusOf(id)).toBe(200)
  expect(await retentionAudit(server)).toMatchObject([
    { kind: 'incidents', days: 300, rows: { incidents: 2 } },
  ])
  for (const table of ['post_mortems', 'post_mortem_versions', 'incident_role_changes', 'incident_companies'])
    expect([table, await count(table)]).toEqual([table, 0])
  for (const table of ['channel_threads', 'message_changes'])
    expect([table, await count(table)]).toEqual([table, 0])
  expect(await count('follow_ups')).toBe(1)
  expect(await count('incident_messages')).toBe(1)
  // Nothing of it was on the page any more.
  expect(namesOf(await renderStatusPage(server))).toEqual(namesOf(page))
})

test('what named the incident answers as for one that never was, and nothing fails', async () => {
  const query = { jira_id: 'OPI-1' }
  expect((await manager.call(getTimeline, { query })).status).toBe(404)
  expect((await manager.call(getPostMortem, { query })).status).toBe(404)
  expect((await manager.call(getMessages, { query })).status).toBeLessThan(500)
  const days = { start_day: '2025-08-01', end_day: '2026-07-31' }
  expect((await manager.call(getAvailability, { query: days })).status).toBe(200)
  expect((await manager.call(getResponseTimes, { query: days })).status).toBe(200)
  const answers = await readEverything(server, administrator)
  expect(Object.entries(answers).filter(([, { status }]) => status >= 500)).toEqual([])
  // The tracker may send it again: then it is an incident as any other.
  await ingest(server, 'incidents', [incidentRecord('OPI-5', { start_date: '2026-08-20T11:00:00Z' })])
  expect(await statusOf('OPI-5')).toBe(200)
})

test('the ledger still says who was told, until mails are deleted too', async () => {
  const mails = async () =>
    (await administrator.call(listDeliveries, { query: { reference: 'OPI-1' } })).body.deliveries
  const told = async (reference: string) =>
    (await administrator.call(listBroadcasts, { query: { reference } })).body.broadcasts
  expect(await mails()).toMatchObject([{ email: MAILED }])
  const [broadcast] = await told('OPI-1')
  expect(broadcast).toMatchObject({ progress: { sent: 1 } })
  const [announced] = await told('MNT-1')
  expect(await retain(server, { mails: 300 })).toMatchObject([{ kind: 'mails' }])
  expect(await mails()).toEqual([])
  expect(await told('OPI-5')).toEqual([])
  // The first that was published stays: since then the status page knows how things were.
  expect(await told('OPI-1')).toEqual([broadcast])
  // Maintenance is still there, and with it how many were told.
  expect(await told('MNT-1')).toEqual([announced])
  const query = { broadcast_id: broadcast?.broadcast_id ?? 0, email: MAILED }
  expect(await administrator.call(explainMailed, { query })).toMatchObject({
    status: 404,
    problem: { detail: expect.stringContaining('older than mails are kept') },
  })
  const company = { company_id: 7, reference: 'MNT-1' }
  expect(await administrator.call(getCompanyMailed, { query: company })).toMatchObject({
    status: announced?.progress.sent ? 404 : 200,
  })
  expect(
    await administrator.call(getCompanyMailed, { query: { ...company, reference: 'OPI-1' } }),
  ).toMatchObject({
    status: 404,
    problem: { detail: expect.stringContaining('not known any more') },
  })
})

test('maintenance that is over goes, and its notifications with it', async () => {
  const later = await planEvent(server)
  expect(await retain(server, { maintenance: 300 })).toEqual([
    { kind: 'maintenance', rows: { maintenance_events: 1 } },
  ])
  expect(await count('notifications')).toBe(0)
  expect(await count(`maintenance_events where event_id = ${later}`)).toBe(1)
  await retain(server, { mails: 300 })
  expect(
    (await administrator.call(listBroadcasts, { query: { reference: 'MNT-1' } })).body.broadcasts,
  ).toEqual([])
  const answers = await readEverything(server, administrator)
  expect(Object.entries(answers).filter(([, { status }]) => status >= 500)).toEqual([])
  await renderStatusPage(server)
})

test('an incident stays as long after its last follow-up is done as after its end', async () => {
  const open = (await manager.call(listFollowUps, { query: { jira_id: 'OPI-2' } })).body.follow_ups[0]
  const { follow_up_id = 0, version = 0, title = '' } = open ?? {}
  await manager.call(updateFollowUp, {
    body: { follow_up_id, version, title, owner: null, due_date: null, state: 'DONE' },
  })
  expect(await retain(server, { incidents: 300 })).toEqual([{ kind: 'incidents', rows: {} }])
  server.setNow(new Date('2027-06-30T12:00:00Z'))
  manager = await server.signInAs('incident_manager')
  await manager.call(updateIncidentRole, {
    body: { jira_id: 'OPI-4', role: 'lead', holder: manager.email, prev_holder: null, note: 'x' },
  })
  expect(await retain(server, { incidents: 300 })).toEqual([{ kind: 'incidents', rows: { incidents: 1 } }])
  expect(await statusOf('OPI-2')).toBe(404)
  for (const id of ['OPI-3', 'OPI-4']) expect(await statusOf(id)).toBe(200)
  expect(await openIds()).toContain('OPI-3')
})
