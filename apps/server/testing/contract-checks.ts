import { ACTION_NAMES } from '@aviary/contract/actions'
import { addressOf } from '@aviary/contract/client'
import { type Endpoint, isPersons, isProtected } from '@aviary/contract/endpoint'
import { RESTRICTED_PAGES } from '@aviary/contract/rights'
import { SCOPES } from '@aviary/contract/scopes'
import { problem } from '@aviary/contract/wire'
import { count } from 'drizzle-orm'
import { expect } from 'vitest'
import { auditLog } from '../src/database/tables/audit.ts'
import { addressOnServer } from '../src/http/mount.ts'
import type { Person, TestApp } from './app.ts'
import { signInWith } from './people.ts'
import { requiredOf, sampleOf } from './sample.ts'

// Checks that hold for every endpoint, derived from the endpoint's declaration. Each throws on a violation.

export type Site = { server: TestApp; url: string }

type Input = { query?: object; params?: object; body?: unknown; headers?: Record<string, string> }
type CallResult = { status: number; answer: unknown; detail: string }

/** One call over HTTP. A stream is closed as soon as it has begun. */
export async function send(site: Site, endpoint: Endpoint, input: Input = {}): Promise<CallResult> {
  const params = input.params ?? (sampleOf(endpoint.params) as object)
  const path = addressOf(
    { ...endpoint, path: addressOnServer(endpoint) },
    { params, query: input.query ?? {} },
  )
  const response = await fetch(site.url + path, {
    method: endpoint.method,
    redirect: 'manual',
    headers: {
      ...(input.body === undefined ? {} : { 'content-type': endpoint.uploads ?? bodyType(endpoint) }),
      ...input.headers,
    },
    ...(input.body === undefined ? {} : { body: toText(endpoint, input.body) }),
  })
  const type = response.headers.get('content-type') ?? ''
  if (type.startsWith('text/event-stream')) {
    await response.body?.cancel()
    return { status: response.status, answer: '', detail: '' }
  }
  const text = await response.text()
  const answer: unknown = type.includes('json') ? JSON.parse(text) : text
  if (response.status >= 400 && type.includes('application/problem+json')) {
    return { status: response.status, answer, detail: checkProblem(answer, response.status) }
  }
  // Every refusal is problem+json, except the page that answers a form, and /readyz, which is outside the API.
  if (response.status >= 400) {
    const isPage = endpoint.takesForm === true && type.startsWith('text/html')
    expect(isPage || endpoint.isOutsideApi, `${endpoint.path} ${text}`).toBe(true)
  }
  return { status: response.status, answer, detail: '' }
}

const FORM = 'application/x-www-form-urlencoded'

const bodyType = ({ takesForm, takesText }: Endpoint): string =>
  takesForm ? FORM : (takesText ?? 'application/json')

function toText({ takesForm }: Endpoint, body: unknown): string {
  if (typeof body === 'string') return body
  return takesForm ? toForm(body as Record<string, string[]>) : JSON.stringify(body)
}

/** The fields of a form as a browser sends them. */
export const toForm = (fields: Readonly<Record<string, readonly string[]>>): string =>
  new URLSearchParams(
    Object.entries(fields).flatMap(([name, values]) =>
      values.map((value): [string, string] => [name, value]),
    ),
  ).toString()

/** Checks that a problem is well-formed and reveals nothing about the implementation; returns its detail. */
export function checkProblem(answer: unknown, status: number): string {
  const result = problem.parse(answer)
  expect(result.status).toBe(status)
  expect(result.request_id).toMatch(/^[\w-]{8,}$/)
  expect(JSON.stringify(result)).not.toMatch(
    /\bat \S+:\d+:\d+|node_modules|\bselect .+ from\b|insert into|relation "/i,
  )
  return result.detail
}

const sessionOf = (person: Person) => ({ cookie: person.cookies })
export const writeHeaders = (person: Person) => ({
  cookie: person.cookies,
  'x-csrf-token': person.antiForgeryToken,
})

/** A valid input for the endpoint, as `person` would send it. */
export function inputFor(endpoint: Endpoint, person: Person | undefined): Input {
  const query = sampleOf(endpoint.query) as object
  if (endpoint.uploads) return { query, body: 'a,b\n1,2\n' }
  if (!endpoint.takesBody) return { query }
  const body = sampleOf(endpoint.body) as Record<string, unknown>
  if (!endpoint.audits || !person || endpoint.takesText) return { query, body }
  return {
    query,
    body: {
      ...body,
      audit_log_data: { application_name: 'Aviary', user_email: person.email, action_name: endpoint.audits },
    },
  }
}

