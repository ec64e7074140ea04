import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { serviceToken, signedBy, signedIn } from '@aviary/contract/access'
import { createPersonalToken } from '@aviary/contract/administration/personal-token-endpoints'
import { endpoint, write } from '@aviary/contract/endpoint'
import { jiraWebhook } from '@aviary/contract/ingest/endpoints'
import { getStatus } from '@aviary/contract/status/endpoints'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { Person } from '../../testing/app.ts'
import { openEventStream } from '../../testing/event-stream.ts'
import { type ListeningApp, openListeningApp } from '../../testing/listening.ts'
import { openMounted } from '../../testing/mounted.ts'
import { signInWith } from '../../testing/people.ts'
import { waitFor } from '../../testing/wait-for.ts'
import { type Bodies, openBodies } from './bodies.ts'
import { serve, serveFromMemory } from './call.ts'
import { NotSignedIn } from './errors.ts'
import { SHARES } from './shares.ts'

// Callers are identified before their body is read, and none gets more than its share. Meanwhile pages hold event
// streams open.

const MB = 1024 * 1024
const LARGEST = { largestBody: 8 * MB }

const text = { text: z.string() }
const answer = z.object({ length: z.number() })
const about = { method: 'POST', summary: 'Takes a text', answer } as const
const keep = endpoint({ ...about, path: '/test/keep/', access: signedIn, audits: 'Keep', body: write(text) })
const take = endpoint({
  ...about,
  path: '/test/take/',
  access: serviceToken('ingest:status'),
  body: z.object(text),
})
const hook = endpoint({ ...about, path: '/test/hook/', access: signedBy('jira'), body: z.object(text) })
const search = endpoint({
  ...about,
  path: '/test/search/',
  access: signedIn,
  body: z.object({ who: z.string() }),
  mayTakeTooLong: true,
})

let server: ListeningApp
let site: Awaited<ReturnType<typeof openMounted>>
let bodies: Bodies
let streams: Awaited<ReturnType<typeof openEventStream>>[]
let person: Person
/** Number of searches started, by person; all of them run until `release` is resolved. */
const under = new Map<string, number>()
let release = Promise.withResolvers<void>()

beforeAll(async () => {
  server = await openListeningApp()
  bodies = openBodies(SHARES)
  person = await server.signInAs('support')
  const lengthOf = async ({ body }: { body: { text: string } }) => ({ length: body.text.length })
  const routes = [
    serve(keep, lengthOf, LARGEST),
    serve(take, lengthOf, LARGEST),
    serve(hook, lengthOf, LARGEST),
    serve(search, async ({ body: { who } }) => {
      under.set(who, (under.get(who) ?? 0) + 1)
      await release.promise
      return { length: 0 }
    }),
  ]
  site = await openMounted(server, routes, {
    bodies,
    requireSignature: (_, headers) => {
      if (!headers['x-hub-signature']) throw new NotSignedIn('The header X-Hub-Signature is missing')
    },
  })
  const people = await Promise.all(Array.from({ length: 5 }, () => server.signInAs('support')))
  streams = await Promise.all(people.map(({ cookies }) => openEventStream(server.url, cookies)))
})
afterAll(async () => {
  await Promise.all(streams.map((stream) => stream.leave()))
  await site.close()
  expect(server.errors).toEqual([])
  await server.close()
})

type Sent = { path: string; headers?: Record<string, string>; bytes?: number; announced?: number | 'chunked' }
type Answered = { status: number; headers: string; body: string }

