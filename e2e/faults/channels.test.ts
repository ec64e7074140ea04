import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBrowser, signInThroughPage } from '../../apps/server/testing/browser.ts'
import { freePort } from '../../apps/server/testing/free-port.ts'
import { startPostgres15 } from '../../apps/server/testing/postgres-15.ts'
import { waitFor } from '../../apps/server/testing/wait-for.ts'
import { type RunningProxy, startProxy } from '../support/proxy.ts'
import { incident, ingest } from '../support/records.ts'
import { type BuiltServer, startBuiltServer } from '../support/server.ts'
import { auditOf, type Caller, message, send } from '../support/traffic.ts'
import { useServer } from '../support/use-server.ts'

// Two processes on one PostgreSQL, in use, that post to channels while they are killed at random.

const CHANNELS = 30
const KILLS = 6
/** Longer than the lease of a dead worker's lane. */
const DELIVERED_WITHIN_MS = 150_000

let folder: string
let database: Awaited<ReturnType<typeof startPostgres15>>
let sql: pg.Client
let proxy: RunningProxy
let processes: BuiltServer[]
let caller: Caller
/** Names of the events that each channel got, in order, with repetitions. */
const got = new Map<string, string[]>()
const receiver = createServer((request, response) => {
  const list = got.get(request.url ?? '') ?? []
  list.push(String(request.headers['webhook-id']))
  got.set(request.url ?? '', list)
  request.resume().on('end', () => setTimeout(() => response.writeHead(204).end(), 40))
})

let port: number
const start = () =>
  startBuiltServer({
    DATABASE_URL: database.url,
    PUBLIC_URL: proxy.url,
    TRUST_PROXY: 'true',
    SEED_DEMO: 'false',
    SECRETS_KEY: 'the key of both processes of this test',
    CHANNEL_ALLOWED_NETWORKS: '127.0.0.0/8',
    CHANNEL_PORTS: String(port),
  })

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'aviary-channels-'))
  database = await startPostgres15(folder)
  port = await freePort()
  await new Promise<void>((done) => receiver.listen(port, '127.0.0.1', done))
  proxy = await startProxy()
  processes = await Promise.all([start(), start()])
  await Promise.all(processes.map(({ url }) => proxy.add(url)))
  sql = new pg.Client({ connectionString: database.url })
  await sql.connect()
  const email = 'ines.incident@acme.example'
  const browser = openBrowser()
  expect(await signInThroughPage(browser, { url: proxy.url, email })).toMatchObject({ status: 200 })
  caller = {
    url: proxy.url,
    email,
    cookies: browser.cookies(),
    antiForgeryToken: browser.cookie('tokens')?.value ?? '',
    token: processes.map(({ token }) => token).join(''),
  }
  const fields = { affected_services: ['Expense'], data_centers: ['us2'] }
  await ingest('incidents', [incident('OPI-9001', fields)], caller)
  // The incident is published before any channel exists, so that its messages are all that channels hear of it.
  expect(await send(caller, message(caller, 'the first message', 'Y'), [])).toBe(true)
  for (let number = 0; number < CHANNELS; number += 1) expect(await createChannel(number)).toBe(true)
})

afterAll(async () => {
  await Promise.all(processes.map((process) => process.stop()))
  await proxy.close()
  await sql.end()
  receiver.closeAllConnections()
  receiver.close()
  await database.stop()
  rmSync(folder, { recursive: true, force: true })
})

async function createChannel(number: number): Promise<boolean> {
  const { rows } = await sql.query<{ id: number }>(
    `select alert_type_id as id from alert_types where priority_type = 'P1' and name = 'Update'`,
  )
  const none = { services: [], data_centers: [], alert_types: [] }
  const P1 = { services: ['Expense'], data_centers: ['us2'], alert_types: rows.map(({ id }) => id) }
  const body = {
    ...{
      name: `Hook ${number}`,
      address: `http://127.0.0.1:${port}/${number}`,
      locale: 'en',
      audience: 'EXTERNAL',
    },
    subscriptions: { P1, P2: none, notifications: { data_centers: [], notification_types: [] } },
    ...auditOf(caller, 'Create Channel'),
  }
  return send(caller, { method: 'POST', path: '/api/channels/', body }, [])
}

/** Kills a process and starts another in its place. */
async function replace(index: number): Promise<void> {
  const old = processes[index]
  if (!old) throw new Error(`There is no process ${index}`)
  process.kill(old.pid, 'SIGKILL')
  proxy.remove(old.url)
  const next = await start()
  processes[index] = next
  await proxy.add(next.url)
}

const count = async (condition: string): Promise<number> =>
  (await sql.query(`select from channel_deliveries where ${condition}`)).rowCount ?? 0

test('processes killed at random lose no delivery, and repeat only what was being sent', async () => {
  const use = await useServer({ url: proxy.url, token: caller.token })
  let messages = 0
  let isOver = false
  const posting = (async () => {
    while (!isOver) {
      while (!(await send(caller, message(caller, `message ${messages}`, 'Y'), []))) await pause(200)
      messages += 1
      await pause(300)
    }
  })()
  for (let kill = 0; kill < KILLS; kill += 1) {
    await pause(300)
    await replace(kill % 2)
  }
  isOver = true
  await posting
  const expected = CHANNELS * messages
  await expect.poll(() => count(`state = 'sent'`), { timeout: DELIVERED_WITHIN_MS }).toBe(expected)
  expect(await count('true')).toBe(expected)
  expect(got.size).toBe(CHANNELS)
  for (const names of got.values()) expect(new Set(names).size).toBe(messages)
  const requests = [...got.values()].flat().length
  console.log(`${requests - expected} of ${expected} were sent twice in ${KILLS} kills`)
  // A kill repeats at most what its process was sending: one request for each channel.
  expect(requests - expected).toBeLessThanOrEqual(CHANNELS * KILLS)
  await waitFor(async () =>
    expect(await sql.query('select from channel_lanes where worker is not null')).toMatchObject({
      rowCount: 0,
    }),
  )
  await use.end()
})
