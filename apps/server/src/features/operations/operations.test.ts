import { createMessage } from '@aviary/contract/messages/endpoints'
import { getHealth, getMetrics, getReadiness } from '@aviary/contract/operations/endpoints'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { callPlain, openTestApp, type TestApp } from '../../../testing/app.ts'
import { createTestDatabase } from '../../../testing/database.ts'
import { incidentRecord, ingest } from '../../../testing/ingest.ts'
import { waitFor } from '../../../testing/wait-for.ts'

let server: TestApp
beforeAll(async () => {
  server = await openTestApp()
})
afterAll(() => server.close())

test('a running process returns ok and its version', async () => {
  const response = await callPlain(server.app, getHealth)
  expect(response).toMatchObject({
    status: 200,
    body: { status: 'ok', version: expect.stringMatching(/^\d+\.\d+\.\d+/) },
  })
  expect(response.headers['cache-control']).toBe('no-store')
})

test('a process with a writable database is ready', async () => {
  const { status, body } = await callPlain(server.app, getReadiness)
  expect([status, body]).toEqual([200, { status: 'ready', database: true, changes: true }])
})

test('without its database a process is alive and not ready, until the database is back', async () => {
  const database = await createTestDatabase()
  const isolated = await openTestApp({ databaseUrl: database.url })
  const admin = new URL(database.url)
  const name = admin.pathname.slice(1)
  admin.pathname = '/postgres'
  const client = new pg.Client({ connectionString: admin.href })
  await client.connect()
  await client.query(`alter database ${name} allow_connections false`)
  await client.query(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`)

  await waitFor(async () => {
    const { status, body } = await callPlain(isolated.app, getReadiness)
    expect([status, body]).toEqual([
      503,
      { status: 'not ready', database: false, changes: false, reason: 'the database cannot be reached' },
    ])
  })
  expect((await callPlain(isolated.app, getHealth)).status).toBe(200)
  const response = await isolated.app.inject({
    url: '/api/banner',
    headers: { cookie: 'aviary_session=any' },
  })
  expect(response.statusCode).toBe(503)
  expect(response.json().detail).toBe('The database cannot be reached; try again in a moment')
  expect(response.body).not.toContain(name)

  await client.query(`alter database ${name} allow_connections true`)
  await client.end()
  await waitFor(async () =>
    expect((await callPlain(isolated.app, getReadiness)).body).toMatchObject({
      status: 'ready',
      changes: true,
    }),
  )
  await isolated.close()
  await database.drop()
})

test('an Idempotency-Key stays valid when the clock jumps an hour ahead and back', async () => {
  const start = server.now()
  const manager = await server.signInAs('incident_manager')
  await ingest(server, 'incidents', [incidentRecord('OPI-1')])
  const createOnce = () =>
    manager.call(createMessage, {
      headers: { 'idempotency-key': 'once' },
      body: {
        jira_id: 'OPI-1',
        priority_type: 'P1',
        message_type: 'Update',
        body: '<p>Once</p>',
        broadcast: 'N',
      },
    })
  const first = await createOnce()
  expect(first.status).toBe(200)
  for (const hours of [1, 0, -1]) {
    server.setNow(new Date(start.getTime() + hours * 3600_000))
    await server.tick()
    expect((await createOnce()).body).toEqual(first.body)
  }
  server.setNow(start)
})

test('metrics need a token that may read them, and name routes but no addresses', async () => {
  const headers = { authorization: `Bearer ${await server.createToken(['read:metrics'])}` }
  await server.app.inject('/api/incidents/incident_team_data/OPI-4711/')
  const response = await callPlain(server.app, getMetrics, { headers })
  expect(response.status).toBe(200)
  expect(response.headers['content-type']).toContain('text/plain')
  const text = response.body
  expect(text).toContain('route="/api/incidents/incident_team_data/:id",status="4xx"')
  expect(text).not.toContain('OPI-4711')
  expect(text).toMatch(/^aviary_open_pages 0$/m)
  expect(text).toMatch(/^aviary_process_resident_memory_bytes \d/m)
})