/** Sends the head and some bytes of a body, then stops. */
async function begin({ path, headers = {}, bytes = 0, announced = bytes }: Sent) {
  const socket = connect(Number(new URL(site.url).port), '127.0.0.1').setEncoding('utf8')
  socket.on('error', () => undefined)
  const all = {
    ...{ host: 'localhost', 'content-type': 'application/json' },
    ...(announced === 'chunked'
      ? { 'transfer-encoding': 'chunked' }
      : { 'content-length': String(announced) }),
    ...headers,
  }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  let answered = ''
  const whole = Promise.withResolvers<void>()
  whole.promise.catch(() => undefined)
  socket.on('data', (part) => {
    answered += part
    if (/\r\n\r\n.*\}/s.test(answered)) whole.resolve()
  })
  socket.on('close', () => whole.reject(new Error(`The connection ended before the answer: ${answered}`)))
  socket.write(`POST ${path} HTTP/1.1\r\n${lines.join('')}\r\n`)
  const chunk = 'x'.repeat(bytes)
  if (bytes > 0) socket.write(announced === 'chunked' ? `${bytes.toString(16)}\r\n${chunk}\r\n` : chunk)
  const read = async (): Promise<Answered> => {
    await whole.promise
    const [head = '', body = ''] = answered.split('\r\n\r\n')
    return { status: Number(head.split(' ')[1]), headers: head.toLowerCase(), body }
  }
  return { socket, read, hasAnswer: () => answered !== '' }
}

const signedInHeaders = ({ cookies, antiForgeryToken }: Person) => ({
  cookie: cookies,
  'x-csrf-token': antiForgeryToken,
})
const signed = { 'x-hub-signature': `sha256=${'0'.repeat(64)}` }
const leave = (all: readonly { socket: Socket }[]) =>
  Promise.all(all.map(({ socket }) => Promise.all([once(socket, 'close'), socket.destroy()])))