/** The headers of a caller with permission, and the caller's account if the caller is a person. */
async function admitted(
  site: Site,
  endpoint: Endpoint,
): Promise<{ headers: Record<string, string>; person?: Person }> {
  const { access } = endpoint
  switch (access.by) {
    case 'token':
      return {
        headers: {
          authorization: `Bearer ${await site.server.createToken([access.scope ?? 'read:metrics'])}`,
        },
      }
    case 'session':
    case 'action': {
      const held = access.by === 'action' ? [...access.anyOf] : []
      const person = await signInWith(site.server, held, RESTRICTED_PAGES)
      return { headers: isProtected(endpoint) ? writeHeaders(person) : sessionOf(person), person }
    }
    case 'administrator': {
      const person = await site.server.signInAs('administrator')
      return { headers: isProtected(endpoint) ? writeHeaders(person) : sessionOf(person), person }
    }
    default:
      return { headers: {} }
  }
}

/**
 * Checks that a caller without a valid session, token or signature is refused, unless anyone may make the
 * call.
 */
export async function checkRefusesStrangers(site: Site, endpoint: Endpoint): Promise<void> {
  const input = inputFor(endpoint, undefined)
  if (endpoint.access.by === 'anyone') {
    expect([401, 403]).not.toContain((await send(site, endpoint, input)).status)
    return
  }
  const forged: Record<string, string>[] = [
    {},
    { cookie: 'aviary_session=forged; tokens=forged', 'x-csrf-token': 'forged' },
    { authorization: 'Bearer forged' },
    { 'x-hub-signature': `sha256=${'0'.repeat(64)}` },
  ]
  for (const headers of forged) {
    expect((await send(site, endpoint, { ...input, headers })).status, JSON.stringify(headers)).toBe(401)
  }
}

/** Checks that a refusal names the missing permission or scope, and that its holder and an administrator pass. */
export async function checkAsksForRight(site: Site, endpoint: Endpoint): Promise<void> {
  const { access } = endpoint
  if (access.by === 'token' && access.scope !== null) {
    const others = SCOPES.filter((scope) => scope !== access.scope)
    const headers = { authorization: `Bearer ${await site.server.createToken(others)}` }
    const refused = await send(site, endpoint, { ...inputFor(endpoint, undefined), headers })
    expect(refused.status).toBe(403)
    expect(refused.detail).toContain(access.scope)
  }
  if (access.by === 'administrator') {
    const holder = await signInWith(site.server, ACTION_NAMES)
    const refused = await send(site, endpoint, {
      ...inputFor(endpoint, holder),
      headers: writeHeaders(holder),
    })
    expect([refused.status, refused.detail]).toEqual([403, 'This needs an administrator'])
  }
  if (access.by !== 'action') return
  const nobody = await signInWith(site.server, [])
  const refused = await send(site, endpoint, { ...inputFor(endpoint, nobody), headers: writeHeaders(nobody) })
  expect(refused.status).toBe(403)
  for (const action of access.anyOf) expect(refused.detail).toContain(action)
  for (const person of [
    ...(await Promise.all(access.anyOf.map((action) => signInWith(site.server, [action], RESTRICTED_PAGES)))),
    await site.server.signInAs('administrator'),
  ]) {
    const result = await send(site, endpoint, {
      ...inputFor(endpoint, person),
      headers: writeHeaders(person),
    })
    // The input may still be refused, but not for lack of permission.
    expect(result.detail, person.email).not.toMatch(/^This needs /)
  }
}

