import { drizzle, type NodePgQueryResultHKT } from 'drizzle-orm/node-postgres'
import type { PgDatabase } from 'drizzle-orm/pg-core'
import pg from 'pg'

/** A pool or a transaction: queries take either. */
export type Db = PgDatabase<NodePgQueryResultHKT>

export type OpenDatabase = {
  db: Db
  url: string
  /** How often a connection was taken to ask something: once a query, once a transaction. */
  countTaken: () => number
  close: () => Promise<void>
}

const MAX_CONNECTIONS = 10
/** A network that swallows packets is told from a slow one, and so is a pool that nobody gives back to. */
const CONNECTS_WITHIN_MS = 10_000

/** Opens a pool on a PostgreSQL server. `onError` hears of idle connections that broke; the pool replaces them. */
export function openDatabase(url: string, onError: (error: Error) => void): OpenDatabase {
  const pool = new pg.Pool({
    connectionString: url,
    max: MAX_CONNECTIONS,
    application_name: 'aviary',
    connectionTimeoutMillis: CONNECTS_WITHIN_MS,
    keepAlive: true,
  })
  let isClosing = false
  // The pool does not wait until its connections are gone: whoever ends the database then breaks what is closed anyway.
  pool.on('error', (error) => {
    if (!isClosing) onError(error)
  })
  let taken = 0
  pool.on('acquire', () => {
    taken += 1
  })
  const close = () => {
    isClosing = true
    return pool.end()
  }
  return { db: drizzle(pool), url, countTaken: () => taken, close }
}