describe('a body', () => {
  test.each<[string, () => Promise<Sent>, number]>([
    ['without a session', async () => ({ path: '/api/test/keep/' }), 401],
    [
      'with a forged session',
      async () => ({ path: '/api/test/keep/', headers: { cookie: 'aviary_session=x' } }),
      401,
    ],
    [
      'without the anti-forgery token',
      async () => ({ path: '/api/test/keep/', headers: { cookie: person.cookies } }),
      403,
    ],
    ['without a token', async () => ({ path: '/api/test/take/' }), 401],
    [
      'with a wrong token',
      async () => ({ path: '/api/test/take/', headers: { authorization: 'Bearer x' } }),
      401,
    ],
    [
      'with a token for something else',
      async () => ({
        path: '/api/test/take/',
        headers: { authorization: `Bearer ${await server.createToken(['read:metrics'])}` },
      }),
      403,
    ],
    ['without a signature', async () => ({ path: '/api/test/hook/' }), 401],
    [
      'of another kind',
      async () => ({
        path: '/api/test/keep/',
        headers: { ...signedInHeaders(person), 'content-type': 'text/plain' },
      }),
      415,
    ],
    [
      'that is too large',
      async () => ({ path: '/api/test/keep/', headers: signedInHeaders(person), announced: 9 * MB }),
      413,
    ],
  ])('a body %s is refused before it is sent', async (_, sent, status) => {
    const call = await begin({ announced: 4 * MB, ...(await sent()) })
    const answer = await call.read()
    expect(answer.status).toBe(status)
    expect(answer.headers).toContain('content-type: application/problem+json')
    expect(bodies.held()).toBe(0)
    await leave([call])
  })

  test('of a hundred connections without a sign-in takes no memory', async () => {
    const calls = await Promise.all(
      Array.from({ length: 100 }, (_, index) =>
        begin({
          path: `/api/test/${index % 2 === 0 ? 'hook' : 'keep'}/`,
          bytes: MB,
          announced: index % 3 === 0 ? 'chunked' : 4 * MB,
        }),
      ),
    )
    const answer = await Promise.all(calls.map(({ read }) => read()))
    expect(new Set(answer.map(({ status }) => status))).toEqual(new Set([401]))
    expect(bodies.held()).toBe(0)
    await leave(calls)
  })

  test('that is to be signed is held up to the share of its address, and people go on', async () => {
    const calls = await Promise.all(
      Array.from({ length: 30 }, () =>
        begin({ path: '/api/test/hook/', headers: signed, bytes: MB, announced: 'chunked' }),
      ),
    )
    const refused = () => calls.filter(({ hasAnswer }) => hasAnswer())
    await waitFor(() =>
      expect(refused().length).toBeGreaterThanOrEqual(30 - SHARES.unknownBodiesOfAddress / MB),
    )
    expect(bodies.held()).toBeLessThanOrEqual(SHARES.unknownBodiesOfAddress)
    const [first] = await Promise.all(refused().map(({ read }) => read()))
    expect([first?.status, first?.headers.includes('retry-after: 2')]).toEqual([429, true])
    const { status, body } = await callAs(person)
    expect([status, body]).toEqual([200, { length: 5 }])
    await leave(calls)
    await waitFor(() => expect(bodies.held()).toBe(0))
  })

  test('of one person counts for them alone, and is given back when its call has ended', async () => {
    const [greedy, other] = [await server.signInAs('operator'), await server.signInAs('incident_manager')]
    const headers = signedInHeaders(greedy)
    const calls = await Promise.all(
      [1, 2, 3].map(() => begin({ path: '/api/test/keep/', headers, bytes: 7 * MB, announced: 8 * MB })),
    )
    await waitFor(() => expect(bodies.held()).toBe(21 * MB))
    const fourth = await begin({ path: '/api/test/keep/', headers, announced: 8 * MB })
    expect((await fourth.read()).status).toBe(429)
    expect((await callAs(other)).status).toBe(200)
    await leave([...calls, fourth])
    await waitFor(() => expect(bodies.held()).toBe(0))
    expect((await callAs(greedy)).status).toBe(200)
  })

  test('is refused with 503 when all together send too much', async () => {
    const people = await Promise.all([1, 2, 3, 4].map(() => signInWith(server, [])))
    const calls = await Promise.all(
      people.flatMap((each) =>
        [1, 2, 3].map(() =>
          begin({
            path: '/api/test/keep/',
            headers: signedInHeaders(each),
            bytes: 7 * MB,
            announced: 8 * MB,
          }),
        ),
      ),
    )
    const fit = Math.floor(SHARES.bodies / (7 * MB))
    const refused = () => calls.filter(({ hasAnswer }) => hasAnswer())
    await waitFor(() => {
      expect(refused().length).toBeGreaterThanOrEqual(calls.length - fit)
      expect(bodies.held()).toBe((calls.length - refused().length) * 7 * MB)
    })
    const answer = await Promise.all(refused().map(({ read }) => read()))
    expect(new Set(answer.map(({ status }) => status))).toEqual(new Set([503]))
    expect(answer.every(({ headers }) => headers.includes('retry-after: 2'))).toBe(true)
    await leave(calls)
    await waitFor(() => expect(bodies.held()).toBe(0))
  })
})

/** A small write by the person `by`. */
async function callAs(by: Person, url = site.url) {
  const sent = {
    text: 'hello',
    audit_log_data: { application_name: 'A', user_email: by.email, action_name: 'Keep' },
  }
  const response = await fetch(`${url}/api/test/keep/`, {
    method: 'POST',
    headers: { ...signedInHeaders(by), 'content-type': 'application/json' },
    body: JSON.stringify(sent),
  })
  const retryAfter = Number(response.headers.get('retry-after'))
  return { status: response.status, retryAfter, body: await response.json() }
}

