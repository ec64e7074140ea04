import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { Agent, get, type IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openEventStream } from '../../testing/event-stream.ts'
import { type ListeningApp, openListeningApp } from '../../testing/listening.ts'
import { startProcess } from '../../testing/process.ts'
import { countWaiting, lockTable } from '../../testing/queries.ts'
import { waitFor } from '../../testing/wait-for.ts'

let server: ListeningApp
beforeAll(async () => {
  server = await openListeningApp()
})
afterAll(() => server.close())

test('a stop ends the streams and refuses new connections', async () => {
  const stopping = await openListeningApp({ databaseUrl: server.databaseUrl })
  const { cookies } = await stopping.signInAs('support')
  const stream = await openEventStream(stopping.url, cookies)
  await stream.next()
  await stopping.close()
  expect(await stream.next()).toBeUndefined()
  await expect(fetch(`${stopping.url}/healthz`)).rejects.toThrow()
})

test('a stop lets a request that is under way end, and takes no new one', async () => {
  const stopping = await openListeningApp({ databaseUrl: server.databaseUrl })
  const { cookies } = await stopping.signInAs('support')
  const release = await lockTable(stopping, 'banner')
  const request = fetch(`${stopping.url}/api/banner`, { headers: { cookie: cookies } })
  await waitFor(async () => expect(await countWaiting(stopping)).toBe(1))
  const closed = stopping.close()
  await waitFor(() => expect(fetch(`${stopping.url}/healthz`)).rejects.toThrow())
  await release()
  const response = await request
  expect(response.status).toBe(200)
  expect(await response.json()).toMatchObject({ data: { display: false } })
  await closed
})

test('a connection that a browser opened ahead of need does not hold up a stop', async () => {
  const stopping = await openListeningApp({ databaseUrl: server.databaseUrl })
  const ahead = connect(Number(new URL(stopping.url).port), '127.0.0.1')
  await once(ahead, 'connect')
  await fetch(`${stopping.url}/healthz`)
  const ended = once(ahead, 'close')
  await stopping.close()
  await ended
})

test('a stop waits for the work of callers who left, and logs no failure', async () => {
  const stopping = await openListeningApp({ databaseUrl: server.databaseUrl })
  const { cookies } = await stopping.signInAs('support')
  const release = await lockTable(stopping, 'banner')
  const leaving = new AbortController()
  const request = fetch(`${stopping.url}/api/banner`, {
    headers: { cookie: cookies },
    signal: leaving.signal,
  })
  await waitFor(async () => expect(await countWaiting(stopping)).toBe(1))
  leaving.abort()
  await expect(request).rejects.toThrow()
  let isClosed = false
  const closed = stopping.close().then(() => {
    isClosed = true
  })
  await waitFor(() => expect(fetch(`${stopping.url}/healthz`)).rejects.toThrow())
  expect(isClosed).toBe(false)
  await release()
  await closed
  expect(stopping.errors).toEqual([])
})

test('pages whose streams are ended get different reconnection times', async () => {
  const stopping = await openListeningApp({ databaseUrl: server.databaseUrl })
  const { cookies } = await stopping.signInAs('support')
  const streams = await Promise.all(
    [1, 2, 3].map(() => fetch(`${stopping.url}/api/events`, { headers: { cookie: cookies } })),
  )
  const [texts] = await Promise.all([Promise.all(streams.map((stream) => stream.text())), stopping.close()])
  const times = texts.map((text) => Number(/retry: (\d+)\n\n$/.exec(text)?.[1]))
  expect(times.toSorted((a, b) => a - b)).toEqual([500, 1_000, 1_500])
})

test('a process that drains goes on answering, refuses new connections next, and old ones last', async () => {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'aviary-draining-'))
  const environment = { DATABASE_URL: server.databaseUrl, DATA_DIR: dataDir, DRAIN_SECONDS: '5' }
  const leaving = await startProcess(environment)
  // Like a proxy: keeps one connection open but idle, and uses it again late in the shutdown.
  const keeping = new Agent({ keepAlive: true, maxSockets: 1 })
  const ask = async (agent?: Agent) => {
    const request = get(`${leaving.url}/readyz`, { agent: agent ?? false })
    const [answer] = (await once(request, 'response')) as [IncomingMessage]
    await answer.resume().toArray()
    return [answer.statusCode, answer.headers.connection]
  }
  expect(await ask(keeping)).toEqual([200, 'keep-alive'])
  const ended = leaving.end('SIGTERM')
  await waitFor(async () => expect(await ask()).toEqual([503, 'close']))
  expect((await fetch(`${leaving.url}/healthz`)).status).toBe(200)
  await waitFor(() => expect(ask()).rejects.toThrow('ECONNREFUSED'), { interval: 20 })
  expect(await ask(keeping)).toEqual([503, 'close'])
  expect(await ended).toBe(0)
  keeping.destroy()
  rmSync(dataDir, { recursive: true })
})
