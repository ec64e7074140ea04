import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { type IncomingMessage, request } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Scope } from '@aviary/contract/scopes'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectAssistant, useTool } from '../../apps/server/testing/assistant.ts'
import { startPostgres15 } from '../../apps/server/testing/postgres-15.ts'
import { type Person, readAs, signInAt, writeAs } from '../support/person.ts'
import { incident } from '../support/records.ts'
import { type BuiltServer, errorsIn, startBuiltServer } from '../support/server.ts'
import { useServer } from '../support/use-server.ts'

// Tokens that end or get another secret while calls are made with them, of a server in use.

const ROWS = 12_000

let folder: string
let database: Awaited<ReturnType<typeof startPostgres15>>
let sql: pg.Client
let server: BuiltServer
let admin: Person
let use: Awaited<ReturnType<typeof useServer>>
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'aviary-tokens-'))
  database = await startPostgres15(folder)
  server = await startBuiltServer({ DATABASE_URL: database.url, SEED_DEMO: 'false', MCP: 'on' })
  sql = new pg.Client({ connectionString: database.url })
  await sql.connect()
  admin = await signInAt(server.url)
  use = await useServer(server)
})
afterAll(async () => {
  await use.end()
  await server.stop()
  await sql.end()
  await database.stop()
  rmSync(folder, { recursive: true, force: true })
  expect(errorsIn(server.log())).toEqual([])
})

type Token = { token: { token_id: number; last_used_date: string | null }; secret: string }
type Change = 'revoke' | { old_secret_hours: number }

const change = (method: 'POST' | 'PUT', at: string, body: object) =>
  writeAs<Token>(admin, { method, path: `/api/service_tokens/${at}`, body })
const createToken = (name: string, scopes: Scope[]) => change('POST', '', { name, scopes })
const end = ({ token: { token_id } }: Token, how: Change) =>
  how === 'revoke' ? change('PUT', 'revoke/', { token_id }) : change('POST', 'rotate/', { token_id, ...how })

/** The server has admitted a call of the token. */
const isUsed = async ({ token: { token_id } }: Token) => {
  const { tokens } = await readAs<{ tokens: Token['token'][] }>(admin, '/api/service_tokens/')
  return tokens.find((token) => token.token_id === token_id)?.last_used_date !== null
}

const bearer = (secret: string) => ({ authorization: `Bearer ${secret}` })
const statusWith = async (secret: string, at = '/api/incidents/') =>
  (await fetch(server.url + at, { headers: bearer(secret) })).status

/** Begins to send an incident; the rest of the body follows when the function that is returned is called. */
function beginSending(secret: string, jiraId: string) {
  const body = JSON.stringify({ records: [incident(jiraId)] })
  const sending = request(`${server.url}/api/ingest/incidents`, {
    method: 'PUT',
    headers: { ...bearer(secret), 'content-type': 'application/json', 'content-length': body.length },
  })
  const answered = once(sending, 'response') as Promise<[IncomingMessage]>
  sending.write(body.slice(0, 20))
  return async () => {
    sending.end(body.slice(20))
    const [answer] = await answered
    answer.resume()
    return answer.statusCode
  }
}

test.each([
  { what: 'revoked', how: 'revoke' as const, status: 401, rows: 0 },
  { what: 'replaced because it leaked', how: { old_secret_hours: 0 }, status: 401, rows: 0 },
  { what: 'replaced and accepted for a day', how: { old_secret_hours: 24 }, status: 200, rows: 1 },
])(
  'a call whose token is $what before all of it has arrived is answered $status',
  async ({ what, how, status, rows }) => {
    const created = await createToken(`Sends, ${what}`, ['ingest:incidents'])
    const jiraId = `OPI-${created.token.token_id}`
    const finish = beginSending(created.secret, jiraId)
    await expect.poll(() => isUsed(created)).toBe(true)
    const ended = await end(created, how)
    expect(await finish()).toBe(status)
    expect((await sql.query('select from incidents where jira_id = $1', [jiraId])).rowCount).toBe(rows)
    if (how === 'revoke') return
    const retry = beginSending(ended.secret, jiraId)
    expect(await retry()).toBe(200)
  },
)

