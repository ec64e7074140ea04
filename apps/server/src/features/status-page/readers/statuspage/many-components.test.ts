import { readFileSync } from 'node:fs'
import path from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { sql } from 'drizzle-orm'
import { Statuspage } from 'statuspage.js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApp, type TestApp } from '../../../../../testing/app.ts'
import { incidentRecord, ingest } from '../../../../../testing/ingest.ts'
import { publish } from '../../../../../testing/status-page.ts'
import { services } from '../../../../database/tables/reference.ts'
import { serverFolder } from '../../../../server-folder.ts'

const SERVICES = 300
const schema = JSON.parse(
  readFileSync(path.join(serverFolder, 'testing/fixtures/statuspage.schema.json'), 'utf8'),
)

let server: TestApp
beforeAll(async () => {
  server = await openTestApp({ environment: { PUBLIC_STATUS: '/status' } })
  await server.db.execute(sql`
    insert into ${services} (system_name, display_name, position)
    select 'Service ' || n, 'Service ' || n, 100 + n from generate_series(1, ${SERVICES}::int) n`)
})
afterAll(async () => {
  expect(server.errors).toEqual([])
  await server.close()
})

test('of more than 2,000 components the groups are named, each as bad as its worst', async () => {
  const place = { affected_services: ['Service 7'], data_centers: ['us2'], severity: 'PARTIAL_OUTAGE' }
  await ingest(server, 'incidents', [incidentRecord('OPI-1', place)])
  await publish(await server.signInAs('incident_manager'), 'OPI-1')
  const client = new Statuspage('x')
  const api = `${await server.listen()}/status/api/v2`
  Reflect.get(client, 'axios').defaults.baseURL = api
  await expect.poll(async () => (await client.unresolvedIncidents()).incidents.length).toBe(1)
  const validate = addFormats.default(new Ajv2020({ strict: true, allErrors: true })).compile(schema)
  const answer = JSON.parse(await (await fetch(`${api}/summary.json`)).text())
  expect([validate(answer), validate.errors]).toEqual([true, null])
  const { components = [], status } = await client.summary()
  expect(status.description).toBe('Minor Service Outage')
  const shown = components.map(({ name, status, group }) => ({ name, status, group }))
  expect(shown).toHaveLength(7)
  expect(shown).toContainEqual({ name: 'us2', status: 'partial_outage', group: true })
  expect((await client.components()).components).toEqual(components)
  const [incident] = answer.incidents
  expect(incident?.components).toMatchObject([{ name: 'us2' }])
  expect(incident?.incident_updates).toMatchObject([{ affected_components: null }])
})
