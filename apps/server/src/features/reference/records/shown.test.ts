import { searchChangeEntity, searchChanges } from '@aviary/contract/changes/endpoints'
import { getAvailability } from '@aviary/contract/charts/endpoints'
import { listImpactDataCenters, listServicesOfDataCenter } from '@aviary/contract/impact/endpoints'
import { getIncidentByJiraId } from '@aviary/contract/incidents/endpoints'
import { createMaintenanceEvent, updateMaintenanceEvent } from '@aviary/contract/maintenance/endpoints'
import { createMessage } from '@aviary/contract/messages/endpoints'
import { readChanged } from '@aviary/contract/push/rules'
import { listDataCenters, listServices } from '@aviary/contract/reference/endpoints'
import {
  createReferenceRecord,
  orderReferenceRecords,
  retireReferenceRecord,
  updateReferenceRecord,
} from '@aviary/contract/reference/record-endpoints'
import { getStatus } from '@aviary/contract/status/endpoints'
import { getUserSubscriptions, subscribe as submit } from '@aviary/contract/subscriptions/endpoints'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Person } from '../../../../testing/app.ts'
import { openEventStream } from '../../../../testing/event-stream.ts'
import { changeRecord, incidentRecord, ingest } from '../../../../testing/ingest.ts'
import { type ListeningApp, openListeningApp } from '../../../../testing/listening.ts'
import { subscribe } from '../../../../testing/subscribers.ts'
import { deliveries, subscriptions } from '../../../database/tables/mail.ts'

let server: ListeningApp
let person: Person
beforeAll(async () => {
  server = await openListeningApp()
  person = await server.signInAs('administrator')
  await ingest(server, 'incidents', [incidentRecord('OPI-1', { affected_services: ['Travel'] })])
  await ingest(server, 'changes', [changeRecord('C-1', { services: ['Travel'], data_centers: ['us2'] })])
  await ingest(server, 'cis', [
    { name: 'db-1', category: 'Database', services: ['Travel', 'Expense'], data_centers: ['us2'] },
  ])
})
beforeEach(async () => {
  await retire('service', 'Travel', 'N')
  await retire('data_center', 'eu', 'N')
})
afterAll(async () => {
  expect(server.errors).toEqual([])
  await server.close()
})

const retire = (kind: 'service' | 'data_center', key: string, is_retired: 'Y' | 'N' = 'Y') =>
  person.call(retireReferenceRecord, { body: { kind, key, is_retired } })
const rename = (key: string, name: string) =>
  person.call(updateReferenceRecord, { body: { record: { kind: 'service', key, name, aliases: [] } } })

test('a page that is open hears of every write, and the next answers are the new ones', async () => {
  const stream = await openEventStream(server.url, person.cookies)
  await stream.next()
  const heard = async () => {
    const { data } = (await stream.next()) ?? { data: { topics: [] } }
    return new Set(readChanged(data)?.topics)
  }
  const shown = new Set(['reference', 'status', 'incidents', 'changes', 'impact', 'subscriptions'])
  const services = async () => (await person.call(listServices)).body.services
  const rows = async () => Object.keys((await person.call(getStatus)).body)

  await services()
  await rename('Mobile', 'Phones')
  expect(await heard()).toEqual(shown)
  expect((await services()).find(({ system_name }) => system_name === 'Mobile')).toMatchObject({
    name: 'Phones',
    former_names: [{ name: 'Mobile' }],
  })

  expect(await rows()).toContain('Travel')
  await retire('service', 'Travel')
  expect(await heard()).toEqual(shown)
  expect(await rows()).not.toContain('Travel')

  const keys = (await services()).map(({ system_name }) => system_name).toReversed()
  await person.call(orderReferenceRecords, { body: { kind: 'service', keys } })
  expect(await heard()).toEqual(shown)
  expect(await rows()).toEqual(keys)
  await person.call(orderReferenceRecords, { body: { kind: 'service', keys: keys.toReversed() } })
  await heard()

  await retire('data_center', 'eu')
  expect(await heard()).toEqual(new Set([...shown, 'maintenance']))
  expect((await person.call(getStatus)).body.Expense).not.toHaveProperty('eu')
  expect((await person.call(listDataCenters)).body.retired).toEqual([{ name: 'EMEA', system_name: 'eu' }])
  await stream.leave()
})

