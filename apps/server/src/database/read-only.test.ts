import { createMessage } from '@aviary/contract/messages/endpoints'
import { getMetrics, getReadiness } from '@aviary/contract/operations/endpoints'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { callPlain, type Person } from '../../testing/app.ts'
import { type EventStream, openEventStream } from '../../testing/event-stream.ts'
import { incidentRecord, ingest } from '../../testing/ingest.ts'
import { type ListeningApp, openListeningApp } from '../../testing/listening.ts'
import { readEverything } from '../../testing/read-everything.ts'

// The database accepts no writes for a while, like a managed one with a full disk or a primary that became a
// standby.

const RECOVERS_WITHIN_MS = 30_000
const POOL = 10

let server: ListeningApp
let manager: Person
let administrator: Person
let stream: EventStream
let token: string
let sql: pg.Client
beforeAll(async () => {
  server = await openListeningApp()
  administrator = await server.signInAs('administrator')
  manager = await server.signInAs('incident_manager')
  token = await server.createToken(['read:metrics'])
  await ingest(server, 'incidents', [incidentRecord('OPI-1')])
  stream = await openEventStream(server.url, manager.cookies)
  const admin = new URL(server.databaseUrl)
  admin.pathname = '/postgres'
  sql = new pg.Client(admin.href)
  await sql.connect()
})
afterAll(async () => {
  await stream.leave()
  await sql.end()
  await server.close()
})

const name = () => new URL(server.databaseUrl).pathname.slice(1)

/** Sets the mode of new sessions, as a failover does; open sessions keep their mode. */
async function setReadOnly(isReadOnly: boolean): Promise<void> {
  const change = isReadOnly ? 'set default_transaction_read_only = on' : 'reset default_transaction_read_only'
  await sql.query(`alter database ${name()} ${change}`)
}
const endSessions = () =>
  sql.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name()])

const readiness = async () => {
  const { status, body } = await callPlain(server.app, getReadiness)
  return { code: status, ...body }
}

const statusesOf = (answers: Awaited<ReturnType<typeof readEverything>>) =>
  Object.fromEntries(Object.entries(answers).map(([url, { status }]) => [url, status]))

const post = (text: string) =>
  manager.call(createMessage, {
    headers: { 'idempotency-key': text.replaceAll(' ', '-') },
    body: { jira_id: 'OPI-1', priority_type: 'P1', message_type: 'Update', body: text, broadcast: 'N' },
  })

test('writes and sign-in are refused with the reason, reads go on, and all is well again by itself', async () => {
  expect((await post('before')).status).toBe(200)
  const before = statusesOf(await readEverything(server, administrator))
  expect(Object.keys(before).length).toBeGreaterThan(50)
  await setReadOnly(true)
  await endSessions()
  await vi.waitFor(
    async () =>
      expect(await readiness()).toEqual({
        code: 503,
        status: 'not ready',
        database: false,
        changes: true,
        reason: 'the database accepts no writes',
      }),
    { timeout: RECOVERS_WITHIN_MS },
  )

  const refused = await post('meanwhile')
  expect([refused.status, refused.problem.title]).toEqual([503, 'Not available'])
  expect(refused.problem.detail).toMatch(/accepts no writes right now: nothing was stored/)
  expect(refused.headers['retry-after']).toBe('2')
  const signIn = await server.app.inject('/api/sign_in')
  expect(signIn.headers.location).toBe('/login?error=database')
  expect(statusesOf(await readEverything(server, administrator))).toEqual(before)
  const metrics = await callPlain(server.app, getMetrics, { headers: { authorization: `Bearer ${token}` } })
  expect(metrics.status).toBe(200)
  // One write per connection of the pool, so that each connection has a write refused.
  await Promise.all(Array.from({ length: POOL }, (_, index) => post(`meanwhile ${index}`)))

  // Open sessions stay read-only, so the pool has to replace its connections by itself.
  await setReadOnly(false)
  await vi.waitFor(async () => expect((await readiness()).code).toBe(200), { timeout: RECOVERS_WITHIN_MS })
  const written = await Promise.all(Array.from({ length: POOL }, (_, index) => post(`after ${index}`)))
  expect(written.map(({ status }) => status)).toEqual(Array(POOL).fill(200))
  expect((await post('meanwhile')).status).toBe(200)
})
