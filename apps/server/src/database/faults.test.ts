import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApp, type TestApp } from '../../testing/app.ts'
import { freePort } from '../../testing/free-port.ts'
import { toProblem } from '../http/errors.ts'
import { readAddress } from './address.ts'
import { DatabaseClient } from './client.ts'
import { readDatabaseFault } from './faults.ts'
import { chooseHost } from './hosts.ts'

let server: TestApp
beforeAll(async () => {
  server = await openTestApp()
})
afterAll(() => server.close())

test('a database that answers too late is waited for', async () => {
  const client = new DatabaseClient({ connectionString: server.databaseUrl, query_timeout: 50 })
  client.on('error', () => undefined)
  await client.connect()
  const late = await client.query('select pg_sleep(1)').catch((error: unknown) => error)
  await client.end()
  expect(readDatabaseFault(late, server.databaseUrl)).toMatchObject({ passes: true })
})

/** A server that refuses every connection, as PostgreSQL does without a matching line in pg_hba.conf. */
async function startRefusing() {
  const refusing = createServer((socket) => {
    socket.on('error', () => undefined)
    const fields = Buffer.from('SFATAL\0VFATAL\0C28000\0Mno pg_hba.conf entry\0\0')
    const head = Buffer.from('E\0\0\0\0')
    head.writeInt32BE(fields.length + 4, 1)
    socket.once('data', () => socket.end(Buffer.concat([head, fields])))
  }).listen(0, '127.0.0.1')
  await once(refusing, 'listening')
  return { port: (refusing.address() as AddressInfo).port, close: () => refusing.close() }
}

test('a start waits for one unreachable host even if another host refuses', async () => {
  const standby = await startRefusing()
  const url = `postgres://aviary@127.0.0.1:${await freePort()},127.0.0.1:${standby.port}/aviary`
  const error = await chooseHost(readAddress(url)).catch((reason: unknown) => reason)
  standby.close()
  expect(readDatabaseFault(error, url)).toMatchObject({ passes: true })
  expect(toProblem(error, 'id').status).toBe(503)
})

test.each([
  ['connect ENOENT /var/run/postgresql/.s.PGSQL.5432', { code: 'ENOENT', syscall: 'connect' }],
  ['getaddrinfo EAI_AGAIN db', { code: 'EAI_AGAIN', syscall: 'getaddrinfo' }],
  ['connect ENETUNREACH 10.0.0.1:5432', { code: 'ENETUNREACH', syscall: 'connect' }],
])('%s is a database that is away', (message, fields) => {
  const failed = new Error('Failed query', { cause: Object.assign(new Error(message), fields) })
  expect(toProblem(failed, 'id').status).toBe(503)
})
