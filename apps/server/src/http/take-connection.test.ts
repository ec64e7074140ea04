import { once } from 'node:events'
import { connect } from 'node:net'
import { signOut } from '@aviary/contract/session/endpoints'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { Person } from '../../testing/app.ts'
import { type EventStream, openEventStream } from '../../testing/event-stream.ts'
import { ingest, statusRecord } from '../../testing/ingest.ts'
import { type ListeningApp, openListeningApp } from '../../testing/listening.ts'
import { openRawStream, type RawStream } from '../../testing/raw-stream.ts'
import { waitFor } from '../../testing/wait-for.ts'
import { SHARES } from './shares.ts'

// Faults of connections that event streams have taken from the HTTP server, while other pages listen and somebody writes.

const PAGES = 20

let server: ListeningApp
let person: Person
let pages: EventStream[]
let [writes, isWriting] = [0, true]
let writing: Promise<void>

const write = () =>
  ingest(server, 'status', [
    statusRecord({
      status: ++writes % 2 ? 'OUTAGE' : 'NORMAL',
      at: new Date(Date.UTC(2026, 7, 20, 11, 0, writes)),
    }),
  ])

beforeAll(async () => {
  server = await openListeningApp()
  person = await server.signInAs('support')
  const { cookies } = await server.signInAs('support')
  // One by one: the first takes the normal path, the others the fast one.
  pages = []
  for (let nth = 0; nth < PAGES; nth += 1) pages.push(await openEventStream(server.url, cookies))
  for (const page of pages) expect(await page.next()).toMatchObject({ event: 'hello' })
  writing = (async () => {
    while (isWriting) await write()
  })()
})

afterEach(async () => {
  for (const { socket } of opened.splice(0)) socket.destroy()
  // What every page hears from now on, it must hear of a write that is made now.
  const before = writes
  await waitFor(() => expect(writes).toBeGreaterThan(before))
  for (const page of pages) expect(await page.next()).toMatchObject({ event: 'changed' })
  await waitFor(async () => expect(await openPages()).toBe(PAGES))
})

afterAll(async () => {
  isWriting = false
  await writing
  await Promise.all(pages.map((page) => page.leave()))
  await waitFor(async () => expect(await openPages()).toBe(0))
  expect(server.errors).toEqual([])
  await server.close()
})

async function openPages(): Promise<number> {
  const headers = { authorization: `Bearer ${await server.createToken(['read:metrics'])}` }
  const metrics = await (await fetch(`${server.url}/metrics`, { headers })).text()
  return Number(/^aviary_open_pages (\d+)$/m.exec(metrics)?.[1])
}

const opened: RawStream[] = []
function open(options: Parameters<typeof openRawStream>[2] = {}, cookies = person.cookies): RawStream {
  const stream = openRawStream(server.url, cookies, options)
  opened.push(stream)
  return stream
}

const connections = () =>
  new Promise<number>((resolve) => server.app.server.getConnections((_error, count) => resolve(count)))

test('the HTTP server keeps nothing of an open stream', async () => {
  await waitFor(async () => expect(await connections()).toBeLessThan(PAGES))
  const streams = Array.from({ length: 5 }, () => open())
  for (const stream of streams) await stream.begun()
  await waitFor(async () => expect(await connections()).toBeLessThan(5))
})

test('a stream has the headers of every answer, and no length, chunks or compression', async () => {
  const { cookies } = await server.signInAs('support')
  const headers = ['accept-encoding: gzip, br', 'upgrade: h2c', 'connection: upgrade']
  const [first, second] = [open({}, cookies), open({ headers }, cookies)]
  await first.begun()
  await second.begun()
  const other = await fetch(`${server.url}/api/banner`, { headers: { cookie: cookies } })
  for (const head of [first, second].map((stream) => stream.head().toLowerCase())) {
    expect(head).toMatch(/^http\/1\.1 200 ok\r\n/)
    for (const name of ['content-security-policy', 'x-content-type-options'])
      expect(head).toContain(`${name}: ${other.headers.get(name)}`)
    expect(head).toContain('content-type: text/event-stream; charset=utf-8')
    expect(head).toContain('cache-control: no-store')
    expect(head).toContain('x-accel-buffering: no')
    expect(head).toMatch(/\r\ndate: .* gmt$/m)
    expect(head).toContain('connection: close')
    expect(head).not.toMatch(/content-length|transfer-encoding|content-encoding|keep-alive/)
    expect(head.match(/x-content-type-options/g)).toHaveLength(1)
  }
})

