import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { signOut } from '@aviary/contract/session/endpoints'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ingest, statusRecord } from '../../testing/ingest.ts'
import { type ListeningApp, openListeningApp } from '../../testing/listening.ts'
import { startProxy } from '../../testing/nginx.ts'
import { openRawStream } from '../../testing/raw-stream.ts'
import { waitFor } from '../../testing/wait-for.ts'

// Event streams behind nginx, in the ways in which it speaks to servers.

let server: ListeningApp
let folder: string
beforeAll(async () => {
  server = await openListeningApp()
  folder = mkdtempSync(path.join(tmpdir(), 'aviary-proxy-'))
})
afterAll(async () => {
  expect(server.errors).toEqual([])
  await server.close()
  rmSync(folder, { recursive: true })
})

let [minute, proxies] = [0, 0]
const write = () =>
  ingest(server, 'status', [
    statusRecord({ status: ++minute % 2 ? 'OUTAGE' : 'NORMAL', at: `2026-08-20T11:${10 + minute}:00Z` }),
  ])

test.each([
  ['HTTP/1.0, its default before 1.29.7', 'proxy_http_version 1.0;'],
  ['HTTP/1.1 that closes each connection', 'proxy_http_version 1.1; proxy_set_header Connection close;'],
  ['HTTP/1.1 that keeps connections', 'proxy_http_version 1.1; proxy_set_header Connection "";'],
])('streams come through a proxy by %s, beside other calls, and end with their session', async (_, lines) => {
  proxies += 1
  const proxy = await startProxy(server.url, { lines, folder: path.join(folder, String(proxies)) })
  const person = await server.signInAs('support')
  const headers = ['accept-encoding: gzip']
  const streams = Array.from({ length: 20 }, () => openRawStream(proxy.url, person.cookies, { headers }))
  const read = async () => {
    const answer = await fetch(`${proxy.url}/api/banner`, { headers: { cookie: person.cookies } })
    expect([answer.status, await answer.json()]).toMatchObject([200, { data: { display: false } }])
  }
  for (const stream of streams) {
    await stream.begun()
    await read()
  }
  for (let nth = 0; nth < 3; nth += 1) {
    const since = streams.map((stream) => stream.text().length)
    await write()
    for (const [index, stream] of streams.entries()) await stream.hears('status', since[index])
    await read()
  }
  streams[0]?.socket.destroy()
  await Promise.all(Array.from({ length: 20 }, read))
  expect((await person.call(signOut)).status).toBe(200)
  // By HTTP/1.1 the proxy tells a stream that has ended from one that broke, and keeps the connection.
  for (const stream of streams.slice(1)) await waitFor(() => expect(stream.text()).toMatch(/\r\n0\r\n\r\n$/))
  for (const stream of streams) stream.socket.destroy()
  await proxy.stop()
})