test("one person's searches wait for each other, and too many are refused; another person's begin at once", async () => {
  release = Promise.withResolvers<void>()
  const [greedy, other] = [await signInWith(server, []), await signInWith(server, [])]
  const ask = (by: Person, who: string) =>
    fetch(`${site.url}/api/test/search/`, {
      method: 'POST',
      headers: { cookie: by.cookies, 'content-type': 'application/json' },
      body: JSON.stringify({ who }),
    })
  const many = Array.from({ length: 50 }, () => ask(greedy, 'greedy'))
  const refused = 50 - SHARES.searchesOfPerson - SHARES.searchesWaitingOfPerson
  const statuses: number[] = []
  for (const each of many) each.then(({ status }) => void statuses.push(status))
  await waitFor(() => expect(statuses).toEqual(Array(refused).fill(429)))
  expect(under.get('greedy')).toBe(SHARES.searchesOfPerson)
  const first = ask(other, 'other')
  await waitFor(() => expect(under.get('other')).toBe(1))
  release.resolve()
  expect((await first).status).toBe(200)
  expect((await Promise.all(many)).filter(({ status }) => status === 200)).toHaveLength(50 - refused)
})

test('more streams of a session than its share are refused until one ends; other sessions open theirs', async () => {
  const { cookies } = await server.signInAs('subscriber')
  const open = () => openEventStream(server.url, cookies)
  const streams = await Promise.all(Array.from({ length: SHARES.streamsOfSession }, open))
  expect(new Set(streams.map(({ status }) => status))).toEqual(new Set([200]))
  const over = await open()
  expect([over.status, over.headers.get('retry-after')]).toEqual([429, '2'])
  const other = await openEventStream(server.url, (await server.signInAs('subscriber')).cookies)
  expect(other.status).toBe(200)
  await Promise.all([other.leave(), streams.pop()?.leave()])
  const again = await waitFor(async () => {
    const stream = await open()
    expect(stream.status).toBe(200)
    return stream
  })
  await Promise.all([...streams, again].map((stream) => stream.leave()))
})

test('a page that leaves while its session is looked up keeps no stream', async () => {
  const { cookies } = await server.signInAs('subscriber')
  const waiting = sql`select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`
  await server.db.transaction(async (transaction) => {
    await transaction.execute(sql`lock table sessions in access exclusive mode`)
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1')
    socket.write(`GET /api/events HTTP/1.1\r\nhost: aviary\r\ncookie: ${cookies}\r\n\r\n`)
    await waitFor(async () => expect((await server.db.execute(waiting)).rows).toHaveLength(1))
    socket.destroy()
    await once(socket, 'close')
    await pause(100)
  })
  await waitFor(async () => expect((await server.db.execute(waiting)).rows).toHaveLength(0))
  await pause(100)
  const open = () => openEventStream(server.url, cookies)
  const streams = await Promise.all(Array.from({ length: SHARES.streamsOfSession }, open))
  expect(new Set(streams.map(({ status }) => status))).toEqual(new Set([200]))
  await Promise.all(streams.map((stream) => stream.leave()))
})

test('after many wrong tokens an address is refused unasked, except with a token that was good', async () => {
  const good = await server.createToken(['ingest:status'])
  const ask = async (token: string) => {
    const response = await fetch(`${site.url}/api/test/take/`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: '{"text":"x"}',
    })
    await response.text()
    return [response.status, Number(response.headers.get('retry-after')) > 0]
  }
  expect(await ask(good)).toEqual([200, false])
  for (let nth = 0; nth < SHARES.badTokensOfAddressAMinute; nth += 1) await ask(`wrong-${nth}`)
  expect(await ask('wrong')).toEqual([429, true])
  expect(await ask(await server.createToken(['ingest:status']))).toEqual([429, true])
  expect(await ask(good)).toEqual([200, false])
})

test('wrong tokens from one IPv6 network count together, whatever address in it they come from', async () => {
  const behindProxy = await openListeningApp({ environment: { TRUST_PROXY: 'true' } })
  const ask = async (address: string) => {
    const headers = { authorization: 'Bearer wrong', 'x-forwarded-for': address }
    const answer = await fetch(`${behindProxy.url}/metrics`, { headers })
    await answer.text()
    return answer.status
  }
  const limit = SHARES.badTokensOfAddressAMinute
  for (let nth = 1; nth <= limit; nth += 1) expect(await ask(`2001:db8:1:2::${nth}`)).toBe(401)
  expect(await ask('2001:db8:1:2:ffff::1')).toBe(429)
  expect(await ask('2001:db8:1:3::1')).toBe(401)
  await behindProxy.close()
})

