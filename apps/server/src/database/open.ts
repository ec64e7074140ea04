import { drizzle, type NodePgQueryResultHKT } from 'drizzle-orm/node-postgres'
import type { PgDatabase } from 'drizzle-orm/pg-core'
import pg from 'pg'
import { DatabaseClient } from './client.ts'
import { endWhenSilent } from './silence.ts'

/** A pool or a transaction: queries take either. */
export type Db = PgDatabase<NodePgQueryResultHKT>

/** `taken`: how often a connection was, once a query, once a transaction. `waiting`: who is not given one yet. */
export type PoolState = { acquired: number; inUse: number; idle: number; waiting: number; max: number }

export type OpenDatabase = {
  db: Db
  url: string
  pool: () => PoolState
  close: () => Promise<void>
}

const MAX_CONNECTIONS = 10
/** A network that swallows packets is told from a slow one, and so is a pool that nobody gives back to. */
const CONNECTS_WITHIN_MS = 10_000
/** A query that says nothing for so long is asked after. */
const SILENT_MS = 10_000

/** Compiling a statement costs a hundred times what it saves, wherever the server takes a small table for a large one. */
const WITHOUT_COMPILING = 'set jit = off'

type DatabaseOptions = {
  silentMs?: number
  /** Hears of each connection whose server accepts no writes. */
  onReadOnly?: () => void
}

/** Opens a pool on a PostgreSQL server. `onError` hears of idle connections that broke; the pool replaces them. */
export function openDatabase(
  url: string,
  onError: (error: Error) => void,
  { silentMs = SILENT_MS, onReadOnly = () => undefined }: DatabaseOptions = {},
): OpenDatabase {
  const pool = new Pool({
    Client: DatabaseClient as unknown as new () => pg.ClientBase, // the pool passes it all that is below
    connectionString: url,
    max: MAX_CONNECTIONS,
    application_name: 'aviary',
    connectionTimeoutMillis: CONNECTS_WITHIN_MS,
    keepAlive: true,
    // The pool has stopped its clock by now: watched first, this is not waited for without an end either.
    onConnect: (client) => {
      if (client instanceof DatabaseClient) {
        endWhenSilent(client, { url, silentMs })
        client.onReadOnly = onReadOnly
        if (client.isReadOnly) onReadOnly()
      }
      return client.query(WITHOUT_COMPILING)
    },
  })
  let isClosing = false
  // The pool does not wait until its connections are gone: whoever ends the database then breaks what is closed anyway.
  pool.on('error', (error) => {
    if (!isClosing) onError(error)
  })
  pool.on('release', (_error, client) => {
    if (client instanceof DatabaseClient && client.isStale) expire(pool, client)
  })
  let acquired = 0
  pool.on('acquire', () => {
    acquired += 1
  })
  const close = () => {
    isClosing = true
    return pool.end()
  }
  const state = (): PoolState => ({
    acquired,
    inUse: pool.totalCount - pool.idleCount,
    idle: pool.idleCount,
    waiting: pool.waitingCount,
    max: MAX_CONNECTIONS,
  })
  return { db: drizzle(pool), url, pool: state, close }
}

/** What `pg-pool` has and its types do not tell. */
type PoolInsides = {
  _expired: WeakSet<pg.PoolClient>
  _idle: readonly { client: pg.PoolClient }[]
  _remove: (client: pg.PoolClient) => void
}

const insidesOfPool = (pool: pg.Pool) => pool as unknown as PoolInsides

/** As the pool does it with a connection that has reached its highest age: it goes when it is given back. */
const expire = (pool: pg.Pool, client: pg.PoolClient) => insidesOfPool(pool)._expired.add(client)

/** Closes idle connections that are stale: one whose host was left may lead to an old primary that still accepts writes. */
function removeStale(pool: pg.Pool): void {
  const { _idle } = insidesOfPool(pool)
  for (const { client } of [..._idle])
    if (client instanceof DatabaseClient && client.isStale) insidesOfPool(pool)._remove(client)
}

/**
 * Gives out no stale connection. One that breaks while a transaction has it is given back at once: nobody else listens to its error,
 * which would end the process, and a transaction that could not begin would never give it back.
 */
class Pool extends pg.Pool {
  override connect(): Promise<pg.PoolClient>
  override connect(callback: Parameters<pg.Pool['connect']>[0]): void
  // biome-ignore lint/suspicious/noConfusingVoidType: the two forms that it has
  override connect(callback?: Parameters<pg.Pool['connect']>[0]): Promise<pg.PoolClient> | void {
    removeStale(this)
    if (callback) return super.connect(callback)
    return super.connect().then(givenBackWhenBroken)
  }
}

function givenBackWhenBroken(client: pg.PoolClient): pg.PoolClient {
  const { release } = client
  let isGivenBack = false
  const giveBack = (error?: Error | boolean) => {
    if (isGivenBack) return
    isGivenBack = true
    client.off('error', giveBack)
    release(error)
  }
  client.on('error', giveBack)
  client.release = giveBack
  return client
}
