import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import { TOPICS } from '@aviary/contract/push/rules'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApp, type TestApp } from '../../testing/app.ts'
import { ingest, statusRecord } from '../../testing/ingest.ts'
import { openMounted } from '../../testing/mounted.ts'
import { startProcess } from '../../testing/process.ts'
import { openRawStream } from '../../testing/raw-stream.ts'
import { waitFor } from '../../testing/wait-for.ts'
import type { HeardChange } from '../database/changes.ts'
import { openPush } from './push.ts'

// Limits of time, bytes and of a stop, for streams whose connections are taken from the HTTP server.

let server: TestApp
beforeAll(async () => {
  server = await openTestApp()
})
afterAll(() => server.close())

test('no time limit of the HTTP server ends a stream', async () => {
  const limited = await openTestApp({ databaseUrl: server.databaseUrl })
  const { cookies } = await limited.signInAs('support')
  const http = Object.assign(limited.app.server, { connectionsCheckingInterval: 20 })
  http.timeout = 5_000
  const url = await limited.listen()
  const streams = Array.from({ length: 30 }, () => openRawStream(url, cookies))
  for (const stream of streams) await stream.begun()
  Object.assign(http, { headersTimeout: 50, requestTimeout: 100, keepAliveTimeout: 50 })
  // Later connections are ended: by the limits of requests, by that between requests, and by that of silence.
  for (const text of ['GET / HTTP/1.1\r\nhost:', 'GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n', '']) {
    const idle = connect(Number(new URL(url).port), '127.0.0.1')
    idle.write(text)
    await once(idle.resume(), 'close')
  }
  await ingest(limited, 'status', [statusRecord()])
  for (const stream of streams) {
    await stream.hears('status')
    expect(stream.hasEnded()).toBe(false)
    stream.socket.destroy()
  }
  expect(limited.errors).toEqual([])
  await limited.close()
})

/** A site whose changes the test makes. */
async function openPushSite() {
  let tell: (change: HeardChange) => void = () => undefined
  const push = openPush({
    subscribe: (listener: typeof tell) => {
      tell = listener
      return () => undefined
    },
  } as never)
  const site = await openMounted(server, [push.route])
  return { ...site, push, tell: (change: HeardChange) => tell(change) }
}

test('a page that does not read is dropped once its bytes wait here, and the others hear everything', async () => {
  const { push, tell, url, close } = await openPushSite()
  const { cookies } = await server.signInAs('support')
  const [slow, fast] = [openRawStream(url, cookies), openRawStream(url, cookies)]
  for (const stream of [slow, fast]) await stream.begun()
  slow.socket.pause()
  let told = 0
  while (push.count() === 2) {
    for (let nth = 0; nth < 100; nth += 1, told += 1) tell({ topics: [...TOPICS], sessions: [] })
    await turn()
  }
  expect(push.count()).toBe(1)
  await waitFor(() => expect(fast.text().match(/^event: changed$/gm)).toHaveLength(told))
  for (const stream of [slow, fast]) stream.socket.destroy()
  await waitFor(() => expect(push.count()).toBe(0))
  push.close()
  await close()
})

test('pages with unread bytes here do not outlive their session', async () => {
  const { push, tell, url, close } = await openPushSite()
  const person = await server.signInAs('support')
  const streams = Array.from({ length: 5 }, () => openRawStream(url, person.cookies))
  for (const stream of streams) {
    await stream.begun()
    stream.socket.pause()
  }
  // All are written the same: when the first is dropped, bytes of the others wait here too.
  while (push.count() === streams.length) {
    for (let nth = 0; nth < 100; nth += 1) tell({ topics: [...TOPICS], sessions: [] })
    await turn()
  }
  tell({ topics: [], sessions: 'unknown' })
  expect(push.count()).toBe(0)
  for (const { socket } of streams) {
    socket.resume()
    await waitFor(() => expect(socket.closed).toBe(true))
  }
  push.close()
  await close()
})

test('a process with open pages, one of which does not read, stops cleanly', async () => {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'aviary-open-pages-'))
  const running = await startProcess({ DATABASE_URL: server.databaseUrl, DATA_DIR: dataDir })
  server.setNow(new Date())
  const { cookies } = await server.signInAs('support')
  const streams = Array.from({ length: 10 }, () => openRawStream(running.url, cookies))
  for (const stream of streams) await stream.begun()
  for (const stream of streams) await stream.begun()
  streams[0]?.socket.pause()
  expect(await running.end('SIGTERM')).toBe(0)
  for (const stream of streams.slice(1)) {
    await waitFor(() => expect(stream.hasEnded()).toBe(true))
    expect(stream.text()).toMatch(/\nretry: \d+\n\n$/)
  }
  streams[0]?.socket.destroy()
  rmSync(dataDir, { recursive: true })
})
