import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openEventStream } from '../../testing/event-stream.ts'
import { type ListeningApp, openListeningApp } from '../../testing/listening.ts'
import { countWaiting, lockTable } from '../../testing/queries.ts'

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
  const asked = fetch(`${stopping.url}/api/banner`, { headers: { cookie: cookies } })
  await vi.waitFor(async () => expect(await countWaiting(stopping)).toBe(1))
  const closed = stopping.close()
  await vi.waitFor(() => expect(fetch(`${stopping.url}/healthz`)).rejects.toThrow())
  await release()
  const response = await asked
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

test('a stop waits for what was begun for somebody who is gone, and nothing is logged as failed', async () => {
  const stopping = await openListeningApp({ databaseUrl: server.databaseUrl })
  const { cookies } = await stopping.signInAs('support')
  const release = await lockTable(stopping, 'banner')
  const leaving = new AbortController()
  const asked = fetch(`${stopping.url}/api/banner`, { headers: { cookie: cookies }, signal: leaving.signal })
  await vi.waitFor(async () => expect(await countWaiting(stopping)).toBe(1))
  leaving.abort()
  await expect(asked).rejects.toThrow()
  let isClosed = false
  const closed = stopping.close().then(() => {
    isClosed = true
  })
  await vi.waitFor(() => expect(fetch(`${stopping.url}/healthz`)).rejects.toThrow())
  expect(isClosed).toBe(false)
  await release()
  await closed
  expect(stopping.errors).toEqual([])
})
