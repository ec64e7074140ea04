import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startEmbedded } from '../../apps/server/src/database/embedded/embedded.ts'
import { type Postgres15, startPostgres15 } from '../../apps/server/testing/postgres-15.ts'
import { waitFor } from '../../apps/server/testing/wait-for.ts'
import type { InUse } from '../support/in-use.ts'
import { keepListening, type Listener } from '../support/listener.ts'
import { openMailBox } from '../support/mail-box.ts'
import { type Person, readAs, signInAt, writeAs } from '../support/person.ts'
import { incident, ingest } from '../support/records.ts'
import { type BuiltServer, errorsIn, startBuiltServer } from '../support/server.ts'
import { message, send, startTraffic, type Traffic, unexpected } from '../support/traffic.ts'
import { useServer } from '../support/use-server.ts'

// Faults of people, sessions, connections and clocks while one process is in use. Its users: two hundred streams, two
// pages, writers, a broadcast, an upload, an export and a search.

const HOUR_MS = 3_600_000

type User = { user_id: number; email: string; role_ids: number[] }

describe.each(['PostgreSQL 15', 'the embedded database'])('a server in use on %s', (engine) => {
  let folder: string
  let postgres: Postgres15 | undefined
  let server: BuiltServer
  let databaseUrl: string
  let admin: Person
  let inUse: InUse
  let traffic: Traffic
  const ends: (() => Promise<unknown>)[] = []

  beforeAll(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'aviary-in-use-'))
    if (engine === 'PostgreSQL 15') postgres = await startPostgres15(folder)
    const mails = await openMailBox()
    ends.push(mails.close)
    server = await startBuiltServer(
      {
        SEED_DEMO: 'false',
        SMTP_URL: mails.url,
        SMTP_RATE: '20',
        ...(postgres ? { DATABASE_URL: postgres.url } : {}),
      },
      { movesClock: true },
    )
    ends.push(server.stop)
    databaseUrl =
      postgres?.url ?? (await startEmbedded({ dataDir: server.dataDir, log: () => undefined })).url
    admin = await signInAt(server.url)
    await ingest(
      'incidents',
      [incident('OPI-9001', { affected_services: ['Expense'], data_centers: ['us2'] })],
      server,
    )
    const manager = await signInAt(server.url, 'ines.incident@acme.example')
    const caller = { ...manager, token: server.token }
    traffic = startTraffic(caller, 'used')
    ends.push(traffic.stop)
    inUse = await useServer(server)
    expect(await send(caller, message(caller, 'used broadcast', 'Y'), [])).toBe(true)
  })

  afterAll(async () => {
    const { upload } = await inUse.end()
    for (const end of ends.reverse()) await end()
    await postgres?.stop()
    rmSync(folder, { recursive: true, force: true })
    expect(errorsIn(server.log()).filter((line) => line.includes('"level":"fatal"'))).toEqual([])
    // None of the faults may break the upload that ran all the time.
    expect(upload).toBe(200)
    expect(unexpected(traffic.failures)).toEqual([])
    expect(server.log().split('Aviary is ready')).toHaveLength(2)
  })

  async function query(text: string, values: unknown[] = []): Promise<pg.QueryResult> {
    const sql = new pg.Client({ connectionString: databaseUrl })
    await sql.connect()
    return sql.query(text, values).finally(() => sql.end())
  }

  const users = () => readAs<{ users: User[] }>(admin, '/auth/production/get_users')
  async function userOf(email: string): Promise<User> {
    const stored = (await users()).users.find((user) => user.email === email)
    if (!stored) throw new Error(`There is no user ${email}`)
    return stored
  }

  const change = (method: 'POST' | 'PUT' | 'DELETE', call: string, body: object) =>
    writeAs<{ role?: { role_id: number } }>(admin, { method, path: `/auth/production/${call}`, body })

  /** Opens streams of a session that is about to end; they must not reconnect. */
  async function openFor(email: string): Promise<Listener[]> {
    const { cookies } = await signInAt(server.url, email)
    const opened = Array.from({ length: 3 }, () => keepListening(server.url, cookies))
    await waitFor(() => expect(opened.every(({ events }) => events[0]?.what === 'hello')).toBe(true))
    return opened
  }
  async function expectEnded(opened: Listener[]): Promise<void> {
    await waitFor(() =>
      expect(opened.map(({ refused }) => refused.includes(401))).toEqual(opened.map(() => true)),
    )
    await Promise.all(opened.map((stream) => stream.leave()))
  }

  test('the connection that hears of changes is cut, again and again', async () => {
    for (let cut = 0; cut < 3; cut += 1) {
      await query(
        `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'aviary-changes'`,
      )
      await inUse.expectGoesOn()
    }
  })

  test('every connection to the database is cut at once', async () => {
    await query(
      `select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'aviary%'`,
    )
    await inUse.expectGoesOn()
  })

  test('people with open pages are deleted, renamed and signed out', async () => {
    for (const end of [
      (user: User) => change('DELETE', 'delete_user', { user_id: user.user_id }),
      (user: User) => change('PUT', 'edit_user', { user_id: user.user_id, email: 'renamed@acme.example' }),
      (user: User) =>
        writeAs(admin, { method: 'DELETE', path: '/api/sessions/', body: { all_of_user_id: user.user_id } }),
    ]) {
      const opened = await openFor('oleg.operator@acme.example')
      await end(await userOf('oleg.operator@acme.example'))
      await expectEnded(opened)
      await inUse.expectGoesOn()
    }
  })

  test('a role that people with open pages hold is deleted', async () => {
    const { role } = await change('POST', 'create_role', { display_name: 'For a while' })
    const { user_id, role_ids } = await userOf('sam.support@acme.example')
    await change('PUT', 'edit_user', { user_id, role_ids: [...role_ids, role?.role_id] })
    await change('DELETE', 'delete_role', { role_id: role?.role_id })
    await inUse.expectGoesOn()
  })

  test('the clock leaps ahead and is set back', async () => {
    await server.setClockAhead(HOUR_MS)
    await inUse.expectGoesOn()
    await server.setClockAhead(0)
    await inUse.expectGoesOn()
  })
})
