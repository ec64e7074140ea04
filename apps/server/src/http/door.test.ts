import { requires, serviceToken, signedIn } from '@aviary/contract/access'
import { type auditLogData, type Endpoint, endpoint, write } from '@aviary/contract/endpoint'
import { desc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { openTestApp } from '../../testing/app.ts'
import {
  checkAnswers,
  checkAsksForRight,
  checkGuardsWrite,
  checkRefusesBadInput,
  checkRefusesStrangers,
  type Site,
  send,
} from '../../testing/contract-checks.ts'
import { openMounted } from '../../testing/mounted.ts'
import { type Signed, signInWith } from '../../testing/people.ts'
import { waitFor } from '../../testing/wait-for.ts'
import { auditLog } from '../database/tables/audit.ts'
import { banner } from '../database/tables/operations.ts'
import { type Call, type Route, serve, servePrepared } from './call.ts'
import type { DoorServices } from './door.ts'
import { Conflict } from './errors.ts'

// Tests the door through endpoints that only this file declares. Also tests the checks of `contract-checks.ts`, which
// other tests run over the whole contract.

const renameBanner = endpoint({
  method: 'PUT',
  path: '/test/banner',
  summary: 'Writes the banner text',
  access: requires('edit_service_disruption_banner'),
  audits: 'Rename Banner',
  body: write({ text: z.string().min(1) }),
  answer: z.object({ text: z.string() }),
})

const readNumber = endpoint({
  method: 'GET',
  path: '/test/number/',
  summary: 'Reads',
  access: serviceToken('read:metrics'),
  query: z.object({ number: z.coerce.number() }),
  answer: z.object({ number: z.number() }),
})

const removeByLink = endpoint({
  method: 'GET',
  path: '/test/remove/',
  summary: 'A write that is a GET',
  access: signedIn,
  audits: 'Remove By Link',
  query: z.object({ id: z.string() }),
  answer: z.object({ removed: z.string() }),
})

const writeBanner = (text: string): Route =>
  serve(renameBanner, async (call) => {
    const [before] = await call.db.select().from(banner)
    await call.db.update(banner).set({ text: { en: call.body.text } })
    call.audit({ before: before?.text, after: { en: call.body.text } })
    call.changed('banner')
    return { text }
  })

const ROUTES = [
  writeBanner('done'),
  serve(readNumber, async ({ query }) => ({ number: query.number })),
  serve(removeByLink, async ({ query }) => ({ removed: query.id })),
]

let server: Awaited<ReturnType<typeof openTestApp>>
let site: Site
let person: Signed
const closing: (() => Promise<void>)[] = []

async function open(routes: Route[], instead: Partial<DoorServices> = {}): Promise<Site> {
  const mounted = await openMounted(server, routes, instead)
  closing.push(mounted.close)
  return { server, url: mounted.url }
}

beforeAll(async () => {
  server = await openTestApp()
  site = await open(ROUTES)
  person = await signInWith(server, ['edit_service_disruption_banner'])
})
afterAll(async () => {
  for (const close of closing) await close()
  await server.close()
})

const bodyOf = (text: string, about: Partial<z.input<typeof auditLogData>> = {}) => ({
  text,
  audit_log_data: { application_name: 'Aviary', user_email: person.email, action_name: 'mine', ...about },
})
const writeText = (site: Site, body: unknown) =>
  send(site, renameBanner, {
    body,
    headers: { cookie: person.cookies, 'x-csrf-token': person.antiForgeryToken },
  })

const bannerText = async () => (await server.db.select().from(banner))[0]?.text.en
const lastAudit = async () =>
  (
    await server.db
      .select()
      .from(auditLog)
      .where(eq(auditLog.userEmail, person.email))
      .orderBy(desc(auditLog.pkey))
      .limit(1)
  )[0]

test.each([renameBanner, readNumber, removeByLink] as Endpoint[])(
  'the checks pass on a sound endpoint',
  async (sound) => {
    await checkRefusesStrangers(site, sound)
    await checkAsksForRight(site, sound)
    await checkGuardsWrite(site, sound)
    await checkRefusesBadInput(site, sound)
    await checkAnswers(site, sound)
  },
)

test('the checks fail on an endpoint that is declared otherwise than it is served', async () => {
  const unstated = { ...renameBanner, access: signedIn, path: '/test/open' }
  const bad = await open([serve(unstated, async () => ({ text: 'done' }))])
  const strict: Endpoint = { ...renameBanner, path: '/test/open' }
  await expect(checkAsksForRight(bad, strict)).rejects.toThrow()

  const unaudited = await open([serve({ ...renameBanner, audits: '' }, async () => ({ text: 'done' }))])
  await expect(checkGuardsWrite(unaudited, renameBanner)).rejects.toThrow()
  await expect(checkAnswers(unaudited, renameBanner)).rejects.toThrow()

  const anyone: Endpoint = { ...readNumber, access: { by: 'anyone' } }
  const unguarded = await open([serve(anyone, async () => ({ number: 1 }))])
  await expect(checkRefusesStrangers(unguarded, readNumber)).rejects.toThrow()

  const loose = await open([serve({ ...readNumber, query: z.looseObject({}) }, async () => ({ number: 1 }))])
  await expect(checkRefusesBadInput(loose, readNumber)).rejects.toThrow()
})

test('an endpoint that states no access does not compile, and lets nobody in', async () => {
  // @ts-expect-error: `access` is missing
  const unstated = endpoint({ method: 'GET', path: '/test/none', summary: 'None', answer: z.object({}) })
  const handle = vi.fn(async () => ({}))
  const none = await open([serve(unstated as Endpoint, handle)])
  const answer = await send(none, unstated as Endpoint, { headers: { cookie: person.cookies } })
  expect(answer.status).toBe(500)
  expect(handle).not.toHaveBeenCalled()
})

test('a write leaves its audit row: who, what, before and after, and the request id', async () => {
  expect(await writeText(site, bodyOf('first'))).toMatchObject({ status: 200, answer: { text: 'done' } })
  await writeText(site, bodyOf('second', { application_name: 'Another client' }))
  expect(await lastAudit()).toMatchObject({
    applicationName: 'Another client',
    userEmail: person.email,
    actionName: 'Rename Banner',
    createdDate: server.now(),
    context: {
      before: { en: 'first' },
      after: { en: 'second' },
      request_id: expect.stringMatching(/^[\w-]{36}$/),
    },
  })
})

test("the audit author may differ in case, and the row has the session's e-mail", async () => {
  expect((await writeText(site, bodyOf('third', { user_email: person.email.toUpperCase() }))).status).toBe(
    200,
  )
  expect((await lastAudit())?.userEmail).toBe(person.email)
})

test('an answer that is not as declared rolls the write back', async () => {
  await writeText(site, bodyOf('kept'))
  const row = await lastAudit()
  const wrong = await open([writeBanner(7 as unknown as string)])
  expect((await writeText(wrong, bodyOf('lost'))).status).toBe(500)
  expect(await bannerText()).toBe('kept')
  expect(await lastAudit()).toEqual(row)
})

test('an audit row that cannot be written rolls the write back', async () => {
  await writeText(site, bodyOf('kept'))
  const createAudit = () => Promise.reject(new Error('The audit log is full'))
  const failing = await open([writeBanner('done')], { createAudit })
  const answer = await writeText(failing, bodyOf('lost'))
  expect(answer.status).toBe(500)
  expect(answer.detail).not.toContain('audit log')
  expect(await bannerText()).toBe('kept')
})

test('a failed handler leaves nothing in the database', async () => {
  await writeText(site, bodyOf('kept'))
  const row = await lastAudit()
  const handle = writeBanner('done') as Extract<Route, { kind: 'plain' }>
  const failing: Route = {
    ...handle,
    handle: async (call: Call, prepared) => {
      await handle.handle(call, prepared)
      throw new Error('select secret from nowhere')
    },
  }
  expect((await writeText(await open([failing]), bodyOf('lost'))).status).toBe(500)
  expect(await bannerText()).toBe('kept')
  expect(await lastAudit()).toEqual(row)
})

test('a repetition that is refused because the first one was stored meanwhile gets its answer', async () => {
  const createOnce = endpoint({
    method: 'POST',
    path: '/test/once/',
    summary: 'Creates one thing',
    access: requires('edit_service_disruption_banner'),
    audits: 'Create Once',
    body: write({}),
    answer: z.object({ text: z.string() }),
  })
  const isPreparing = Promise.withResolvers<void>()
  const isStored = Promise.withResolvers<void>()
  let calls = 0
  const route = servePrepared(createOnce, {
    prepare: async () => {
      calls += 1
      if (calls === 1) return
      isPreparing.resolve()
      await isStored.promise
      throw new Conflict('There is one already')
    },
    handle: async () => {
      await isPreparing.promise
      return { text: 'created' }
    },
  })
  const { url } = await open([route])
  const create = () =>
    send({ server, url }, createOnce, {
      body: bodyOf('once'),
      headers: {
        cookie: person.cookies,
        ...{ 'x-csrf-token': person.antiForgeryToken, 'idempotency-key': 'once' },
      },
    })
  const first = create()
  await waitFor(() => expect(calls).toBe(1))
  const second = create()
  expect(await first).toMatchObject({ status: 200 })
  isStored.resolve()
  expect(await second).toMatchObject({ status: 200, answer: { text: 'created' } })
})

test('a write that is a GET is guarded by its anti-forgery token, not by a body', async () => {
  const followed = await send(site, removeByLink, { query: { id: '1' }, headers: { cookie: person.cookies } })
  expect(followed.status).toBe(403)
  const headers = { cookie: person.cookies, 'x-csrf-token': person.antiForgeryToken }
  expect((await send(site, removeByLink, { query: { id: '1' }, headers })).status).toBe(200)
  expect(await lastAudit()).toMatchObject({ actionName: 'Remove By Link', applicationName: 'Aviary' })
})

test.each(['a\u0000b', 'half \ud83d'])(
  'text that PostgreSQL does not store is refused by its path',
  async (text) => {
    const answer = await writeText(site, JSON.stringify(bodyOf(text)))
    expect(answer).toMatchObject({ status: 400, answer: { errors: [{ path: 'body.text' }] } })
  },
)

test('a body nested without end is refused', async () => {
  const deep = `{"text":${'['.repeat(10_000)}${']'.repeat(10_000)}}`
  const answer = await writeText(site, deep)
  expect(answer.status).toBe(400)
  expect(answer.detail).toContain('nested deeper')
})
