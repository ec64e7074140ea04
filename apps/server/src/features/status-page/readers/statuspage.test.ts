import { readFileSync } from 'node:fs'
import path from 'node:path'
import { cancelMaintenanceEvent } from '@aviary/contract/maintenance/endpoints'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { eq } from 'drizzle-orm'
import { Statuspage as StatuspageIo } from 'statuspage.io'
import { Statuspage as StatuspageJs } from 'statuspage.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestApp, type Person, type TestApp } from '../../../../testing/app.ts'
import { incidentRecord, ingest } from '../../../../testing/ingest.ts'
import { planEvent } from '../../../../testing/maintenance.ts'
import { openReader, publish, publishMaintenance } from '../../../../testing/status-page.ts'
import { alertTypes } from '../../../database/tables/reference.ts'
import { serverFolder } from '../../../server-folder.ts'

const schema = JSON.parse(
  readFileSync(path.join(serverFolder, 'testing/fixtures/statuspage.schema.json'), 'utf8'),
)
const ajv = addFormats.default(new Ajv2020({ strict: true, allErrors: true }))
ajv.addSchema(schema, 'statuspage')

/** Every address, and the part of the schema that describes its answer. */
const ADDRESSES: Record<string, string> = {
  'summary.json': '',
  'status.json': 'status',
  'components.json': 'components',
  'incidents.json': 'incidents',
  'incidents/unresolved.json': 'incidents',
  'scheduled-maintenances.json': 'scheduled_maintenances',
  'scheduled-maintenances/upcoming.json': 'scheduled_maintenances',
  'scheduled-maintenances/active.json': 'scheduled_maintenances',
}

let server: TestApp
let manager: Person
let operator: Person
let url: string
beforeAll(async () => {
  server = await openTestApp({
    environment: {
      ...{ PUBLIC_STATUS: '/status', PROVIDER_NAME: 'Example Cloud' },
      PUBLIC_URL: 'https://status.example.com',
    },
  })
  manager = await server.signInAs('incident_manager')
  operator = await server.signInAs('operator')
  url = await server.listen()
})
afterAll(async () => {
  expect(server.errors).toEqual([])
  await server.close()
})

const reader = () => openReader(server)
const answer = async (name: string) => JSON.parse(await reader().read(`api/v2/${name}`))
const status = async () => (await answer('status.json')).status
const incidentNamed = async (part: string) => {
  const { incidents } = await answer('incidents.json')
  return incidents.find(({ name }: { name: string }) => name.includes(part))
}
const open = (jiraId: string, fields: Record<string, unknown>) =>
  ingest(server, 'incidents', [incidentRecord(jiraId, fields)])

describe('the roll-up', () => {
  test('without incidents: all systems operational', async () => {
    await expect.poll(status).toEqual({ indicator: 'none', description: 'All Systems Operational' })
  })

  test('while maintenance runs: service under maintenance', async () => {
    const start = new Date(server.now().getTime() + 5 * 60_000)
    const eventId = await planEvent(server, { start, dataCenters: ['eu'] })
    await publishMaintenance(server, operator, { eventId })
    await expect
      .poll(async () => (await answer('scheduled-maintenances/upcoming.json')).scheduled_maintenances.length)
      .toBe(1)
    expect(await status()).toMatchObject({ indicator: 'none' })
    server.setNow(new Date(start.getTime() + 60_000))
    await open('OPI-0', { severity: 'PERFORMANCE', affected_services: ['Invoice'], data_centers: ['eu'] })
    await expect.poll(status).toEqual({ indicator: 'maintenance', description: 'Service Under Maintenance' })
    const { scheduled_maintenances } = await answer('scheduled-maintenances/active.json')
    expect(scheduled_maintenances).toMatchObject([
      { name: 'Work on the storage', status: 'in_progress', impact: 'maintenance' },
    ])
    expect((await answer('summary.json')).page.updated_at).toBe(start.toISOString())
  })

  test.each([
    { severity: 'PERFORMANCE', service: 'Invoice', roll: ['minor', 'Partially Degraded Service'] },
    { severity: 'PARTIAL_OUTAGE', service: 'Imaging', roll: ['minor', 'Minor Service Outage'] },
    { severity: 'OUTAGE', service: 'Travel', roll: ['major', 'Partial System Outage'] },
  ])('with $severity somewhere', async ({ severity, service, roll: [indicator, description] }) => {
    await open(`OPI-${severity}`, { severity, affected_services: [service], data_centers: ['eu'] })
    await publish(manager, `OPI-${severity}`)
    await expect.poll(status).toEqual({ indicator, description })
  })
})

