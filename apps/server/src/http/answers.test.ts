import { gunzipSync } from 'node:zlib'
import { listIncidents } from '@aviary/contract/incidents/endpoints'
import { signOut } from '@aviary/contract/session/endpoints'
import type { StatusMatrix } from '@aviary/contract/status/endpoints'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { Person } from '../../testing/app.ts'
import { incidentRecord, ingest, statusRecord } from '../../testing/ingest.ts'
import { type ListeningApp, openListeningApp } from '../../testing/listening.ts'
import { countWaiting, cutListening, lockTable, runOn, watchQueries } from '../../testing/queries.ts'
import { waitFor } from '../../testing/wait-for.ts'
import { getWired } from '../../testing/wire.ts'
import type { Changes } from '../database/changes.ts'
import { Answers } from './answers.ts'

// Ready answers are bytes with an ETag; they are made once and dropped when one of their topics changes.

let server: ListeningApp
let other: ListeningApp
let person: Person
let watch: ReturnType<typeof watchQueries>

beforeAll(async () => {
  server = await openListeningApp()
  other = await openListeningApp({ databaseUrl: server.databaseUrl })
  person = await server.signInAs('support')
  watch = watchQueries()
})
afterEach(() => {
  watch.sent.length = 0
})
afterAll(async () => {
  watch.stop()
  await other.close()
  await server.close()
})

const STATUS = '/api/v4/status/'
const INCIDENTS = '/api/incidents/?active=true&locale=en'

const get = (url: string, headers: Record<string, string> = {}, target = server) =>
  getWired(target.url + url, { cookie: person.cookies, ...headers })

const cellAt = async (target: ListeningApp): Promise<unknown> =>
  (await get(STATUS, {}, target)).json<StatusMatrix>().Travel?.eu
const namesAt = async (target: ListeningApp) =>
  (await get(INCIDENTS, {}, target))
    .json<{ payload: { jiraId: string }[] }>()
    .payload.map((incident) => incident.jiraId)

/** Loads the answers into the memory of both servers. */
async function warm(): Promise<void> {
  for (const at of [server, other]) {
    await waitFor(async () => {
      await get(STATUS, {}, at)
      await get(INCIDENTS, {}, at)
      watch.sent.length = 0
      await get(STATUS, {}, at)
      await get(INCIDENTS, {}, at)
      expect(watch.sent).toEqual([])
    })
  }
}

test('a repeated request, with or without its ETag, causes no query', async () => {
  await warm()
  const first = await get(STATUS)
  expect(first.headers).toMatchObject({ 'cache-control': 'private, no-cache', vary: 'accept-encoding' })
  const tag = String(first.headers.etag)
  for (const sent of [tag, tag.replace('W/', ''), `"other", ${tag}`, '*']) {
    const again = await get(STATUS, { 'if-none-match': sent })
    expect(again.statusCode).toBe(304)
    expect(again.headers.etag).toBe(tag)
    expect(again.body).toBe('')
  }
  expect((await get(STATUS, { 'if-none-match': '"other"' })).body).toBe(first.body)
  expect(watch.sent).toEqual([])
})

test('an ETag does not bypass the session check', async () => {
  const { etag } = (await get(STATUS)).headers
  const answer = await getWired(server.url + STATUS, { 'if-none-match': String(etag) })
  expect(answer.statusCode).toBe(401)
})

test('every answer is counted, on the fast path or not', async () => {
  const authorization = `Bearer ${await server.createToken(['read:metrics'])}`
  const countOf = async () => {
    const { body } = await getWired(`${server.url}/metrics`, { authorization })
    const pattern =
      /request_duration_seconds_count\{method="GET",route="\/api\/v4\/status",status="2xx"\} (\d+)/
    return Number(pattern.exec(body)?.[1] ?? 0)
  }
  await warm()
  const before = await countOf()
  for (const _ of [1, 2, 3]) await get(STATUS)
  expect(await countOf()).toBe(before + 3)
})

test('a session that is signed out is refused at once where its answers were ready', async () => {
  const leaving = await server.signInAs('operator')
  const ask = () => getWired(server.url + STATUS, { cookie: leaving.cookies })
  for (const _ of [1, 2]) expect((await ask()).statusCode).toBe(200)
  expect((await leaving.call(signOut)).status).toBe(200)
  expect((await ask()).statusCode).toBe(401)
})

test('compressed answers go to clients that accept them, with the same content', async () => {
  const plain = await get(STATUS)
  expect(plain.headers['content-encoding']).toBeUndefined()
  expect(
    (await get(STATUS, { 'accept-encoding': 'gzip;q=0, br' })).headers['content-encoding'],
  ).toBeUndefined()
  const gzipped = await get(STATUS, { 'accept-encoding': 'br, gzip' })
  expect(gzipped.headers['content-encoding']).toBe('gzip')
  expect(gunzipSync(gzipped.rawPayload).toString()).toBe(plain.body)
  expect(gzipped.headers.etag).toBe(plain.headers.etag)
})

test('32 simultaneous first requests cause one computation', async () => {
  await warm()
  const answers = Array.from({ length: 32 }, () => get('/api/incidents/?active=false&response_size=77'))
  const bodies = new Set((await Promise.all(answers)).map((response) => response.body))
  expect(bodies.size).toBe(1)
  expect(
    watch.sent.filter((statement) => statement.includes('order by "incidents"."start_date"')),
  ).toHaveLength(1)
})