test('an answer that is being read from the database is given, and the next call is refused', async () => {
  const created = await createToken('Waits', ['read:incidents', 'read:companies'])
  await sql.query('begin')
  await sql.query('lock table incidents in access exclusive mode')
  const asked = statusWith(created.secret)
  await expect.poll(() => isUsed(created)).toBe(true)
  await expect
    .poll(async () => {
      const { rows } = await sql.query(
        `select from pg_locks where relation = 'incidents'::regclass and not granted`,
      )
      return rows.length
    })
    .toBeGreaterThan(0)
  await end(created, 'revoke')
  expect(await statusWith(created.secret)).toBe(401)
  await sql.query('commit')
  expect(await asked).toBe(200)
  await use.expectGoesOn()
})

test('a download that has begun arrives whole though its token is revoked, and no other begins', async () => {
  await sql.query(
    `insert into audit_log (application_name, user_email, action_name, created_date, context)
     select 'Aviary', 'nobody@acme.example', 'Many rows', now(), jsonb_build_object('text', repeat('x', 2000))
     from generate_series(1, $1)`,
    [ROWS],
  )
  const created = await createToken('Downloads', ['read:audit'])
  const at = '/api/v1/audit_log/export?format=jsonl&action_name=Many%20rows'
  const answer = await fetch(server.url + at, { headers: bearer(created.secret) })
  expect(answer.status).toBe(200)
  await end(created, 'revoke')
  expect(await statusWith(created.secret, at)).toBe(401)
  expect(
    (await answer.text())
      .trim()
      .split('\n')
      .filter((line) => line.includes('Many rows')),
  ).toHaveLength(ROWS)
})

test('an assistant is refused once its token has ended, and goes on with the secret after it', async () => {
  const created = await createToken('Assistant', ['read:status'])
  const [first, other] = [
    await connectAssistant(server.url, created.secret),
    await connectAssistant(server.url, created.secret),
  ]
  expect(await useTool(first, 'status_overview')).toMatchObject({ isError: false })
  const calls = Array.from({ length: 8 }, () => useTool(other, 'status_overview').catch(String))
  const next = await end(created, { old_secret_hours: 0 })
  for (const call of await Promise.all(calls))
    if (typeof call === 'string') expect(call).toMatch(/401/)
    else expect(call.isError ? call.text : '').toMatch(/^$|unknown, expired or revoked/)
  await expect(useTool(first, 'status_overview')).rejects.toThrow(/401/)
  const after = await connectAssistant(server.url, next.secret)
  expect(await useTool(after, 'status_overview')).toMatchObject({ isError: false })
  for (const client of [first, other, after]) await client.close()
})

test('of two headers with tokens the first counts, and none opens the stream of people', async () => {
  const { secret } = await createToken('Doubled', ['read:incidents'])
  const wrong = `${secret.slice(0, -1)}${secret.endsWith('0') ? '1' : '0'}`
  const ask = async (at: string, ...secrets: string[]) => {
    const headers = secrets.flatMap((each) => ['Authorization', `Bearer ${each}`])
    const asking = request(server.url + at, { headers: ['Host', new URL(server.url).host, ...headers] })
    asking.end()
    const [answer] = (await once(asking, 'response')) as [IncomingMessage]
    answer.resume()
    return answer.statusCode
  }
  expect(await ask('/api/incidents/', secret, wrong)).toBe(200)
  expect(await ask('/api/incidents/', wrong, secret)).toBe(401)
  expect(await ask('/api/incidents/', `${secret}, Bearer ${secret}`)).toBe(401)
  expect(await ask('/api/events', secret)).toBe(401)
  await use.expectGoesOn()
})
