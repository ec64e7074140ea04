import { beforeEach, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { requires, signedIn } from './access.ts'
import { addressOf, CallFailed, createClient, createFileClient } from './client.ts'
import { endpoint, write } from './endpoint.ts'

const read = endpoint({
  method: 'GET',
  path: '/things/:id/parts/',
  summary: 'Reads',
  access: signedIn,
  params: z.object({ id: z.string() }),
  query: z.object({ q: z.string().optional(), active: z.boolean().optional() }),
  answer: z.object({ parts: z.array(z.string()) }),
})

const rename = endpoint({
  method: 'PUT',
  path: '/things/',
  summary: 'Writes',
  access: requires('edit_template'),
  audits: 'Rename Thing',
  body: write({ name: z.string() }),
  answer: z.object({}),
})

const removeByLink = endpoint({
  method: 'GET',
  path: '/remove/',
  summary: 'A write that is a GET',
  access: signedIn,
  audits: 'Remove',
  answer: z.object({}),
})

const ingest = endpoint({
  method: 'POST',
  path: '/things/upload/',
  summary: 'A write whose body is a file',
  access: requires('edit_template'),
  audits: 'Take In Things',
  uploads: 'text/csv',
  query: z.object({ title: z.string() }),
  answer: z.object({ parts: z.array(z.string()) }),
})

/** Creates clients whose fetch always answers `response`, and records the requests that they send. */
function clientOf(response: () => Response | Promise<Response>, isOffline = false) {
  const sent: { url: string; init: RequestInit }[] = []
  const fetch_ = async (url: string, init: RequestInit) => {
    sent.push({ url, init })
    return response()
  }
  const options = {
    baseUrl: '/api',
    userEmail: () => 'ada@acme.example',
    antiForgeryToken: () => 'forgery-proof',
    fetch: fetch_ as typeof fetch,
    isOffline: () => isOffline,
  }
  return { call: createClient(options), openFile: createFileClient(options), sent }
}

const log = vi.spyOn(console, 'error')
beforeEach(() => {
  log.mockReset().mockImplementation(() => undefined)
})

const done = () => Response.json({ parts: ['a'] })

/** Error of a failed call. */
const failureOf = async (call: Promise<unknown>) => {
  const error = await call.catch((caught: unknown) => caught)
  expect(error).toBeInstanceOf(CallFailed)
  return error as CallFailed // asserted on the line above
}

describe('an address', () => {
  test('escapes its parameters and leaves out unset query fields', () => {
    const query = { q: 'a&b c', active: false }
    expect(addressOf(read, { params: { id: 'OPI/1?' }, query })).toBe(
      '/things/OPI%2F1%3F/parts/?q=a%26b+c&active=false',
    )
    expect(addressOf(read, { params: { id: '1' } })).toBe('/things/1/parts/')
  })
})

describe('a read', () => {
  test('sends no body and no anti-forgery token', async () => {
    const { call, sent } = clientOf(done)
    expect(await call(read, { params: { id: '1' } })).toEqual({ parts: ['a'] })
    expect(sent).toEqual([
      {
        url: '/api/things/1/parts/',
        init: { method: 'GET', credentials: 'same-origin', headers: { accept: 'application/json' } },
      },
    ])
  })
})

describe('a write', () => {
  test('carries audit data, the anti-forgery token and a key of its own', async () => {
    const { call, sent } = clientOf(done)
    await call(rename, { body: { name: 'new' } })
    await call(rename, { body: { name: 'new' } })
    const [first, second] = sent.map(({ init }) => new Headers(init.headers))
    expect(first?.get('x-csrf-token')).toBe('forgery-proof')
    expect(first?.get('idempotency-key')).not.toBe(second?.get('idempotency-key'))
    expect(JSON.parse(String(sent[0]?.init.body))).toEqual({
      name: 'new',
      audit_log_data: {
        application_name: 'Aviary',
        user_email: 'ada@acme.example',
        action_name: 'Rename Thing',
      },
    })
  })

  test('that is a GET has the token and no body, which no browser would send', async () => {
    const { call, sent } = clientOf(done)
    await call(removeByLink)
    expect(sent[0]?.init.body).toBeUndefined()
    expect(new Headers(sent[0]?.init.headers).get('x-csrf-token')).toBe('forgery-proof')
  })
})

describe('an upload', () => {
  const file = new Blob(['company_id\n1\n'], { type: 'application/vnd.ms-excel' })

  test('sends the file as it is, as the type that the endpoint names, with the token and a key', async () => {
    const { call, sent } = clientOf(done)
    await call(ingest, { query: { title: 'A & B' }, file })
    expect(sent[0]?.url).toBe('/api/things/upload/?title=A+%26+B')
    expect(sent[0]?.init.body).toBe(file)
    const headers = new Headers(sent[0]?.init.headers)
    expect(headers.get('content-type')).toBe('text/csv')
    expect(headers.get('x-csrf-token')).toBe('forgery-proof')
    expect(headers.get('idempotency-key')).not.toBeNull()
  })

  test('uses the given fetch, and is refused and reported like any other', async () => {
    const { call, sent } = clientOf(done)
    const carried: string[] = []
    const carry = async (url: string) => {
      carried.push(url)
      return Response.json(
        { type: 'about:blank', title: 'Bad', status: 400, detail: '2 rows are bad', request_id: 'abc' },
        { status: 400 },
      )
    }
    const failed = await failureOf(
      call(ingest, { query: { title: 'A' }, file, fetch: carry as typeof fetch }),
    )
    expect(failed).toMatchObject({ status: 400, message: '2 rows are bad' })
    expect([carried, sent]).toEqual([['/api/things/upload/?title=A'], []])
  })
})

describe('a file', () => {
  const headers = { 'content-disposition': 'attachment; filename="things.csv"' }

  test('has the name that the server gives it, and is read as a whole', async () => {
    const { openFile, sent } = clientOf(() => new Response('a,b\r\n', { headers }))
    const file = await openFile(read, { params: { id: '1' } })
    expect([file.name, await (await file.read()).text()]).toEqual(['things.csv', 'a,b\r\n'])
    expect(sent.map(({ url }) => url)).toEqual(['/api/things/1/parts/'])
  })

  test('that is dropped is not read further', async () => {
    const cancel = vi.fn()
    const { openFile } = clientOf(() => new Response(new ReadableStream({ cancel }), { headers }))
    await (await openFile(read, { params: { id: '1' } })).drop()
    expect(cancel).toHaveBeenCalled()
  })

  test.each([
    ['a refusal', () => Response.json({ detail: 1 }, { status: 503 }), 'The server answered 503'],
    [
      'a page of somebody in between',
      () => new Response('<h1>Wi-Fi</h1>'),
      'The server gave an answer that cannot be read',
    ],
  ])('is no file if there is %s', async (_, response, message) => {
    const failed = await failureOf(clientOf(response).openFile(read, { params: { id: '1' } }))
    expect(failed.message).toBe(message)
  })

  test('that breaks off is no file', async () => {
    const file = await clientOf(() => new Response(breaking(), { headers })).openFile(read, {
      params: { id: '1' },
    })
    expect(await failureOf(file.read())).toMatchObject({ status: 0, message: 'The server cannot be reached' })
    expect(log).toHaveBeenCalledTimes(1)
  })
})

describe('what fails', () => {
  const problem = {
    type: 'about:blank',
    title: 'Conflict',
    status: 409,
    detail: 'Somebody else saved first',
    request_id: 'abc',
  }

  test("has the server's reason as its message", async () => {
    const { call } = clientOf(() => Response.json(problem, { status: 409 }))
    const failed = await failureOf(call(read, { params: { id: '1' } }))
    expect(failed).toMatchObject({ status: 409, message: 'Somebody else saved first', problem })
  })

  test.each([
    ['a page of a proxy', () => new Response('<h1>504</h1>', { status: 504 }), 'The server answered 504'],
    [
      'a problem that is none',
      () => Response.json({ detail: 1 }, { status: 400 }),
      'The server answered 400',
    ],
    [
      'no JSON where it was due',
      () => new Response('<h1>Wi-Fi</h1>'),
      'The server gave an answer that cannot be read',
    ],
    ['no server', () => Promise.reject(new TypeError('fetch failed')), 'The server cannot be reached'],
    ['a connection that breaks off', () => new Response(breaking()), 'The server cannot be reached'],
  ])('%s is reported too', async (_, response, message) => {
    const failed = await failureOf(clientOf(response).call(read, { params: { id: '1' } }))
    expect(failed.message).toBe(message)
    expect(failed.status === 0).toBe(message.endsWith('reached'))
  })

  test('a cancelled call rejects with the abort reason', async () => {
    const given = new DOMException('No longer needed', 'AbortError')
    const { call } = clientOf(() => Promise.reject(given))
    await expect(call(read, { params: { id: '1' } })).rejects.toBe(given)
    expect(log).not.toHaveBeenCalled()
  })

  test.each([
    ['an answer of 5xx', () => Response.json({ ...problem, status: 503 }, { status: 503 }), '503 Somebody'],
    ['no JSON where it was due', () => new Response('<h1>Wi-Fi</h1>'), '200 The server gave an answer'],
    ['no server', () => Promise.reject(new TypeError('fetch failed')), '0 The server cannot be reached'],
  ])('%s is logged to the console, without its input', async (_, response, expected) => {
    await failureOf(clientOf(response).call(read, { params: { id: 'secret' }, query: { q: 'secret' } }))
    expect(log.mock.calls).toEqual([
      [expect.stringContaining(`Failed to load GET /things/:id/parts/: ${expected}`)],
    ])
  })

  test.each([400, 401, 404, 409, 429])('a refusal of %i is not', async (status) => {
    const { call } = clientOf(() => Response.json(problem, { status }))
    expect((await failureOf(call(read, { params: { id: '1' } }))).status).toBe(status)
    expect(log).not.toHaveBeenCalled()
  })

  test('a lost connection is not', async () => {
    const { call } = clientOf(() => Promise.reject(new TypeError('Failed to fetch')), true)
    expect((await failureOf(call(read, { params: { id: '1' } }))).status).toBe(0)
    expect(log).not.toHaveBeenCalled()
  })
})

const breaking = () =>
  new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode('{"par'))
      controller.error(new TypeError('terminated'))
    },
  })
