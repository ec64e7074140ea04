import { once } from 'node:events'
import type { RequestListener, ServerResponse } from 'node:http'
import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { anyone, signedIn } from '@aviary/contract/access'
import { endpoint, write } from '@aviary/contract/endpoint'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { openTestApp, type TestApp } from '../../testing/app.ts'
import { openEventStream } from '../../testing/event-stream.ts'
import { openMounted } from '../../testing/mounted.ts'
import { waitFor } from '../../testing/wait-for.ts'
import { openBodies } from './bodies.ts'
import { Reply, type Session, serve } from './call.ts'
import { openPush } from './push.ts'
import { SHARES } from './shares.ts'

// Callers who disconnect while their session is looked up: `close` is then emitted before anything listens
// for it.

const session: Session = {
  idHash: 'of-a-page',
  antiForgeryToken: 'token',
  person: {
    userId: 1,
    email: 'ada.admin@acme.example',
    restrictedPageAccess: [],
    authorization: { is_admin: true, role_ids: [], allowed_actions: [] },
  },
}
const keep = endpoint({
  method: 'POST',
  summary: 'Takes a text',
  path: '/test/keep/',
  access: signedIn,
  audits: 'Keep',
  body: write({ text: z.string() }),
  answer: z.object({ done: z.boolean() }),
})

let server: TestApp
beforeAll(async () => {
  server = await openTestApp()
})
afterAll(() => server.close())

/** A site that finds sessions only when `answer` is called, and counts the lookups. */
async function openSlowSite(shares = SHARES) {
  const headersArrived = Promise.withResolvers<void>()
  let lookups = 0
  const push = openPush({ subscribe: () => () => undefined } as never)
  const routes = [push.route, serve(keep, async () => ({ done: true }))]
  const findSession = async () => {
    lookups += 1
    await headersArrived.promise
    return session
  }
  const site = await openMounted(server, routes, { findSession, shares })
  const connections = () =>
    new Promise<number>((resolve) => site.app.server.getConnections((_error, count) => resolve(count)))
  /** Sends the text and disconnects before the session is found. */
  const sendAndLeave = async (text: string) => {
    const before = lookups
    const socket = connect(Number(new URL(site.url).port), '127.0.0.1')
    socket.write(text.replaceAll('\n', '\r\n'))
    await waitFor(() => expect(lookups).toBe(before + 1))
    await Promise.all([once(socket, 'close'), socket.destroy()])
    await waitFor(async () => expect(await connections()).toBe(0))
  }
  const close = () => {
    push.close()
    return site.close()
  }
  return { url: site.url, push, sendAndLeave, answer: headersArrived.resolve, close }
}

test('a page that leaves before its stream begins takes no share, and is not written to', async () => {
  const site = await openSlowSite({ ...SHARES, streamsOfSession: 1 })
  await site.sendAndLeave('GET /api/events HTTP/1.1\nhost: x\ncookie: aviary_session=x\n\n')
  site.answer()
  await pause(50)
  expect(site.push.count()).toBe(0)
  const next = await openEventStream(site.url, 'aviary_session=x')
  expect(next.status).toBe(200)
  await next.leave()
  await site.close()
})

test('a body whose sender leaves before it is read does not keep the server from stopping', async () => {
  const site = await openSlowSite()
  const headers = 'host: x\ncookie: aviary_session=x\nx-csrf-token: token\ncontent-type: application/json\n'
  await site.sendAndLeave(`POST /api/test/keep/ HTTP/1.1\n${headers}content-length: 100\n\n{"text":`)
  site.answer()
  const late = pause(30_000, 'still waiting', { ref: false })
  const ended = await Promise.race([site.close().then(() => 'stopped'), late])
  expect(ended).toBe('stopped')
})

test('no page is made for a form whose sender left before all of it had arrived', async () => {
  let [calls, pages] = [0, 0]
  const form = endpoint({
    method: 'POST',
    summary: 'Takes a form',
    path: '/test/form/',
    access: anyone,
    takesForm: true,
    body: z.object({ a: z.array(z.string()) }),
    answer: z.string(),
  })
  const refusalPage = async () => {
    pages += 1
    return new Reply('a page')
  }
  const route = serve(form, async () => 'done', { refusalPage })
  const site = await openMounted(server, [route], {
    bodies: {
      ...openBodies(SHARES),
      read: (...input) => {
        calls += 1
        return openBodies(SHARES).read(...input)
      },
    },
  })
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  await fetch(`${site.url}/api/test/form/`, { method: 'POST', headers, body: 'b=1' })
  expect([calls, pages]).toEqual([1, 1])
  const socket = connect(Number(new URL(site.url).port), '127.0.0.1')
  const lines = ['POST /api/test/form/ HTTP/1.1', 'host: x', `content-type: ${headers['content-type']}`]
  socket.write([...lines, 'content-length: 100', '', 'a=1'].join('\r\n'))
  await waitFor(() => expect(calls).toBe(2))
  await Promise.all([once(socket, 'close'), socket.destroy()])
  await site.close()
  expect(pages).toBe(1)
})

test.each([undefined, { max: 1, perSeconds: 60 }])(
  'nothing is done for a caller who left before the request was looked at (limit %j)',
  async (rateLimit) => {
    let calls = 0
    const count = endpoint({
      method: 'GET',
      summary: 'Counts',
      path: '/test/count/',
      access: anyone,
      answer: z.object({ calls: z.number() }),
    })
    const route = serve(count, async () => ({ calls: ++calls }), rateLimit ? { rateLimit } : {})
    const site = await openMounted(server, [route])
    const [look] = site.app.server.listeners('request') as [RequestListener]
    const arrived = Promise.withResolvers<ServerResponse>()
    const left = Promise.withResolvers<void>()
    site.app.server.removeAllListeners('request').on('request', (request, response) => {
      arrived.resolve(response)
      left.promise.then(() => look(request, response))
    })
    const socket = connect(Number(new URL(site.url).port), '127.0.0.1')
    socket.write('GET /api/test/count/ HTTP/1.1\r\nhost: x\r\n\r\n')
    const response = await arrived.promise
    await Promise.all([once(response, 'close'), socket.destroy()])
    left.resolve()
    await waitFor(() => expect(response.statusCode).toBe(400))
    expect(calls).toBe(0)
    await site.close()
  },
)
