import { performance } from 'node:perf_hooks'
import { getMetrics } from '@aviary/contract/operations/endpoints'
import pg from 'pg'
import { expect, test } from 'vitest'
import { callPlain, openTestApp } from '../../testing/app.ts'
import { createTestDatabase } from '../../testing/database.ts'
import { scrape } from '../../testing/metrics.ts'
import { runOn } from '../../testing/queries.ts'
import { startTcpProxy } from '../../testing/tcp-proxy.ts'
import { waitFor } from '../../testing/wait-for.ts'
import { sha256 } from '../features/session/public.ts'

/** Time after which Prometheus abandons a scrape. */
const SCRAPE_MS = 10_000

test('without its database a process is scraped all the same, by tokens that it knows', async () => {
  const own = await createTestDatabase()
  const server = await openTestApp({ databaseUrl: own.url })
  const known = await server.createToken(['read:metrics'])
  const revoked = await server.createToken(['read:metrics'])
  const unused = await server.createToken(['read:metrics'])
  const writer = await server.createToken(['ingest:status'])
  expect((await scrape(server, known)).value('aviary_database_up')).toBe(1)
  expect((await scrape(server, revoked)).status).toBe(200)
  expect((await scrape(server, writer)).status).toBe(403)

  const admin = new URL(own.url)
  const name = admin.pathname.slice(1)
  admin.pathname = '/postgres'
  const client = new pg.Client({ connectionString: admin.href })
  await client.connect()
  await client.query(`alter database ${name} allow_connections false`)
  await client.query(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`)

  const away = await waitFor(async () => {
    const answer = await scrape(server, known)
    expect(answer.value('aviary_database_up')).toBe(0)
    return answer
  })
  expect(away.status).toBe(200)
  expect(away.value('aviary_mail_queue_oldest_age_seconds')).toBeUndefined()
  expect(away.value('aviary_mail_queue_mails{state="queued"}')).toBeUndefined()
  expect(away.value('aviary_audit_unsealed_rows')).toBeUndefined()
  expect(away.value('aviary_open_pages')).toBe(0)
  expect((await scrape(server, unused)).status).toBe(503)
  expect((await scrape(server, writer)).status).toBe(403)
  expect((await callPlain(server.app, getMetrics)).status).toBe(401)

  await client.query(`alter database ${name} allow_connections true`)
  await client.end()
  await runOn(server, `update service_tokens set revoked_at = now() where token_hash = '${sha256(revoked)}'`)
  await waitFor(async () => expect((await scrape(server, known)).value('aviary_database_up')).toBe(1))
  expect((await scrape(server, revoked)).status).toBe(401)
  await server.close()
  await own.drop()
})

test('a database that swallows what it is asked costs a scrape a few seconds', async () => {
  const own = await createTestDatabase()
  const line = await startTcpProxy(own.url)
  const server = await openTestApp({ databaseUrl: line.url, silentMs: 300 })
  const token = await server.createToken(['read:metrics'])
  expect((await scrape(server, token)).value('aviary_database_up')).toBe(1)
  line.freeze()
  const start = performance.now()
  const { status, value } = await scrape(server, token)
  expect(performance.now() - start).toBeLessThan(SCRAPE_MS)
  expect([status, value('aviary_database_up')]).toEqual([200, 0])
  line.thaw()
  await waitFor(async () => expect((await scrape(server, token)).value('aviary_database_up')).toBe(1))
  await server.close()
  await line.close()
  await own.drop()
})