/** Checks that a person's write needs the anti-forgery token, and audit data in their own name. */
export async function checkGuardsWrite(site: Site, endpoint: Endpoint): Promise<void> {
  if (!isProtected(endpoint) || !isPersons(endpoint)) return
  const { person } = await admitted(site, endpoint)
  if (!person) throw new Error('A person was expected')
  const good = inputFor(endpoint, person)
  const call = (input: Input) => send(site, endpoint, { headers: writeHeaders(person), ...input })
  expect((await call({ ...good, headers: sessionOf(person) })).detail).toContain('anti-forgery')
  for (const token of ['forged', `${person.antiForgeryToken}x`, '']) {
    const headers = { ...sessionOf(person), 'x-csrf-token': token }
    expect((await call({ ...good, headers })).status).toBe(403)
  }
  if (!endpoint.takesBody || !endpoint.audits) return
  const body = good.body as { audit_log_data: object } // added by inputFor
  const other = { ...body, audit_log_data: { ...body.audit_log_data, user_email: 'other@acme.example' } }
  expect((await call({ ...good, body: other })).status).toBe(403)
  const { audit_log_data: _, ...bare } = body
  const without = await call({ ...good, body: bare })
  expect(without.status).toBe(400)
  expect(without.detail).toContain('body.audit_log_data')
}

/** Checks that the refusal of missing input names the input's path, and that only bodies of its type are accepted. */
export async function checkRefusesBadInput(site: Site, endpoint: Endpoint): Promise<void> {
  if (endpoint.access.by === 'signature') return // the sender defines the body, not the contract
  const { headers, person } = await admitted(site, endpoint)
  const good = inputFor(endpoint, person)
  for (const part of ['query', 'body'] as const) {
    const names = requiredOf(endpoint[part])
    if (names.length === 0) continue
    const result = await send(site, endpoint, { ...good, [part]: {}, headers })
    expect(result.status).toBe(400)
    if (endpoint.takesForm) continue // the answer is a page, which its own tests read
    const paths = problem.parse(result.answer).errors?.map((fault) => fault.path)
    expect(paths).toEqual(expect.arrayContaining(names.map((name) => `${part}.${name}`)))
  }
  if (endpoint.uploads) await checkTakesFilesOnly(site, endpoint, { ...good, headers })
  if (endpoint.takesForm) await checkTakesFormsOnly(site, endpoint, { ...good, headers })
  if (endpoint.takesText) return checkTakesTextOnly(site, endpoint, { ...good, headers })
  if (!endpoint.takesBody) return
  for (const body of ['{"', '', 'null', '[]', '"text"', '\u0000', '[['.repeat(5_000)]) {
    expect((await send(site, endpoint, { ...good, body, headers })).status, body.slice(0, 10)).toBe(400)
  }
}

async function checkTakesFilesOnly(site: Site, endpoint: Endpoint, good: Input): Promise<void> {
  for (const type of ['application/json', 'multipart/form-data; boundary=x', 'text/csv; charset=utf-16']) {
    const result = await send(site, endpoint, { ...good, headers: { ...good.headers, 'content-type': type } })
    expect(result.status, type).toBe(415)
    expect(result.detail).toContain('text/csv')
  }
}

async function checkTakesTextOnly(site: Site, endpoint: Endpoint, good: Input): Promise<void> {
  expect((await send(site, endpoint, { ...good, body: '' })).status).toBe(400)
  for (const type of ['application/json', 'text/plain', FORM]) {
    const result = await send(site, endpoint, { ...good, headers: { ...good.headers, 'content-type': type } })
    expect(result.status, type).toBe(415)
    expect(result.detail).toContain(endpoint.takesText)
  }
}

async function checkTakesFormsOnly(site: Site, endpoint: Endpoint, good: Input): Promise<void> {
  for (const type of ['application/json', 'multipart/form-data; boundary=x', 'text/plain']) {
    const result = await send(site, endpoint, { ...good, headers: { ...good.headers, 'content-type': type } })
    expect(result.status, type).toBe(415)
    expect(result.detail).toContain(FORM)
  }
}

/** Checks the answer against the contract, and that a write left exactly one audit row. */
export async function checkAnswers(site: Site, endpoint: Endpoint): Promise<void> {
  if (endpoint.access.by === 'signature') return // tested with real signatures elsewhere
  const { headers, person } = await admitted(site, endpoint)
  const before = await countAudit(site)
  const result = await send(site, endpoint, { ...inputFor(endpoint, person), headers })
  expect([500, 502]).not.toContain(result.status)
  const isDone = result.status < 300
  if (isDone) endpoint.answer.parse(result.answer)
  expect((await countAudit(site)) - before).toBe(isDone && endpoint.audits ? 1 : 0)
}

async function countAudit({ server }: Site): Promise<number> {
  const [row] = await server.db.select({ rows: count() }).from(auditLog)
  return row?.rows ?? 0
}