test('a person who calls far more often than people do is refused for the rest of the minute', async () => {
  const shares = { ...SHARES, callsOfPersonAMinute: 20 }
  const small = await openMounted(server, [serve(keep, async () => ({ length: 0 }))], { shares })
  const [greedy, other] = [await signInWith(server, []), await signInWith(server, [])]
  const answer = await Promise.all(Array.from({ length: 21 }, () => callAs(greedy, small.url)))
  expect(answer.map(({ status }) => status).toSorted()).toEqual([...Array(20).fill(200), 429])
  const refused = answer.find(({ status }) => status === 429)
  expect(refused?.retryAfter).toBeGreaterThan(50)
  expect((await callAs(other, small.url)).status).toBe(200)
  await small.close()
})

test('a token that calls too often is refused for the rest of the minute, also answers from memory', async () => {
  const shares = { ...SHARES, callsOfTokenAMinute: 5 }
  const route = serveFromMemory(getStatus, ['status'], async () => ({ answer: {} }))
  const small = await openMounted(server, [route], { shares })
  const [greedy, other] = [
    await server.createToken(['read:status']),
    await server.createToken(['read:status']),
  ]
  const call = async (token: string) => {
    const headers = { authorization: `Bearer ${token}` }
    const { status, headers: answered } = await fetch(`${small.url}/api/v4/status/`, { headers })
    return { status, retryAfter: Number(answered.get('retry-after')) }
  }
  for (let calls = 0; calls < 5; calls++) expect((await call(greedy)).status).toBe(200)
  const refused = await call(greedy)
  expect(refused.status).toBe(429)
  expect(refused.retryAfter).toBeGreaterThan(50)
  expect((await call(other)).status).toBe(200)
  await server.db.execute('update service_tokens set name = gen_random_uuid()::text')
  expect((await call(greedy)).status).toBe(429)
  await small.close()
})

test('the personal tokens of a person share one allowance; those of others have theirs', async () => {
  const shares = { ...SHARES, callsOfTokenAMinute: 3 }
  const route = serveFromMemory(getStatus, ['status'], async () => ({ answer: {} }))
  const small = await openMounted(server, [route], { shares })
  const make = async (person: Pick<Person, 'call'>, name: string) => {
    const expires_date = new Date(server.now().getTime() + 60 * 60_000).toISOString()
    const fields = { name, scopes: ['read:status' as const], expires_date }
    return (await person.call(createPersonalToken, { body: fields })).body.secret
  }
  const [greedy, other] = [await signInWith(server, []), await signInWith(server, [])]
  const statusOf = async (secret: string) =>
    (await fetch(`${small.url}/api/v4/status/`, { headers: { authorization: `Bearer ${secret}` } })).status
  const [first, second] = [await make(greedy, 'first'), await make(greedy, 'second')]
  expect([await statusOf(first), await statusOf(first), await statusOf(second)]).toEqual([200, 200, 200])
  expect([await statusOf(first), await statusOf(second)]).toEqual([429, 429])
  expect(await statusOf(await make(greedy, 'third'))).toBe(429)
  expect(await statusOf(await make(other, 'first'))).toBe(200)
  await small.close()
})

test('a webhook without its signature is refused by its headers alone', async () => {
  const { statusCode } = await server.app.inject({
    method: jiraWebhook.method,
    url: '/api/webhooks/jira',
    headers: { 'content-length': String(4 * MB), 'content-type': 'application/json' },
  })
  expect(statusCode).toBe(401)
})

test('the pages that were open heard nothing of all this', async () => {
  for (const stream of streams) expect(await stream.next()).toMatchObject({ event: 'hello' })
})
