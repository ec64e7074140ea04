import type { Topic } from '@aviary/contract/push/endpoints'
import { sql } from 'drizzle-orm'
import pg from 'pg'
import type { Db } from './open.ts'

/** What one transaction changed. `sessions` are hashes of session ids that ended. */
export type Change = { topics: Topic[]; sessions: string[] }

export type Changes = {
  /** Tells every process, when `db`'s transaction commits. */
  announce: (db: Db, change: Change) => Promise<void>
  /** Tells this process now: called after the commit, so that the writer's next read sees the change. */
  apply: (change: Change) => void
  subscribe: (listener: (change: Change) => void) => () => void
  /** False while this process may miss changes of others; nothing may be answered from memory then. */
  isLive: () => boolean
  close: () => Promise<void>
}

const CHANNEL = 'aviary_changed'
const RETRY_MS = 1_000
const EVERYTHING: Change = { topics: ['incidents', 'status', 'banner', 'reference', 'rights'], sessions: [] }

/** Tells every process on the database, when `db`'s transaction commits. */
export async function announce(db: Db, change: Change): Promise<void> {
  await db.execute(sql`select pg_notify(${CHANNEL}, ${JSON.stringify(change)})`)
}

/** Listens for what other processes changed (PostgreSQL LISTEN/NOTIFY), and reconnects for as long as it is open. */
export async function openChanges(url: string, onError: (error: unknown) => void): Promise<Changes> {
  const listeners = new Set<(change: Change) => void>()
  let client: pg.Client | undefined
  let isClosed = false
  let retry: NodeJS.Timeout | undefined

  const apply = (change: Change) => {
    for (const listener of listeners) listener(change)
  }

  const lost = (broken: pg.Client, error: unknown) => {
    if (client !== broken) return
    client = undefined
    if (isClosed) return
    onError(error)
    broken.end().catch(onError)
    retry = setTimeout(reconnect, RETRY_MS)
  }

  const connect = async () => {
    const next = new pg.Client({ connectionString: url, application_name: 'aviary-changes', keepAlive: true })
    next.on('notification', (message) => apply(JSON.parse(message.payload ?? '{}') as Change))
    next.on('error', (error) => lost(next, error))
    next.on('end', () => lost(next, new Error('The connection that hears of changes ended')))
    await next.connect()
    await next.query(`listen ${CHANNEL}`)
    client = next
  }

  const reconnect = () => {
    connect().then(
      // What happened while nobody listened is unknown: everything may have changed.
      () => apply(EVERYTHING),
      (error) => {
        onError(error)
        if (!isClosed) retry = setTimeout(reconnect, RETRY_MS)
      },
    )
  }

  await connect()
  return {
    announce,
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
