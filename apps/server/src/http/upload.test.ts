import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { requires } from '@aviary/contract/access'
import { UPLOAD_LARGEST_BYTES } from '@aviary/contract/constants'
import { endpoint } from '@aviary/contract/endpoint'
import { count, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { openTestApp, type Person, type TestApp } from '../../testing/app.ts'
import { openMounted } from '../../testing/mounted.ts'
import { signInWith } from '../../testing/people.ts'
import { waitFor } from '../../testing/wait-for.ts'
import { auditLog } from '../database/tables/audit.ts'
import { serveUpload } from './call.ts'
import { openSpool, receiveInto, type Spool } from './spool.ts'

const LIMIT = 300_000
const uploadThing = endpoint({
  method: 'POST',
  path: '/test/upload/',
  summary: 'Takes a file',
  access: requires('view_mass_import'),
  audits: 'Upload Thing',
  uploads: 'text/csv',
  query: z.object({ name: z.string().min(1) }),
  answer: z.object({ size: z.number(), digest: z.string(), twice: z.boolean() }),
})

let server: TestApp
let person: Person
let site: { url: string; close: () => Promise<void> }
let folder = ''
let refuses: Error | undefined
let started = 0
beforeAll(async () => {
  server = await openTestApp()
  person = await signInWith(server, ['view_mass_import'], ['Mail Merge'])
  folder = mkdtempSync(path.join(tmpdir(), 'aviary-spool-'))
  const small = openSpool(folder)
  const spool: Spool = {
    receive: (source) => {
      started += 1
      return small.receive(source, LIMIT)
    },
  }
  const route = serveUpload(uploadThing, async ({ file, db }) => {
    const read = () => buffer(file.read())
    const [first, second] = [await read(), await read()]
    await db.execute(sql`select 1`)
    if (refuses) throw refuses
    return { size: file.size, digest: file.digest, twice: first.equals(second) }
  })
  site = await openMounted(server, [route], { spool })
})
afterAll(async () => {
  await site.close()
  await server.close()
  rmSync(folder, { recursive: true, force: true })
})

const audits = async () => (await server.db.select({ rows: count() }).from(auditLog))[0]?.rows
const headersOf = ({ cookies, antiForgeryToken }: Person) => ({
  cookie: cookies,
  'x-csrf-token': antiForgeryToken,
})
const send = (body: string | Buffer, more: { headers?: object; query?: string; to?: string } = {}) =>
  fetch(`${more.to ?? site.url}/api/test/upload/?${more.query ?? 'name=x'}`, {
    method: 'POST',
    headers: {
      ...headersOf(person),
      'content-type': 'text/csv',
      ...more.headers,
    },
    body,
  })

/** Sends the headers of an upload and then its body, if any. */
async function raw(head: Record<string, string>, body?: (socket: Socket) => unknown) {
  const { port } = new URL(site.url)
  const socket = connect(Number(port), '127.0.0.1')
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  const headers = {
    host: 'localhost',
    ...headersOf(person),
    'content-type': 'text/csv',
    ...head,
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.write(`POST /api/test/upload/?name=x HTTP/1.1\r\n${lines.join('')}\r\n`)
  let answer = ''
  socket.setEncoding('utf8')
  const answered = new Promise<void>((resolve) => {
    socket.on('data', (text) => {
      answer += text
      if (answer.includes('}')) resolve()
    })
    socket.on('close', () => resolve())
  })
  await body?.(socket)
  await answered
  const closed = once(socket, 'close')
  socket.end()
  return { status: Number(/^HTTP\/1.1 (\d+)/.exec(answer)?.[1] ?? 0), answer, closed }
}

/** Keeps writing while the other side reads. */
function pour(socket: Socket, chunk: string): void {
  const write = () => {
    while (socket.writable && socket.write(chunk)) if (socket.destroyed) return
  }
  socket.on('drain', write)
  write()
}

test('a file is handed over with its size and digest, can be read again, and is gone then', async () => {
  const file = Buffer.alloc(200_000, 'a,b\n')
  const before = await audits()
  const response = await send(file)
  expect(await response.json()).toEqual({
    size: file.length,
    digest: createHash('sha256').update(file).digest('hex'),
    twice: true,
  })
  expect(await audits()).toBe((before ?? 0) + 1)
  expect(readdirSync(folder)).toEqual([])
})

test.each([
  ['no session', { cookie: '' }, 401],
  ['no anti-forgery token', { 'x-csrf-token': '' }, 403],
  ['JSON', { 'content-type': 'application/json' }, 415],
  ['another charset', { 'content-type': 'text/csv; charset=latin1' }, 415],
  ['compressed', { 'content-encoding': 'gzip' }, 415],
])('with %s it is refused before it is read', async (_, headers, status) => {
  // The body is never sent, so the server must not wait for it.
  const answer = await raw({ 'content-length': '200000', ...headers })
  expect(answer.status).toBe(status)
  expect(answer.answer).toContain('application/problem+json')
  await answer.closed
})

test('a query at fault, and an action that is lacking, are told before the body is read', async () => {
  const answer = await send('a', { query: '' })
  expect([answer.status, ((await answer.json()) as { errors: object }).errors]).toEqual([
    400,
    [{ path: 'query.name', message: expect.any(String) }],
  ])
  const other = await signInWith(server, [])
  const refused = await send('a', {
    headers: { cookie: other.cookies, 'x-csrf-token': other.antiForgeryToken },
  })
  expect(refused.status).toBe(403)
})

test('a file of 1 GB is refused by its length, before a byte of it is read', async () => {
  const head = { 'content-length': String(2 ** 30) }
  const startedAt = performance.now()
  const silent = await raw(head)
  expect([silent.status, silent.answer]).toEqual([413, expect.stringContaining('larger than 256 MB')])
  expect(silent.answer.toLowerCase()).toContain('connection: close')
  await silent.closed
  // A program that writes before it reads must get its answer too.
  const eager = await raw(head, (socket) => pour(socket, 'x'.repeat(64 * 1024)))
  expect(eager.status).toBe(413)
  await eager.closed
  expect(performance.now() - startedAt).toBeLessThan(20_000)
  expect(UPLOAD_LARGEST_BYTES).toBeLessThan(2 ** 30)
})

test('a body without a length is cut off at the limit', async () => {
  const chunk = `10000\r\n${'x'.repeat(65_536)}\r\n`
  const answer = await raw({ 'transfer-encoding': 'chunked' }, (socket) => pour(socket, chunk))
  expect(answer.status).toBe(413)
  await answer.closed
  const good = await raw({ 'transfer-encoding': 'chunked' }, (socket) =>
    socket.write('3\r\na,b\r\n0\r\n\r\n'),
  )
  expect([good.status, good.answer]).toEqual([200, expect.stringContaining('"size":3')])
})

test('while a slow sender sends, nothing of the database is held', async () => {
  const idle = async () => {
    const { rows } = await server.db.execute(sql`select count(*)::int as held from pg_stat_activity
      where datname = current_database() and state like 'idle in transaction%'`)
    return rows[0]?.held
  }
  const answer = await raw({ 'content-length': '8' }, async (socket) => {
    for (const part of ['a,', 'b\n', '1,']) {
      socket.write(part)
      expect(await idle()).toBe(0)
    }
    socket.write('2\n')
  })
  expect(answer.status).toBe(200)
})

test('a sender that stays silent for a minute is given up', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  try {
    let isClosed = false
    const answer = raw({ 'content-length': '8' }, (socket) => {
      socket.on('close', () => {
        isClosed = true
      })
      socket.write('a,b\n')
    })
    await waitFor(() => expect(vi.getTimerCount()).toBe(1))
    vi.advanceTimersByTime(55_000)
    expect((await send('a,b\n')).status).toBe(200)
    expect(isClosed).toBe(false)
    // Together with the 55 s above, two checks have run, one a minute; the first may have counted bytes.
    vi.advanceTimersByTime(65_000)
    expect((await answer).status).not.toBe(200)
    expect(readdirSync(folder)).toEqual([])
  } finally {
    vi.useRealTimers()
  }
})

test('eight files are on their way at once, and no more', async () => {
  const [gate, before] = [Promise.withResolvers<void>(), started]
  const people = await Promise.all(
    [1, 2, 3].map(() => signInWith(server, ['view_mass_import'], ['Mail Merge'])),
  )
  const eight = Array.from({ length: 8 }, (_, index) =>
    raw({ 'content-length': '4', ...headersOf(people[index % 3] ?? person) }, async (socket) => {
      await gate.promise
      socket.write('a,b\n')
    }),
  )
  // Waits until all eight have started: a ninth upload before the eighth would take its slot.
  await waitFor(() => expect(started - before).toBe(8))
  expect(await (await send('a,b\n')).json()).toMatchObject({
    status: 503,
    detail: expect.stringMatching(/^Too many files are on their way/),
  })
  gate.resolve()
  expect((await Promise.all(eight)).map(({ status }) => status)).toEqual(Array(8).fill(200))
  expect((await send('a,b\n')).status).toBe(200)
})

test('two files are taken in at once, and others wait', async () => {
  const gate = Promise.withResolvers<void>()
  const [running, received] = [{ now: 0, max: 0 }, { files: 0 }]
  const route = serveUpload(uploadThing, async ({ file }) => {
    running.now += 1
    running.max = Math.max(running.max, running.now)
    await gate.promise
    running.now -= 1
    return { size: file.size, digest: file.digest, twice: true }
  })
  const plain = openSpool(folder)
  const counted: Spool = {
    receive: async (source, largest) => {
      const file = await plain.receive(source, largest)
      received.files += 1
      return file
    },
  }
  const other = await openMounted(server, [route], { spool: counted })
  const three = ['a\n', 'b\n', 'c\n'].map((body) => send(body, { to: other.url }))
  await waitFor(() => expect([received.files, running.now]).toEqual([3, 2]))
  // Gives a third upload enough time to start, if it were allowed.
  for (let turn = 0; turn < 5; turn += 1) await server.db.execute(sql`select 1`)
  gate.resolve()
  expect((await Promise.all(three)).map(({ status }) => status)).toEqual([200, 200, 200])
  expect(running.max).toBe(2)
  await other.close()
})

test('an upload that is broken off leaves nothing, and the server goes on', async () => {
  const before = await audits()
  await raw({ 'content-length': '100' }, (socket) => {
    socket.write('a,b\n', () => socket.destroy())
  })
  expect((await send('a,b\n')).status).toBe(200)
  expect(await audits()).toBe((before ?? 0) + 1)
  expect(readdirSync(folder)).toEqual([])
})

test('what fails rolls back and leaves no file either', async () => {
  refuses = new Error('by the test')
  const before = await audits()
  expect((await send('a,b\n')).status).toBe(500)
  refuses = undefined
  expect(await audits()).toBe(before)
  expect(readdirSync(folder)).toEqual([])
})

test('a key names an upload with its file', async () => {
  const headers = { 'idempotency-key': 'one' }
  const before = await audits()
  const first = await (await send('a,b\n', { headers })).json()
  expect(await (await send('a,b\n', { headers })).json()).toEqual(first)
  expect((await send('a,c\n', { headers })).status).toBe(409)
  expect(await audits()).toBe((before ?? 0) + 1)
})

test('a server that stops waits for no slow sender', async () => {
  const route = serveUpload(uploadThing, async () => ({ size: 0, digest: '', twice: true }))
  const other = await openMounted(server, [route], { spool: openSpool(folder) })
  const { port } = new URL(other.url)
  const socket = connect(Number(port), '127.0.0.1')
  socket.on('error', () => undefined)
  const head = [
    'POST /api/test/upload/?name=x HTTP/1.1',
    'host: localhost',
    `cookie: ${person.cookies}`,
    `x-csrf-token: ${person.antiForgeryToken}`,
    'content-type: text/csv',
    'expect: 100-continue',
    'content-length: 1000',
  ]
  socket.write(`${head.join('\r\n')}\r\n\r\na,b\n`)
  await once(socket, 'data')
  const closed = once(socket, 'close')
  await other.close()
  await closed
})

test('a full disk is told as such', async () => {
  const file = await open('/dev/full', 'w')
  await expect(receiveInto(file, Readable.from([Buffer.from('a')]), 10)).rejects.toMatchObject({
    status: 507,
    message: expect.stringContaining('The disk of the server is full'),
  })
  await file.close()
})

test('what an earlier process left is removed', () => {
  writeFileSync(path.join(folder, 'left'), 'company_id')
  openSpool(folder)
  expect(readdirSync(folder)).toEqual([])
})