test('32 simultaneous requests after a change cause one computation and all see the change', async () => {
  await warm()
  await ingest(server, 'status', [statusRecord({ data_center: 'us2', status: 'OUTAGE' })])
  const release = await lockTable(server, 'status_history')
  watch.sent.length = 0
  const answers = Array.from({ length: 32 }, () => get(STATUS))
  await waitFor(async () => expect(await countWaiting(server)).toBe(1))
  await release()
  for (const answer of await Promise.all(answers)) {
    expect(answer.statusCode).toBe(200)
    expect(answer.json<StatusMatrix>().Travel?.us2).toBe('OUTAGE')
  }
  expect(watch.sent.filter((statement) => /left join lateral/.test(statement))).toHaveLength(1)
})

test('queries that mean the same share one answer', async () => {
  await get('/api/incidents/?active=true')
  watch.sent.length = 0
  await get('/api/incidents?active=true&locale=en&start_at=0&response_size=500')
  expect(watch.sent).toEqual([])
})

test('a change is in the next answer of the server that made it, and soon in that of the other', async () => {
  await warm()
  await ingest(server, 'status', [statusRecord()])
  expect(await cellAt(server)).toBe('PERFORMANCE')
  await waitFor(async () => expect(await cellAt(other)).toBe('PERFORMANCE'))

  await warm()
  await ingest(other, 'incidents', [incidentRecord('OPI-1')])
  expect(await namesAt(other)).toEqual(['OPI-1'])
  await waitFor(async () => expect(await namesAt(server)).toEqual(['OPI-1']))
})

test('one incident is kept in memory too, and new messages on it show at once', async () => {
  const detail = '/api/incident_by_jira_id/?jira_id=OPI-1'
  const symbolAt = async (target: ListeningApp) =>
    (await get(detail, {}, target)).json<{ payload: { symbol: string } }>().payload.symbol
  expect((await get('/api/incident_by_jira_id/?jira_id=OPI-3')).statusCode).toBe(404)
  await waitFor(async () => {
    await symbolAt(server)
    watch.sent.length = 0
    await symbolAt(server)
    expect(watch.sent).toEqual([])
  })
  await ingest(other, 'incidents', [
    incidentRecord('OPI-1', { severity: 'PARTIAL_OUTAGE' }),
    incidentRecord('OPI-3'),
  ])
  expect(await symbolAt(other)).toBe('PARTIAL_OUTAGE')
  await waitFor(async () => expect(await symbolAt(server)).toBe('PARTIAL_OUTAGE'))
  expect((await get('/api/incident_by_jira_id/?jira_id=OPI-3')).statusCode).toBe(200)
})

test('a change of something else leaves an answer in memory', async () => {
  await warm()
  await ingest(server, 'companies', [{ id: 1, name: 'Aster' }])
  watch.sent.length = 0
  await get(STATUS)
  expect(watch.sent).toEqual([])
})

test('while the server cannot hear of changes it answers from the database, and recovers', async () => {
  await warm()
  await cutListening(server)
  const ready = async () => (await server.app.inject('/readyz')).json<{ changes: boolean }>().changes
  await waitFor(async () => expect(await ready()).toBe(false), { interval: 5 })
  await runOn(
    server,
    `insert into status_history (service, data_center, status, changed_at)
     values ('Billing', 'china', 'OUTAGE', '2026-08-20T12:00:00Z')`,
  )
  const answer = await get(STATUS)
  expect(answer.json<StatusMatrix>().Billing?.china).toBe('OUTAGE')
  await waitFor(async () => expect(await ready()).toBe(true))
  await warm()
  expect((await get(STATUS)).json<StatusMatrix>().Billing?.china).toBe('OUTAGE')
})

test('an answer that changes with time is computed again from that moment on', async () => {
  const at = (time: string) => new Date(`2026-08-20T${time}Z`)
  const planned = { start_date: '2026-08-20T13:00:00Z', end_date: '2026-08-20T14:00:00Z' }
  await ingest(server, 'incidents', [incidentRecord('OPI-2', planned)])
  const isListed = async (time: string) => {
    server.setNow(at(time))
    return (await person.call(listIncidents)).body.payload.some((incident) => incident.jiraId === 'OPI-2')
  }
  expect(await isListed('12:59:59.999')).toBe(false)
  expect(await isListed('13:00:00.000')).toBe(true)
  expect(await isListed('14:00:00.000')).toBe(true)
  expect(await isListed('14:00:00.001')).toBe(false)
  server.setNow(at('12:00:00'))
})

test('a failed answer is not kept', async () => {
  await runOn(server, `alter table banner rename to banner_away`)
  const failed = await Promise.all([1, 2, 3].map(() => get('/api/banner')))
  expect(failed.map(({ statusCode }) => statusCode)).toEqual([500, 500, 500])
  await runOn(server, `alter table banner_away rename to banner`)
  expect((await get('/api/banner')).statusCode).toBe(200)
})

test('answers in memory stay under 32 MB: the oldest are dropped', async () => {
  const none = () => Promise.resolve()
  const changes: Changes = {
    announce: none,
    apply: () => {},
    subscribe: () => () => {},
    isLive: () => true,
    close: none,
  }
  const answers = new Answers(changes, ['incidents'])
  const big = {
    etag: '',
    plain: Buffer.alloc(6_000_000),
    gzipped: Buffer.alloc(4_000_000),
    headers: { plain: {}, gzipped: {}, unchanged: {} },
    until: Number.POSITIVE_INFINITY,
  }
  for (const key of ['a', 'b', 'c', 'd']) await answers.get(key, 0, () => Promise.resolve(big))
  expect(['a', 'b', 'c', 'd'].map((key) => answers.peek(key, 0) !== undefined)).toEqual([
    false,
    true,
    true,
    true,
  ])
})
