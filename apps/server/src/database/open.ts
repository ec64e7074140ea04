import { drizzle, type NodePgQueryResultHKT } from 'drizzle-orm/node-postgres'
import type { PgDatabase } from 'drizzle-orm/pg-core'
import pg from 'pg'
import { listeningTracer } from '../process/tracing.ts'
import { DatabaseClient } from './client.ts'
import { endWhenSilent } from './silent-connections.ts'
import { traceStatements } from './trace-statements.ts'

/** A pool or a transaction; query functions accept both. */
export type Db = PgDatabase<NodePgQueryResultHKT>

/**
 * `acquired`: total number of connections handed out, one per query or transaction. `waiting`: requests that
 * wait for a connection.
 */
export type PoolState = { acquired: number; inUse: number; idle: number; waiting: number; max: number }

export type OpenDatabase = {
  db: Db
  url: string
  pool: () => PoolState
  close: () => Promise<void>
}

const MAX_CONNECTIONS = 10
/**
 * Time limit for getting a connection: enough for a slow network or a busy pool; a longer wait means lost
 * packets or leaked connections.
 */
const CONNECTS_WITHIN_MS = 10_000
/** Silence after which a query is checked (`silent-connections.ts`). */
const SILENT_MS = 10_000

/**
 * JIT compilation is off, because it costs a hundred times more than it saves when the planner overestimates a small
 * table.
 */
const WITHOUT_COMPILING = 'set jit = off'

type DatabaseOptions = {
  silentMs?: number
  /** Called for each connection whose server accepts no writes. */
  onReadOnly?: () => void
}

/** Opens a pool on a PostgreSQL server. `onError` receives errors of idle connections, which the pool replaces. */
export function openDatabase(
  url: string,
  onError: (error: Error) => void,
  { silentMs = SILENT_MS, onReadOnly = () => undefined }: DatabaseOptions = {},
): OpenDatabase {
  const pool = new Pool({
    Client: DatabaseClient as unknown as new () => pg.ClientBase, // the pool passes these options to its constructor
    connectionString: url,
    max: MAX_CONNECTIONS,
    application_name: 'aviary',
    connectionTimeoutMillis: CONNECTS_WITHIN_MS,
    keepAlive: true,
    // The connect timeout of the pool does not cover the query below, so the silence check starts first.
    onConnect: (client) => {
      if (client instanceof DatabaseClient) {
        endWhenSilent(client, { url, silentMs })
        client.onReadOnly = onReadOnly
        if (client.isReadOnly) onReadOnly()
      }
      const isPrepared = client.query(WITHOUT_COMPILING)
      // Only then, because this statement belongs to no request.
      traceStatements(client)
      return isPrepared
    },
  })
  let isClosing = false
  // Errors while closing are ignored: `pool.end` resolves before the connections are closed, and the database
  // may stop meanwhile.
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

/** Members of `pg-pool` that its types omit. */
type PoolInsides = {
  _expired: WeakSet<pg.PoolClient>
  _idle: readonly { client: pg.PoolClient }[]
  _remove: (client: pg.PoolClient) => void
}

const insidesOfPool = (pool: pg.Pool) => pool as unknown as PoolInsides

/** Makes the pool close this connection when it is released, like a connection past its maximum age. */
const expire = (pool: pg.Pool, client: pg.PoolClient) => insidesOfPool(pool)._expired.add(client)

/** Closes stale idle connections: after a failover they may lead to an old primary that still accepts writes. */
function removeStale(pool: pg.Pool): void {
  const { _idle } = insidesOfPool(pool)
  for (const { client } of [..._idle])
    if (client instanceof DatabaseClient && client.isStale) insidesOfPool(pool)._remove(client)
}

/**
 * Closes stale connections instead of reusing them, and releases a connection at its first error. Without
 * this, the error of a connection in use would end the process, and a transaction whose BEGIN fails would
 * leak its connection.
 */
class Pool extends pg.Pool {
  override connect(): Promise<pg.PoolClient>
  override connect(callback: Parameters<pg.Pool['connect']>[0]): void
  // biome-ignore lint/suspicious/noConfusingVoidType: pg-pool's connect has these two forms
  override connect(callback?: Parameters<pg.Pool['connect']>[0]): Promise<pg.PoolClient> | void {
    removeStale(this)
    // A free connection calls back in the span of whoever freed it.
    if (callback) return super.connect(listeningTracer()?.bind(callback) ?? callback)
    // By callback, because the error of a connection can follow in the same packet as what made it free.
    return new Promise((resolve, reject) => {
      super.connect((error, client) => (client ? resolve(givenBackWhenBroken(client)) : reject(error)))
    })
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
