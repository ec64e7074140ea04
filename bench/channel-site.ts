import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { ChannelKind } from '@aviary/contract/channels/rules'
import { sql } from 'drizzle-orm'
import { openSealer } from '../apps/server/src/channels/sealer.ts'
import { newWebhookSecret } from '../apps/server/src/channels/standard-webhooks.ts'
import { announce } from '../apps/server/src/database/changes.ts'
import { type Db, openDatabase } from '../apps/server/src/database/open.ts'
import { channelLanes, channelSubscriptions, channels } from '../apps/server/src/database/tables/channels.ts'
import { TEST_KEY } from '../apps/server/testing/app.ts'
import { freePort } from '../apps/server/testing/free-port.ts'
import { startPostgres15 } from '../apps/server/testing/postgres-15.ts'
import { startBuiltServer } from '../e2e/support/server.ts'
import { signIn } from './product.ts'

// What the benchmarks of channels share: a database, channels in it, and their receivers on loopback.

type Arrival = { path: string; name: string; body: string }

/**
 * Receivers by the first part of their path: `/hang/…` never answers, `/busy/…` answers 429, all others accept after
 * up to `delayMs`. `/api/chat.postMessage` is Slack's.
 */
export async function startReceivers(onArrival: (arrival: Arrival) => void, delayMs = 0) {
  const answer = (request: IncomingMessage, response: ServerResponse, body: string) => {
    const { url = '' } = request
    if (url.startsWith('/hang/')) return
    if (url.startsWith('/busy/')) return response.writeHead(429).end()
    const isSlack = url.startsWith('/api/')
    const message = isSlack ? JSON.parse(body) : undefined
    const name = message?.metadata.event_payload.id ?? String(request.headers['webhook-id'])
    onArrival({ path: message ? `/slack/${message.channel}` : url, name, body })
    const reply = isSlack
      ? JSON.stringify({ ok: true, ts: `${nextTs++}.000100`, channel: message.channel })
      : ''
    const end = () => response.writeHead(200, { 'content-type': 'application/json' }).end(reply)
    if (delayMs === 0) end()
    else setTimeout(end, Math.random() * delayMs)
  }
  let nextTs = 1_795_000_000
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => answer(request, response, Buffer.concat(chunks).toString('utf8')))
    // A sender was killed.
    request.on('error', () => undefined)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', 4_096, done))
  const { port } = server.address() as AddressInfo
  const deadPort = await freePort()
  return {
    url: (place: string) => `http://127.0.0.1:${port}${place}`,
    deadUrl: `http://127.0.0.1:${deadPort}/dead`,
    environment: {
      CHANNEL_ALLOWED_NETWORKS: '127.0.0.0/8',
      CHANNEL_PORTS: `${port},${deadPort}`,
      SLACK_API_URL: `http://127.0.0.1:${port}/api`,
    },
    close: async () => {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
}

export type Receivers = Awaited<ReturnType<typeof startReceivers>>

const OWNER = 'ines.incident@acme.example'

/** A database with one built server on it, at which the owner of all channels is signed in. */
export async function openSite(environment: Record<string, string>) {
  const folder = mkdtempSync(path.join(tmpdir(), 'aviary-bench-channels-'))
  const dataDir = mkdtempSync(path.join(tmpdir(), 'aviary-bench-channels-data-'))
  chmodSync(dataDir, 0o711)
  const database = await startPostgres15(folder)
  const settings = {
    ...{ DATABASE_URL: database.url, DATA_DIR: dataDir, SECRETS_KEY: TEST_KEY },
    ...{ SEED_DEMO: 'false', LOG_LEVEL: 'warn', ...environment },
  }
  const server = await startBuiltServer(settings)
  const session = await signIn(server.url, OWNER)
  const { db, close } = openDatabase(database.url, () => undefined)
  return {
    ...{ db, server, session, settings },
    close: async () => {
      await close()
      await server.stop()
      await database.stop()
      for (const each of [folder, dataDir]) rmSync(each, { recursive: true, force: true })
    },
  }
}

export type Site = Awaited<ReturnType<typeof openSite>>

type NewChannel = { kind: ChannelKind; address: string; target?: string }

const sealer = openSealer([TEST_KEY])

/** Creates channels that hear of every P1 message about Expense in us2. */
export async function addChannels(db: Db, list: readonly NewChannel[]): Promise<void> {
  const { rows: owners } = await db.execute<{ id: number }>(
    sql`select user_id as id from users where lower(email) = ${OWNER}`,
  )
  const ownerId = owners[0]?.id
  if (ownerId === undefined) throw new Error(`${OWNER} is not signed in`)
  await db.insert(channels).values(
    list.map(({ kind, address, target }, index) => ({
      ...{ kind, ownerId, name: `Channel ${index}`, host: '127.0.0.1', locale: 'en' },
      ...{ audience: 'EXTERNAL' as const, createdAt: new Date(), target: target ?? null },
      address: sealer.seal(address),
      secret: kind === 'webhook' ? sealer.seal(newWebhookSecret()) : null,
    })),
  )
  await db.execute(sql`insert into ${channelLanes} (channel_id) select channel_id from ${channels}`)
  await db.execute(sql`
    insert into ${channelSubscriptions} (channel_id, category, services, data_centers, alert_types)
    select channel_id, 'P1', '{Expense}', '{us2}',
      array(select alert_type_id from alert_types where priority_type = 'P1')
    from ${channels}`)
}

/** A body such as webhooks get; chats make their messages of it. */
const bodyOf = (id: string) => ({
  type: 'message.published',
  timestamp: '2026-08-20T12:00:00.000Z',
  data: {
    is_internal: false,
    incident: {
      ...{ id: 'inc_1', severity: 'OUTAGE', is_resolved: false, started_at: '2026-08-20T11:00:00.000Z' },
      ...{ services: ['Expense'], data_centers: ['us2'] },
    },
    message: {
      ...{ id, version: 1, type: 'Update', language: 'en', title: 'Update: Expense', is_cut: false },
      ...{ text: 'We have found the cause and are mending it. '.repeat(20), facts: [], next_update_at: null },
    },
    url: null,
  },
})

/** Queues events for every channel, as posting that many messages does; each has a reference of its own. */
export async function queueEvents(db: Db, { from, count }: { from: number; count: number }): Promise<void> {
  const bodies = JSON.stringify({ en: JSON.stringify(bodyOf('message')) })
  await db.transaction(async (transaction) => {
    await transaction.execute(sql`
      insert into channel_events (name, type, audience, reference, bodies, created_at)
      select 'msg_' || n, 'message.published', 'EXTERNAL', 'OPI-' || n, ${bodies}::jsonb, now()
      from generate_series(${from}::int, ${from + count - 1}::int) n`)
    await transaction.execute(sql`select from ${channelLanes} order by channel_id for update`)
    await transaction.execute(sql`
      insert into channel_deliveries (channel_id, event_id, state, due_at, created_at)
      select channel_id, event_id, 'queued', now(), now() from ${channels}, channel_events e
      where e.reference = any(select 'OPI-' || n from generate_series(${from}::int, ${from + count - 1}::int) n)`)
    await transaction.execute(sql`update ${channelLanes} set due_at = least(due_at, now())`)
    await announce(transaction, { topics: ['channels'], sessions: [] })
  })
}

/** Forgets everything that was sent or is still to be sent. */
export const forgetDeliveries = (db: Db) =>
  db.execute(sql`
    truncate channel_attempts, channel_deliveries, channel_threads, channel_events restart identity cascade`)

type Queue = 'delivery_queue' | 'channel_deliveries'

/** Mails or deliveries to channels that are still to be sent, or tried again. */
export async function countWaiting(db: Db, queue: Queue): Promise<number> {
  const { rows } = await db.execute<{ n: number }>(
    sql`select count(*)::int as n from ${sql.identifier(queue)} where due_at is not null`,
  )
  return rows[0]?.n ?? 0
}
