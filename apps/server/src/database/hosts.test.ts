import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase } from '../../testing/database.ts'
import { startTcpProxy } from '../../testing/tcp-proxy.ts'
import { waitFor } from '../../testing/wait-for.ts'
import { readAddress } from './address.ts'
import { DatabaseClient } from './client.ts'
import { chooseHost } from './hosts.ts'
import { openDatabase } from './open.ts'

let database: Awaited<ReturnType<typeof createTestDatabase>>
const opened: { close: () => Promise<unknown> }[] = []
beforeAll(async () => {
  database = await createTestDatabase()
})
afterEach(async () => {
  for (const { close } of opened.splice(0).toReversed()) await close()
})
afterAll(() => database.drop())

type Host = { port: string }

/** One address for several hosts; `user` replaces the user of the tests. */
function addressOf(hosts: readonly Host[], user?: { name: string; password: string }): string {
  const url = new URL(database.url)
  const { username, password } = user ? { username: user.name, password: user.password } : url
  const hostList = hosts.map(({ port }) => `127.0.0.1:${port}`).join(',')
  return `postgresql://${username}:${password}@${hostList}${url.pathname}`
}

/**
 * Matches the timeline of a WAL file name in raw protocol data. The name ends a DataRow, so the next byte is the C
 * of CommandComplete.
 */
const TIMELINE = /[0-9A-F]{8}(?=[0-9A-F]{16}C)/

/** `after`: the first answer of each connection waits until this promise resolves. */
type Behaviour = { timeline?: number; after?: () => Promise<unknown> }

/** A proxy to the test database that can delay its first answer and report another timeline. */
async function startHost({ timeline, after }: Behaviour = {}): Promise<Host> {
  const { hostname, port } = new URL(database.url)
  const sockets = new Set<Socket>()
  const server = createServer((near) => {
    const far = connect(Number(port), hostname)
    for (const socket of [near, far]) {
      sockets.add(socket)
      socket.on('error', () => undefined).on('close', () => [near, far].map((end) => end.destroy()))
    }
    near.pipe(far)
    let isFirst = true
    far.on('data', async (chunk: Buffer) => {
      const text = chunk.toString('latin1')
      const fileName = timeline?.toString(16).toUpperCase().padStart(8, '0')
      const changed = fileName ? Buffer.from(text.replace(TIMELINE, fileName), 'latin1') : chunk
      const waits = isFirst
      isFirst = false
      if (waits && after) {
        far.pause()
        await after()
        far.resume()
      }
      near.write(changed)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  opened.push({
    close: async () => {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  })
  return { port: String((server.address() as AddressInfo).port) }
}

/** Accepts connections but never answers, like a host that died behind a firewall. */
async function startDeadHost(): Promise<Host & { accepted: () => number }> {
  const line = await startTcpProxy(database.url)
  line.freeze()
  opened.push(line)
  return { port: new URL(line.url).port, accepted: line.accepted }
}

describe('with two hosts that accept writes', () => {
  test('the one on the newer timeline is used, although the other one answers first', async () => {
    const old = await startHost({ timeline: 2 })
    const promoted = await startHost({ timeline: 10, after: () => pause(30) })
    const address = readAddress(addressOf([old, promoted]))
    expect((await chooseHost(address)).port).toBe(promoted.port)
  })

  test('one that answers after the grace period moves the choice when its timeline is newer', async () => {
    const old = await startHost({ timeline: 2 })
    const promoted = await startHost({ timeline: 3, after: () => pause(700) })
    const address = readAddress(addressOf([old, promoted]))
    expect((await chooseHost(address)).port).toBe(old.port)
    await waitFor(async () => expect((await chooseHost(address)).port).toBe(promoted.port))
  })

  test('the first to answer is used where the role may not ask for the timeline', async () => {
    const user = { name: `user_${randomUUID().replaceAll('-', '')}`, password: 'p' }
    const admin = new pg.Client(database.url)
    await admin.connect()
    await admin.query(`create role ${user.name} login password 'p'`)
    await admin.query('revoke execute on function pg_walfile_name(pg_lsn) from public')
    const first = await startHost({ timeline: 2 })
    const second = await startHost({ timeline: 3, after: () => pause(1_000) })
    const chosen = await chooseHost(readAddress(addressOf([first, second], user)))
    await admin.query('grant execute on function pg_walfile_name(pg_lsn) to public')
    await admin.query(`drop role ${user.name}`)
    await admin.end()
    expect(chosen.port).toBe(first.port)
  })
})

test('a host that never answers delays the choice once', async () => {
  const [dead, alive] = [await startDeadHost(), await startHost()]
  const address = readAddress(addressOf([dead, alive]))
  expect((await chooseHost(address)).port).toBe(alive.port)
  expect(dead.accepted()).toBe(1)
  expect((await chooseHost(address)).port).toBe(alive.port)
  expect(dead.accepted()).toBe(1)
})

test('an idle connection to a host that was left is given to nobody', async () => {
  const old = await startTcpProxy(database.url)
  const port = { port: new URL(old.url).port }
  opened.push(old)
  const promotion = Promise.withResolvers<void>()
  const promoted = await startHost({ timeline: 10, after: () => promotion.promise })
  const url = addressOf([port, promoted])
  const pool = openDatabase(url, () => undefined)
  opened.push(pool)
  await Promise.all([1, 2, 3].map(() => pool.db.execute(sql`select pg_sleep(0.1)`)))
  expect(pool.pool().idle).toBe(3)
  promotion.resolve()
  // Another connection of this process finds the new primary, so the pool's connections are stale.
  const address = readAddress(url)
  await waitFor(async () => expect((await chooseHost(address)).port).toBe(promoted.port))
  const client = new DatabaseClient({ connectionString: url })
  await client.connect()
  await client.end()
  for (const use of [
    () => pool.db.execute(sql`select 'a query'`),
    () => pool.db.transaction((transaction) => transaction.execute(sql`select 'a transaction'`)),
  ]) {
    old.cutNext({ at: 'select', when: 'before' })
    await expect(use()).resolves.toBeDefined()
  }
  expect(pool.pool().idle).toBe(1)
})
