import { readChanged, readHello, TOPICS, type Topic } from '@aviary/contract/push/rules'
import { signOut } from '@aviary/contract/session/endpoints'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openEventStream } from '../../testing/event-stream.ts'
import { incidentRecord, ingest, statusRecord } from '../../testing/ingest.ts'
import { type ListeningApp, openListeningApp } from '../../testing/listening.ts'
import { spreadOf } from './push.ts'

let server: ListeningApp
let other: ListeningApp
beforeAll(async () => {
  server = await openListeningApp()
  other = await openListeningApp({ databaseUrl: server.databaseUrl })
})
afterAll(async () => {
  expect(server.errors).toEqual([])
  await other.close()
  await server.close()
})

const topicsOf = (event: { data: unknown } | undefined) => readChanged(event?.data)?.topics ?? []

test('a stream opens with hello, for the signed-in only', async () => {
  const { cookies } = await server.signInAs('subscriber')
  const stream = await openEventStream(server.url, cookies)
  expect(stream.status).toBe(200)
  expect(stream.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
  expect(stream.headers.get('cache-control')).toBe('no-store')
  expect(await stream.next()).toMatchObject({ event: 'hello' })
  await stream.leave()
  expect((await openEventStream(server.url, 'aviary_session=forged')).status).toBe(401)
})

test('a stream tells at its beginning how long ago each topic changed, on whichever server', async () => {
  const { cookies } = await server.signInAs('subscriber')
  const earlier = await openEventStream(server.url, cookies)
  await earlier.next()
  const before = performance.now()
  await ingest(other, 'incidents', [incidentRecord('OPI-3', { affected_services: [] })])
  expect(topicsOf(await earlier.next())).toEqual(['incidents'])
  await earlier.leave()
  await new Promise((resolve) => setTimeout(resolve, 200))
  const stream = await openEventStream(server.url, cookies)
  const ago = readHello((await stream.next())?.data)?.changed_ms_ago ?? ({} as Record<Topic, number>)
  await stream.leave()
  expect(ago.incidents).toBeGreaterThan(100)
  expect(ago.incidents).toBeLessThan(performance.now() - before)
  expect(Object.keys(ago).toSorted()).toEqual(TOPICS.toSorted())
})

test('few pages reload at once, thousands within a second', () => {
  expect([1, 247, 250, 2_500, 5_000, 60_000].map((pages) => spreadOf(pages))).toEqual([
    {},
    {},
    { spread_ms: 50 },
    { spread_ms: 500 },
    { spread_ms: 1_000 },
    { spread_ms: 1_000 },
  ])
})

test('a change made on another server is told at once', async () => {
  const { cookies } = await server.signInAs('subscriber')
  const stream = await openEventStream(server.url, cookies)
  await stream.next()
  await ingest(other, 'status', [statusRecord()])
  expect(topicsOf(await stream.next())).toEqual(['status'])

  await ingest(other, 'incidents', [incidentRecord('OPI-1')])
  expect(topicsOf(await stream.next()).toSorted()).toEqual(['incidents', 'status'])
  await stream.leave()
})

test('a repeated record that changes nothing is not pushed', async () => {
  const { cookies } = await server.signInAs('subscriber')
  const stream = await openEventStream(server.url, cookies)
  await stream.next()
  await ingest(other, 'incidents', [incidentRecord('OPI-2', { affected_services: [] })])
  expect(topicsOf(await stream.next())).toEqual(['incidents'])
  await ingest(other, 'incidents', [incidentRecord('OPI-2', { affected_services: [] })])
  await ingest(other, 'status', [statusRecord({ status: 'OUTAGE', at: '2026-08-20T11:30:00Z' })])
  expect(topicsOf(await stream.next())).toEqual(['status'])
  await stream.leave()
})

test('signing out on another server ends the stream, and no other one', async () => {
  const [leaving, staying] = [await other.signInAs('support'), await other.signInAs('support')]
  const [ended, open] = [
    await openEventStream(server.url, leaving.cookies),
    await openEventStream(server.url, staying.cookies),
  ]
  expect([await ended.next(), await open.next()]).toHaveLength(2)
  expect((await leaving.call(signOut)).status).toBe(200)
  expect(await ended.next()).toBeUndefined()
  await ingest(other, 'status', [statusRecord({ status: 'NORMAL', at: '2026-08-20T11:45:00Z' })])
  expect(topicsOf(await open.next())).toEqual(['status'])
  await open.leave()
})

test('a session whose time is over loses its stream at the next tick', async () => {
  const { cookies } = await server.signInAs('support')
  const stream = await openEventStream(server.url, cookies)
  await stream.next()
  const start = server.now()
  server.setNow(new Date(start.getTime() + 13 * 60 * 60 * 1000))
  await server.tick()
  server.setNow(start)
  expect(await stream.next()).toBeUndefined()
})