test('what a retired service was named by stays readable, and addresses that name it still find it', async () => {
  await retire('service', 'Travel')
  const incident = (await person.call(getIncidentByJiraId, { query: { jira_id: 'OPI-1', locale: 'en' } }))
    .body
  expect(JSON.stringify(incident)).toContain('"Travel"')
  const { body } = await person.call(searchChanges, {
    body: {
      change_type: 'manual',
      search_params: { services: ['Travel'] },
    },
  })
  expect(body.rows.map(({ services }) => services)).toEqual([['Travel']])
  const entities = await person.call(searchChangeEntity, {
    body: { entity: 'services', search_text: 'trav' },
  })
  expect(entities.body.entities).toEqual([{ name: 'Travel', display_name: 'Travel' }])
  const services = (await person.call(listServicesOfDataCenter, { query: { dc: 'us2' } })).body.services
  expect(services.map(({ name }) => name)).toEqual(['Expense'])
})

test('a retired data center leaves the default of the charts, and is shown where an address names it', async () => {
  await retire('data_center', 'eu')
  const days = { start_day: '2026-08-01', end_day: '2026-08-02' }
  const centers = async (query: object = {}) =>
    new Set(
      (await person.call(getAvailability, { query: { ...days, data_centers: [], ...query } })).body.cells.map(
        ({ data_center }) => data_center,
      ),
    )
  expect(await centers()).not.toContain('eu')
  expect(await centers({ data_centers: ['eu'] })).toEqual(new Set(['eu']))
  const { data_centers } = (await person.call(listImpactDataCenters)).body
  expect(data_centers.map(({ system_name }) => system_name)).not.toContain('eu')
})

test('planned work keeps a data center that was retired, and new work is not planned in it', async () => {
  const event = {
    ...{ title: 'Move', start_date: '2026-08-21T10:00:00-0700', end_date: '2026-08-21T13:00:00-0700' },
    ...{ data_centers: ['eu'], is_internal: 'N' as const, created_by: person.email },
  }
  const created = await person.call(createMaintenanceEvent, { body: event })
  await retire('data_center', 'eu')
  const { id } = created.body.maintenance_event
  const { created_by: _, ...fields } = event
  const changed = await person.call(updateMaintenanceEvent, {
    body: { ...fields, id, title: 'Move on' },
  })
  expect(changed.body.maintenance_event).toMatchObject({ title: 'Move on', data_centers: [{ name: 'EMEA' }] })
  const refused = await person.call(createMaintenanceEvent, { body: event })
  expect([refused.status, refused.problem.detail]).toEqual([
    400,
    expect.stringMatching(/there is no data center 'eu'; known are us2, eu2/),
  ])
})

test('whoever chose a service before it was retired still hears of its incidents', async () => {
  await subscribe(server, person.email, { services: ['Travel', 'Expense'] })
  await retire('service', 'Travel')
  const read = async () => (await person.call(getUserSubscriptions, { query: { email: person.email } })).body
  const { userSubscriptions, subscriptionOptions } = await read()
  expect(subscriptionOptions.P1.services.map(({ id }) => id)).not.toContain('Travel')
  // The form sends only choices that it offers; a retired choice stays stored, whether the request contains
  // it or not.
  for (const services of [['Imaging'], ['Travel', 'Imaging']]) {
    const { status } = await person.call(submit, {
      body: {
        ...{ email: person.email, locale: 'en', auth: '' },
        subscriptions: { ...userSubscriptions, P1: { ...userSubscriptions.P1, services } },
      },
    })
    expect(status).toBe(200)
    const [stored] = await server.db.select().from(subscriptions)
    expect(stored?.services).toEqual(['Imaging', 'Travel'])
  }
  await person.call(createMessage, {
    body: {
      ...{ jira_id: 'OPI-1', priority_type: 'P1', message_type: 'Update', body: '<p>We look</p>' },
      ...{ broadcast: 'Y', email_template_data: { current_status: 'Looking', next_update: 'Soon' } },
    },
  })
  expect((await server.db.select().from(deliveries)).map(({ email }) => email)).toEqual([person.email])
})

test('the address of the impact lookup leads to the first data center where there is no us2', async () => {
  const other = await openListeningApp()
  try {
    const admin = await other.signInAs('administrator')
    await admin.call(createReferenceRecord, {
      body: { record: { kind: 'data_center', name: 'Oslo', short_name: '', aliases: [] } },
    })
    const answer = await admin.call(listServicesOfDataCenter, { query: { dc: 'US2' } })
    expect(answer.status).toBe(200)
    await other.db.execute(`delete from data_centers where system_name <> 'oslo'`)
    expect((await admin.call(listServicesOfDataCenter, { query: { dc: 'US2' } })).status).toBe(200)
    expect((await admin.call(listServicesOfDataCenter, { query: { dc: 'us3' } })).status).toBe(404)
  } finally {
    await other.close()
  }
})
