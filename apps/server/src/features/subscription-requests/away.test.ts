import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApp, type TestApp } from '../../../testing/app.ts'
import { createTestDatabase } from '../../../testing/database.ts'
import { startTcpProxy, type TcpProxy } from '../../../testing/tcp-proxy.ts'

let database: Awaited<ReturnType<typeof createTestDatabase>>
let line: TcpProxy
let server: TestApp
beforeAll(async () => {
  database = await createTestDatabase()
  line = await startTcpProxy(database.url)
  server = await openTestApp({ databaseUrl: line.url, environment: { PUBLIC_STATUS: '/status' } })
})
afterAll(async () => {
  await server.close()
  await database.drop()
})

test('while the database is away a reader without a script gets a page that says so', async () => {
  await line.close()
  const answer = await server.app.inject({
    method: 'POST',
    url: '/api/subscription_requests/',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: 'email=ana%40example.com&locale=de',
  })
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([503, 'text/html; charset=utf-8'])
  expect(answer.headers['retry-after']).toBe('3600')
  expect(answer.body).toContain('Wir können Ihre Adresse derzeit nicht entgegennehmen')
})