test.each([
  ['HTTP/1.0', { version: '1.0' as const }],
  ['HTTP/1.0 that keeps connections', { version: '1.0' as const, headers: ['connection: keep-alive'] }],
  ['Connection: close', { headers: ['connection: close'] }],
  ['a body in the same packet', { headers: ['content-length: 5'], after: 'hello' }],
])('a request with %s gets a stream', async (_, options) => {
  const stream = open(options)
  await stream.begun()
  await stream.hears('status')
})

test('a connection that was used before becomes a stream, also for a request sent ahead of its turn', async () => {
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1')
  socket.write('GET /healthz HTTP/1.1\r\nhost: aviary\r\n\r\n')
  await once(socket, 'data')
  const used = open({ socket })
  const ahead = open({ before: 'GET /healthz HTTP/1.1\r\nhost: aviary\r\n\r\n' })
  for (const stream of [used, ahead]) {
    await stream.begun()
    await stream.hears('status')
  }
  expect(ahead.text().match(/HTTP\/1\.1 200 OK/g)).toHaveLength(2)
})

test.each([
  ['a request in the same packet', { after: 'GET /healthz HTTP/1.1\r\nhost: aviary\r\n\r\n' }, ''],
  ['what is no HTTP in the same packet', { after: '\0\0\0\r\n\r\n' }, ''],
  ['a request later', {}, 'GET /healthz HTTP/1.1\r\nhost: aviary\r\n\r\n'],
  ['half a megabyte later', {}, 'x'.repeat(512 * 1024)],
])('after the request for a stream %s is not answered', async (_, options, later) => {
  const stream = open(options)
  await waitFor(() => expect(stream.hasEnded() || stream.text().includes('event: hello')).toBe(true))
  if (later) {
    stream.socket.write(later)
    await waitFor(() => expect(stream.hasEnded()).toBe(true))
  }
  expect(stream.text().match(/HTTP\/1\.1 /g)?.length ?? 0).toBeLessThanOrEqual(1)
  expect(stream.text()).not.toContain('"status":"ok"')
})

test.each([
  ['resets its connection', (socket: ReturnType<typeof connect>) => void socket.resetAndDestroy()],
  ['closes its connection', (socket: ReturnType<typeof connect>) => void socket.destroy()],
  ['closes its side', (socket: ReturnType<typeof connect>) => void socket.end()],
])('a page that %s while it is written to leaves nothing behind', async (_, leave) => {
  const streams = Array.from({ length: 10 }, () => open())
  for (const [index, stream] of streams.entries()) {
    if (index % 2 === 0) await stream.begun() // the others leave before they have heard anything
    leave(stream.socket)
  }
  await waitFor(async () => expect(await openPages()).toBe(PAGES))
})

test('the share of a session is given back once for each of its streams, however they end', async () => {
  const full = () =>
    Promise.all(
      Array.from({ length: SHARES.streamsOfSession }, () => openEventStream(server.url, person.cookies)),
    )
  for (let round = 0; round < 3; round += 1) {
    const streams = await waitFor(async () => {
      const opened = await full()
      const isRefused = opened.some(({ status }) => status !== 200)
      if (isRefused) await Promise.all(opened.map((stream) => stream.leave()))
      expect(isRefused).toBe(false)
      return opened
    })
    expect((await openEventStream(server.url, person.cookies)).status).toBe(429)
    await Promise.all(streams.map((stream) => stream.leave()))
  }
})

test('signing out ends the streams of a session, those that read and those that do not', async () => {
  const leaving = await server.signInAs('support')
  const [reading, stuck] = [open({}, leaving.cookies), open({}, leaving.cookies)]
  await reading.begun()
  await stuck.begun()
  stuck.socket.pause()
  expect((await leaving.call(signOut)).status).toBe(200)
  await waitFor(() => expect(reading.hasEnded()).toBe(true))
  await waitFor(async () => expect(await openPages()).toBe(PAGES))
})
