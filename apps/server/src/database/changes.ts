import { TOPICS, type Topic } from '@aviary/contract/push/rules'
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { DatabaseClient } from './client.ts'
import type { Db } from './open.ts'
import { insidesOf } from './silent-connections.ts'

/** What one transaction changed. `sessions`: hashes of the session ids that ended. */
export type Change = { topics: Topic[]; sessions: string[] }

export const isChange = ({ topics, sessions }: Change): boolean => topics.length > 0 || sessions.length > 0

/** A change for listeners; `sessions` is unknown after a lost connection, when any session may have ended. */
export type HeardChange = { topics: Topic[]; sessions: string[] | 'unknown' }

export type Changes = {
  /** Notifies all other processes when `db`'s transaction commits; this process is notified by `apply`. */
  announce: (db: Db, change: Change) => Promise<void>
  /** Notifies this process. Call after the commit, so that the writer's next read sees the change. */
  apply: (change: Change) => void
  subscribe: (listener: (change: HeardChange) => void) => () => void
  /** False while changes of other processes may be missed; answers must not come from memory then. */
  isLive: () => boolean
  close: () => Promise<void>
}

const CHANNEL = 'aviary_changed'
const RETRY_MS = 1_000
/** Interval of test queries; without traffic a dead connection would go unnoticed. */
const PING_INTERVAL_MS = 10_000
const ANSWERS_WITHIN_MS = 3_000
/** A PostgreSQL notification holds at most 8,000 bytes, and a session hash takes 43. */
const SESSIONS_PER_MESSAGE = 100
const EVERYTHING: HeardChange = {
  topics: [...TOPICS],
  sessions: 'unknown',
}

type Message = Change & { from: string }

const isTopic = (name: string): name is Topic => TOPICS.some((topic) => topic === name)
/** Drops unknown topics: during an upgrade, a process of a newer version may send them. */
const message = z.object({
  topics: z.array(z.string()).transform((names) => names.filter(isTopic)),
  sessions: z.array(z.string()),
  from: z.string(),
})

/** Parses a notification; undefined if it is malformed. */
function readMessage(payload: string | undefined): Message | undefined {
  try {
    return message.parse(JSON.parse(payload ?? ''))
  } catch {
    return undefined
  }
}

/** Notifies every process on this database except `from`, when `db`'s transaction commits. */
export async function announce(db: Db, { topics, sessions }: Change, from = ''): Promise<void> {
  for (let index = 0; index === 0 || index < sessions.length; index += SESSIONS_PER_MESSAGE) {
    const message: Message = { topics, sessions: sessions.slice(index, index + SESSIONS_PER_MESSAGE), from }
    await db.execute(sql`select pg_notify(${CHANNEL}, ${JSON.stringify(message)})`)
  }
}

type ChangesOptions = { pingIntervalMs?: number }

/** Receives the changes of other processes (PostgreSQL LISTEN/NOTIFY), and reconnects until it is closed. */
export async function openChanges(
  url: string,
  onError: (error: unknown) => void,
  { pingIntervalMs = PING_INTERVAL_MS }: ChangesOptions = {},
): Promise<Changes> {
  const self = crypto.randomUUID()
  const listeners = new Set<(change: HeardChange) => void>()
  let client: DatabaseClient | undefined
  let isClosed = false
  let retry: NodeJS.Timeout | undefined

  const apply = (change: HeardChange) => {
    for (const listener of listeners) {
      try {
        listener(change)
      } catch (error) {
        // Only reports the error, so that the other listeners are still called and the connection stays open.
        onError(error)
      }
    }
  }

  const hear = (payload: string | undefined) => {
    // Other programs can notify too. A malformed message does not say what changed, so everything counts as changed.
    const { from, ...change } = readMessage(payload) ?? { from: '', ...EVERYTHING }
    if (from !== self) apply(change)
  }

  const lost = (broken: DatabaseClient, error: unknown) => {
    if (client !== broken) return
    client = undefined
    if (isClosed) return
    onError(error)
    cutOff(broken)
    retry = setTimeout(reconnect, RETRY_MS)
  }

  const pingClient = (listening: DatabaseClient) => {
    if (client !== listening) return
    listening.query('select').then(
      () => {
        if (listening.isSuperseded)
          lost(listening, new Error('The server that changes are heard of from accepts no writes'))
        else setTimeout(pingClient, pingIntervalMs, listening).unref()
      },
      (error) => lost(listening, error),
    )
  }

  const connect = async () => {
    const next = listenerOn(url)
    next.on('notification', ({ payload }) => hear(payload))
    next.on('error', (error) => lost(next, error))
    next.on('end', () => lost(next, new Error('The connection that hears of changes ended')))
    try {
      await next.connect()
      await next.query(`listen ${CHANNEL}`)
    } catch (error) {
      cutOff(next)
      throw error
    }
    if (isClosed) return next.end()
    client = next
    setTimeout(pingClient, pingIntervalMs, next).unref()
  }

  const reconnect = () => {
    connect().then(
      // Changes made while disconnected are unknown, so everything counts as changed.
      () => apply(EVERYTHING),
      (error) => {
        if (isClosed) return
        onError(error)
        retry = setTimeout(reconnect, RETRY_MS)
      },
    )
  }

  await connect()
  return {
    announce: (db, change) => announce(db, change, self),
    apply,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    isLive: () => client !== undefined,
    close: async () => {
      isClosed = true
      clearTimeout(retry)
      const open = client
      client = undefined
      await open?.end()
    },
  }
}

const listenerOn = (url: string) =>
  new DatabaseClient({
    connectionString: url,
    application_name: 'aviary-changes',
    keepAlive: true,
    connectionTimeoutMillis: ANSWERS_WITHIN_MS,
    query_timeout: ANSWERS_WITHIN_MS,
  })

/** Closes the socket without PostgreSQL's Terminate message, because the server may be gone. */
const cutOff = (client: DatabaseClient) => insidesOf(client).connection.stream.destroy()
