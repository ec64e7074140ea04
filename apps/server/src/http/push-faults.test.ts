import { deleteUser, updateUser } from '@aviary/contract/administration/endpoints'
import { readChanged } from '@aviary/contract/push/rules'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type EventStream, openEventStream } from '../../testing/event-stream.ts'
import { type ListeningApp, openListeningApp } from '../../testing/listening.ts'
import { signInWith } from '../../testing/people.ts'
import { waitFor } from '../../testing/wait-for.ts'

// Streams that end while others are open. An unhandled error fails the run.

const PAGES = 20

let server: ListeningApp
let other: ListeningApp
beforeAll(async () => {
  server = await openListeningApp()
  other = await openListeningApp({ databaseUrl: server.databaseUrl })
})
afterAll(async () => {
  await other.close()
  await server.close()
})

async function openStream(cookies: string, url = server.url): Promise<EventStream> {
  const stream = await openEventStream(url, cookies)
  expect(await stream.next()).toMatchObject({ event: 'hello' })
  return stream
}

const nextTopics = async (stream: EventStream) => readChanged((await stream.next())?.data)?.topics

test.each([
  ['deleted', deleteUser, {}],
  ['given another e-mail', updateUser, { email: 'renamed@acme.example' }],
])('a person with pages open on two servers can be %s', async (_, endpoint, fields) => {
  const person = await signInWith(server, [])
  const admin = await server.signInAs('administrator')
  const ended = [await openStream(person.cookies), await openStream(person.cookies, other.url)]
  const streams = [await openStream(admin.cookies), await openStream(admin.cookies, other.url)]
  const answer = await admin.call(endpoint, { body: { user_id: person.userId, ...fields } })
  expect(answer.status).toBe(200)
  for (const stream of streams) expect(await nextTopics(stream)).toContain('rights')
  for (const stream of ended) expect(await stream.next()).toBeUndefined()
  await Promise.all(streams.map((stream) => stream.leave()))
})

test('every stream ends, to connect again, when changes may have been missed', async () => {
  const { cookies } = await server.signInAs('support')
  const streams = await Promise.all(Array.from({ length: PAGES }, () => openStream(cookies)))
  await server.db.execute(sql`select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'aviary-changes' and datname = current_database()`)
  for (const stream of streams) expect(await stream.next()).toBeUndefined()
  const again = await waitFor(() => openStream(cookies))
  await again.leave()
})

test('an unreadable notification of the database counts as a change of everything', async () => {
  const { cookies } = await server.signInAs('support')
  for (const payload of ['', 'no JSON', '{"topics":"status"}', '[]']) {
    const stream = await openStream(cookies)
    await server.db.execute(sql`select pg_notify('aviary_changed', ${payload})`)
    expect(await stream.next()).toBeUndefined()
  }
})

test('unknown topics of a newer version are ignored', async () => {
  const { cookies } = await server.signInAs('support')
  const stream = await openStream(cookies)
  const sent = JSON.stringify({ topics: ['weather', 'banner'], sessions: [], from: 'another process' })
  await server.db.execute(sql`select pg_notify('aviary_changed', ${sent})`)
  expect(await nextTopics(stream)).toEqual(['banner'])
  await stream.leave()
})
