import { createMessage } from '@aviary/contract/messages/endpoints'
import { getReadiness } from '@aviary/contract/operations/endpoints'
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { callPlain, openTestApp, type Person, type TestApp } from '../../testing/app.ts'
import { createTestDatabase } from '../../testing/database.ts'
import { incidentRecord, ingest } from '../../testing/ingest.ts'
import { startTcpProxy, type TcpProxy } from '../../testing/tcp-proxy.ts'
import { waitFor } from '../../testing/wait-for.ts'
import { announce } from './changes.ts'
import { type OpenDatabase, openDatabase } from './open.ts'

// The connection breaks or falls silent while the database itself runs on.

const SILENT_MS = 300
const POOL = 10

let database: Awaited<ReturnType<typeof createTestDatabase>>
let direct: OpenDatabase
let line: TcpProxy
let server: TestApp
let manager: Person
beforeAll(async () => {
  database = await createTestDatabase()
  direct = openDatabase(database.url, () => undefined)
  line = await startTcpProxy(database.url)
  server = await openTestApp({ databaseUrl: line.url, silentMs: SILENT_MS })
  manager = await server.signInAs('incident_manager')
  await ingest(server, 'incidents', [incidentRecord('OPI-1')])
})
afterEach(async () => {
  await waitFor(async () => expect(await readiness()).toEqual([200, true, true]))
})
afterAll(async () => {
  await server.close()
  await direct.close()
  await line.close()
  await database.drop()
})

const readiness = async () => {
  const { status, body } = await callPlain(server.app, getReadiness)
  return [status, body.database, body.changes]
}

/** The text is also the idempotency key. */
const post = (text: string) =>
  manager.call(createMessage, {
    headers: { 'idempotency-key': text.replaceAll(' ', '-') },
    body: {
      jira_id: 'OPI-1',
      priority_type: 'P1',
      message_type: 'Update',
      body: `<p>${text}</p>`,
      broadcast: 'N',
    },
  })

/** Counts the stored messages with this text, and their audit rows. */
async function countsOf(text: string): Promise<{ messages: number; audited: number }> {
  const { rows } = await direct.db.execute<{ messages: number; audited: number }>(sql`
    select (select count(*)::int from incident_messages where body->>'en' = ${`<p>${text}</p>`}) as messages,
      (select count(*)::int from audit_log where action_name = 'Create Message' and context::text like ${`%<p>${text}</p>%`}) as audited`)
  return rows[0] ?? { messages: -1, audited: -1 }
}

const AWAY = {
  status: 503,
  title: 'Not available',
  detail: 'The database cannot be reached; try again in a moment',
}

describe('a line that is cut in the middle of a write', () => {
  test.each([
    ['at once', { at: 'begin', when: 'before' }, 0],
    ['before its audit row', { at: 'insert into "audit_log"', when: 'before' }, 0],
    ['at the end', { at: 'commit', when: 'before' }, 0],
    ['behind it', { at: 'commit', when: 'after' }, 1],
  ] as const)(
    '%s (%j): all of it is there or nothing, and the same key makes it once',
    async (name, cut, there) => {
      line.cutNext(cut)
      const { status, headers, problem } = await post(name)
      expect([status, problem]).toEqual([503, expect.objectContaining(AWAY)])
      expect(headers).toMatchObject({
        'content-type': expect.stringContaining('problem+json'),
        'retry-after': '2',
      })
      expect(await countsOf(name)).toEqual({ messages: there, audited: there })
      expect((await post(name)).status).toBe(200)
      expect(await countsOf(name)).toEqual({ messages: 1, audited: 1 })
    },
  )

  test('repeated cuts leak no pool connection', async () => {
    for (let time = 0; time <= POOL; time += 1) {
      line.cutNext({ at: time % 2 === 0 ? 'begin' : 'commit', when: 'before' })
      expect((await post(`cut ${time}`)).status).toBe(503)
    }
    const answers = await Promise.all(Array.from({ length: POOL }, (_, index) => post(`then ${index}`)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  })

  test('a cut of all connections at once fails every call, then work goes on', async () => {
    const answers = Array.from({ length: 3 * POOL }, (_, index) => post(`all ${index}`))
    line.cutAll()
    const statuses = new Set((await Promise.all(answers)).map(({ status }) => status))
    expect([...statuses].filter((status) => status !== 200 && status !== 503)).toEqual([])
    const again = await Promise.all(answers.map((_, index) => post(`all ${index}`)))
    expect(new Set(again.map(({ status }) => status))).toEqual(new Set([200]))
    for (const at of answers.keys()) expect(await countsOf(`all ${at}`)).toEqual({ messages: 1, audited: 1 })
  })
})

test('a silent connection is detected, reported and replaced', async () => {
  const warm = await Promise.all(Array.from({ length: POOL }, (_, index) => post(`warm ${index}`)))
  expect(warm.every(({ status }) => status === 200)).toBe(true)
  line.freeze()
  const [[ready], ...answers] = await Promise.all([readiness(), post('frozen'), post('frozen too')])
  expect(ready).toBe(503)
  for (const { status, problem } of answers)
    expect([status, problem]).toEqual([503, expect.objectContaining(AWAY)])
  await waitFor(async () => expect(await readiness()).toEqual([503, false, false]))
  line.thaw()
  await waitFor(async () => expect(await readiness()).toEqual([200, true, true]))
  expect((await post('frozen')).status).toBe(200)
  expect(await countsOf('frozen')).toEqual({ messages: 1, audited: 1 })
})

test('a query that takes long is waited for', async () => {
  const slow = openDatabase(line.url, () => undefined, { silentMs: SILENT_MS })
  const { rows } = await slow.db.execute<{ done: number }>(
    sql`select 1 as done from pg_sleep(${(3 * SILENT_MS) / 1000})`,
  )
  expect(rows).toEqual([{ done: 1 }])
  await slow.close()
})

test('changes of other processes are heard of again after a cut', async () => {
  line.cutAll()
  await waitFor(async () => expect(await readiness()).toEqual([200, true, true]))
  const banner = async () =>
    (await server.app.inject({ url: '/api/banner', headers: { cookie: manager.cookies } })).body
  const before = await banner()
  await direct.db.transaction(async (db) => {
    await db.execute(sql`update banner set text = '{"en": "Heard again"}', display = true`)
    await announce(db, { topics: ['banner'], sessions: [] })
  })
  await waitFor(async () => expect(await banner()).not.toBe(before))
})

test('connections that end in one packet with an answer, while others wait for them, harm nothing else', async () => {
  const own = openDatabase(line.url, () => undefined)
  const ask = sql`select 1`
  const select = () => [
    own.db.execute(ask).then(({ rowCount }) => rowCount),
    own.db.transaction((transaction) => transaction.execute(ask)),
  ]
  for (let round = 0; round < 20; round += 1) {
    const selects = Array.from({ length: 2 * POOL }, select).flat()
    if (round > 0) line.endInAnswers()
    const ended = (await Promise.allSettled(selects)).filter(({ status }) => status === 'rejected')
    expect(ended.length > 0).toBe(round > 0)
  }
  await Promise.all(select())
  expect(own.pool()).toMatchObject({ inUse: 0, waiting: 0 })
  await own.close()
})
