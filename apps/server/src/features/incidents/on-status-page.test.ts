import { declareIncident, handOverIncident, publishIncident } from '@aviary/contract/declared/endpoints'
import { getIncidentByJiraId, updateOnStatusPage } from '@aviary/contract/incidents/endpoints'
import { createMessage } from '@aviary/contract/messages/endpoints'
import { listReferenceRecords, updateReferenceRecord } from '@aviary/contract/reference/record-endpoints'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openTestApp, type Person, type TestApp } from '../../../testing/app.ts'
import { incidentRecord, ingest } from '../../../testing/ingest.ts'
import { signInWith } from '../../../testing/people.ts'
import { lastAudit, runOn } from '../../../testing/queries.ts'

let server: TestApp
let manager: Person
beforeAll(async () => {
  server = await openTestApp({ environment: { PUBLIC_STATUS: '/status' } })
  manager = await server.signInAs('incident_manager')
})
beforeEach(() => runOn(server, 'delete from incidents'))
afterAll(async () => {
  expect(server.errors).toEqual([])
  await server.close()
})

const get = (url: string) => server.app.inject({ method: 'GET', url })
const page = async (url = '/status/') => (await get(url)).body
/** The page follows a write within seconds. */
const follows = (url?: string) => expect.poll(() => page(url), { timeout: 50_000 })

const setShown = (jira_id: string, is_on_status_page: 'Y' | 'N', person = manager) =>
  person.call(updateOnStatusPage, { body: { jira_id, is_on_status_page } })
const isShown = async (jira_id: string) =>
  (await manager.call(getIncidentByJiraId, { query: { jira_id } })).body.payload.is_on_status_page

async function post(jira_id: string, text: string) {
  const { status } = await manager.call(createMessage, {
    body: {
      ...{ jira_id, priority_type: 'P1', message_type: 'Update', broadcast: 'Y', body: `<p>${text}</p>` },
      email_template_data: { current_status: 'a', next_update: 'b' },
    },
  })
  expect(status).toBe(200)
}

test('an incident leaves every page, and comes back', async () => {
  await ingest(server, 'incidents', [incidentRecord('OPI-1', { affected_services: ['Travel'] })])
  await post('OPI-1', 'We look into it')
  await follows().toContain('We look into it')
  const [, address = ''] = /href="(incidents\/[0-9a-v]{26}\/)"/.exec(await page()) ?? []
  expect(await page(`/status/${address}`)).toContain('We look into it')
  expect((await setShown('OPI-1', 'N')).body).toEqual({ jira_id: 'OPI-1', is_on_status_page: 'N' })
  await follows().toContain('No incident is open.')
  for (const url of ['/status/', '/status/de/', '/status/history/'])
    expect(await page(url)).not.toContain('We look into it')
  expect((await get(`/status/${address}`)).statusCode).toBe(404)
  await post('OPI-1', 'Still looking')
  await setShown('OPI-1', 'Y')
  await follows(`/status/${address}`).toContain('Still looking')
  expect(await page()).toContain('Travel in us2')
})

test('a service that reference data keeps off leaves the page, and comes back', async () => {
  const administrator = await server.signInAs('administrator')
  const { records } = (await administrator.call(listReferenceRecords, { query: { kind: 'service' } })).body
  const { name } = records.find(({ key }) => key === 'Imaging') ?? { name: '' }
  const keep = (is_on_status_page: 'Y' | 'N') =>
    administrator.call(updateReferenceRecord, {
      body: { record: { kind: 'service', key: 'Imaging', name, aliases: [], is_on_status_page } },
    })
  await follows().toContain('Imaging')
  await keep('N')
  await follows().not.toContain('Imaging')
  await keep('Y')
  await follows().toContain('Imaging')
})

test('it is audited, and sent again it changes nothing', async () => {
  await ingest(server, 'incidents', [incidentRecord('OPI-2')])
  expect(await isShown('OPI-2')).toBe('Y')
  await setShown('OPI-2', 'N')
  expect(await lastAudit(server)).toMatchObject({
    ...{ actionName: 'Update On Status Page', userEmail: manager.email },
    context: {
      jira_id: 'OPI-2',
      before: { is_on_status_page: 'Y' },
      after: { is_on_status_page: 'N' },
    },
  })
  expect((await setShown('OPI-2', 'N')).status).toBe(200)
  expect((await lastAudit(server))?.context).toMatchObject({
    before: { is_on_status_page: 'N' },
    after: { is_on_status_page: 'N' },
  })
  expect(await isShown('OPI-2')).toBe('N')
})

test('records of the tracker leave it as it is', async () => {
  await ingest(server, 'incidents', [incidentRecord('OPI-3')])
  await setShown('OPI-3', 'N')
  await ingest(server, 'incidents', [incidentRecord('OPI-3', { details: 'Jira says' })])
  expect(await isShown('OPI-3')).toBe('N')
})

test('needs the right to post on the incident', async () => {
  await ingest(server, 'incidents', [incidentRecord('OPI-4'), incidentRecord('OPI-5', { is_internal: 'Y' })])
  for (const actions of [['view_charts'], ['create_p2_message']] as const) {
    const person = await signInWith(server, [...actions])
    expect((await setShown('OPI-4', 'N', person)).status).toBe(403)
  }
  const person = await signInWith(server, ['create_p1_message'])
  expect((await setShown('OPI-4', 'N', person)).status).toBe(200)
  expect((await setShown('OPI-5', 'N', person)).status).toBe(403)
  expect([await isShown('OPI-4'), await isShown('OPI-5')]).toEqual(['N', 'Y'])
  expect((await setShown('OPI-404', 'N')).status).toBe(404)
})

const OWN = {
  ...{ details: 'Bookings fail', priority_type: 'P1' as const, severity: 'OUTAGE' as const },
  ...{ affected_services: ['Travel'], data_centers: ['us2'] },
}

test.each([
  { to: 'OPI-6', own: 'N', known: undefined },
  { to: 'OPI-7', own: 'N', known: 'Y' },
  { to: 'OPI-8', own: 'Y', known: 'N' },
  { to: 'OPI-9', own: 'N', known: 'N' },
] as const)('handed over to $to it stays off if either was: $own, $known', async ({ to, own, known }) => {
  if (known) {
    await ingest(server, 'incidents', [incidentRecord(to)])
    await setShown(to, known)
  }
  const { jira_id, version } = (await manager.call(declareIncident, { body: OWN })).body
  await manager.call(publishIncident, { body: { jira_id, version } })
  await post(jira_id, 'We look into it')
  await setShown(jira_id, own)
  const answer = await manager.call(handOverIncident, { body: { jira_id, version: version + 1, to } })
  expect(answer.status).toBe(200)
  expect(await isShown(to)).toBe('N')
  const { context } = (await lastAudit(server)) ?? {}
  const isChanged = known === 'Y'
  expect(context).toMatchObject({ after: { jira_id: to, ...(isChanged ? { is_on_status_page: 'N' } : {}) } })
  // The former id still finds it.
  expect((await setShown(jira_id, 'Y')).body).toEqual({ jira_id: to, is_on_status_page: 'Y' })
})