test('every answer is valid by the schema read off real ones, and other sites may read it', async () => {
  for (const [name, part] of Object.entries(ADDRESSES)) {
    const { headers, statusCode, body } = await reader().get(`api/v2/${name}`)
    expect([name, statusCode]).toEqual([name, 200])
    expect(headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'access-control-allow-origin': '*',
    })
    const validate = ajv.getSchema(part ? `statuspage#/$defs/${part}` : 'statuspage')
    expect([name, validate?.(JSON.parse(body)), validate?.errors]).toEqual([name, true, null])
  }
})

test('data centers are groups, services in them components, with ids that tell nothing and stay', async () => {
  const { page, components } = await answer('components.json')
  expect(page).toMatchObject({ name: 'Example Cloud', url: 'https://status.example.com/status' })
  const group = components.find(({ name }: { name: string }) => name === 'EMEA')
  const travel = components.find(
    ({ name, group_id }: Record<string, string>) => name === 'Travel' && group_id === group.id,
  )
  expect(group).toMatchObject({ group: true, group_id: null, status: 'major_outage' })
  expect(group.components).toContain(travel.id)
  expect(travel).toMatchObject({ status: 'major_outage', group: false, page_id: page.id })
  for (const { id } of components) expect(id).toMatch(/^[0-9a-v]{26}$/)
  await publish(manager, 'OPI-OUTAGE', { body: { en: '<p>More</p>' } })
  await reader().shows('More', 'api/v2/incidents.json')
  const ids = (parts: { id: string }[]) => parts.map(({ id }) => id)
  expect(ids((await answer('components.json')).components)).toEqual(ids(components))
})

describe('an incident', () => {
  const becomes = (name: string) =>
    expect.poll(async () => (await incidentNamed('Request')).status).toBe(name)

  test('has its updates, what they say and what they change', async () => {
    await open('OPI-20', {
      severity: 'PARTIAL_OUTAGE',
      affected_services: ['Request'],
      data_centers: ['us2'],
    })
    await publish(manager, 'OPI-20', { message_type: 'Initial Notification' })
    await publish(manager, 'OPI-20', {
      message_type: 'Intermediate Root Cause Analysis',
      email_template_data: { root_cause: 'Expired', corrective_measures: 'Renewed' },
      body: { en: '<p>A certificate has <b>expired</b>.</p><ul><li>One</li></ul>' },
    })
    await reader().shows('certificate', 'api/v2/incidents.json')
    const incident = await incidentNamed('Request')
    expect(incident).toMatchObject({
      ...{ name: 'Partial outage: Request in us2', status: 'identified', impact: 'major' },
      ...{ resolved_at: null, monitoring_at: null, started_at: '2026-08-20T10:00:00.000Z' },
      shortlink: `https://status.example.com/status/incidents/${incident.id}/`,
      components: [{ name: 'Request', status: 'partial_outage' }],
    })
    expect(incident.incident_updates).toMatchObject([
      { status: 'identified', body: 'A certificate has expired.\n\n * One' },
      { status: 'investigating', body: 'We look into it' },
    ])
    const [component] = incident.components
    expect(incident.incident_updates[1].affected_components).toEqual([
      {
        ...{ code: component.id, name: 'us2 - Request' },
        ...{ old_status: 'operational', new_status: 'partial_outage' },
      },
    ])
  })

  test('is resolved by what people were sent, analysed afterwards, and open again after another update', async () => {
    const restored = { resolution: 'Renewed', resolved_at: 'now' }
    await publish(manager, 'OPI-20', { message_type: 'Service Restored', email_template_data: restored })
    await becomes('resolved')
    const resolved = await incidentNamed('Request')
    expect(resolved.resolved_at).toBe(server.now().toISOString())
    expect(resolved.incident_updates[0]).toMatchObject({
      status: 'resolved',
      affected_components: [{ old_status: 'partial_outage', new_status: 'operational' }],
    })
    expect(await reader().read('api/v2/incidents/unresolved.json')).not.toContain(resolved.id)
    const analysis = { root_cause: 'x', corrective_measures: 'y', prevention: 'z' }
    server.setNow(new Date(server.now().getTime() + 1000))
    await publish(manager, 'OPI-20', { message_type: 'Root Cause Analysis', email_template_data: analysis })
    await becomes('postmortem')
    server.setNow(new Date(server.now().getTime() + 1000))
    await publish(manager, 'OPI-20')
    await becomes('investigating')
    const { resolved_at, incident_updates } = await incidentNamed('Request')
    expect(resolved_at).toBeNull()
    const statuses = incident_updates.map((update: { status: string }) => update.status)
    expect(statuses).not.toContain('resolved')
    expect(await reader().read('api/v2/incidents/unresolved.json')).toContain(resolved.id)
  })

  test('is monitored if the type of its message says so', async () => {
    const [type] = await server.db.select().from(alertTypes).where(eq(alertTypes.name, 'Update')).limit(1)
    if (!type) throw new Error('there is no type of that name')
    const { alertTypeId: _, ...copied } = type
    await server.db.insert(alertTypes).values({ ...copied, priorityType: 'P1', name: 'Monitoring' })
    await publish(manager, 'OPI-20', { message_type: 'Monitoring' })
    await becomes('monitoring')
    const { monitoring_at, incident_updates } = await incidentNamed('Request')
    expect(monitoring_at).toBe(incident_updates.at(-3).created_at)
  })
})

test('cancelled maintenance is over, and says that it did not take place', async () => {
  const eventId = await planEvent(server, { dataCenters: ['us2'] })
  await publishMaintenance(server, operator, { eventId, title: 'Never', subject: { en: 'Never' } })
  await reader().shows('Never', 'api/v2/scheduled-maintenances/upcoming.json')
  expect((await operator.call(cancelMaintenanceEvent, { body: { id: eventId } })).status).toBe(200)
  await reader().shows('[Cancelled] Never', 'api/v2/scheduled-maintenances.json')
  expect(await reader().read('api/v2/scheduled-maintenances/upcoming.json')).not.toContain('Never')
  const [event] = (await answer('scheduled-maintenances.json')).scheduled_maintenances
  expect(event).toMatchObject({ status: 'completed', resolved_at: server.now().toISOString() })
})

describe('clients of others', () => {
  test('statuspage.io reads every answer', async () => {
    const client = new StatuspageIo('x')
    client.setApiUrl(`${url}/status`)
    const { api } = client
    const [summary, current] = [await api.getSummary(), await api.getStatus()]
    expect(summary.status.description).toBe('Partial System Outage')
    expect(current.status.indicator).toBe('major')
    expect((await api.getComponents()).components).toEqual(summary.components)
    expect((await api.incidents.getUnresolved()).incidents).toEqual(summary.incidents)
    expect((await api.incidents.getAll()).incidents).toEqual(expect.arrayContaining(summary.incidents))
    for (const read of ['getAll', 'getActive', 'getUpcoming'] as const)
      expect(await api.scheduledMaintenances[read]()).toHaveProperty('scheduled_maintenances')
  })

  test('statuspage.js reads every answer', async () => {
    const client = new StatuspageJs('x')
    Reflect.get(client, 'axios').defaults.baseURL = `${url}/status/api/v2`
    const summary = await client.summary()
    expect(summary.page.name).toBe('Example Cloud')
    expect((await client.status()).status).toEqual(summary.status)
    expect((await client.components()).components).toEqual(summary.components)
    expect((await client.unresolvedIncidents()).incidents).toEqual(summary.incidents)
    expect((await client.allIncidents()).incidents[0]?.incident_updates.length).toBeGreaterThan(0)
    expect((await client.upcomingScheduledMaintenances()).scheduled_maintenances).toEqual([])
    expect((await client.activeScheduledMaintenances()).scheduled_maintenances).toHaveLength(1)
    expect((await client.allScheduledMaintenances()).scheduled_maintenances).toHaveLength(2)
  })
})
