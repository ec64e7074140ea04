import { Misconfigured } from '../process/cannot-start.ts'
import { DatabaseClient } from './client.ts'
import { insidesOf } from './silent-connections.ts'

const TRIES = 5
const ANSWERS_WITHIN_MS = 5_000
const TOO_MANY_CONNECTIONS = '53300'

const REFUSAL =
  'DATABASE_URL leads to a pooler that gives each transaction another connection (PgBouncer: pool_mode = transaction or statement). ' +
  'Aviary needs sessions, for LISTEN and for locks: set pool_mode = session for this database, or name PostgreSQL itself'

/**
 * Throws Misconfigured if a pooler does not keep one server connection per session: locks and notifications
 * would be lost.
 */
export async function refuseTransactionPooler(first: DatabaseClient, url: string): Promise<void> {
  const own = await backendOf(first)
  // Without a pooler, the process id that the client got at its login is the server's own.
  if (own === insidesOf(first).processID) return
  const second = new DatabaseClient({
    connectionString: url,
    application_name: 'aviary-pooler',
    connectionTimeoutMillis: ANSWERS_WITHIN_MS,
    query_timeout: ANSWERS_WITHIN_MS,
  })
  second.on('error', () => undefined)
  try {
    await second.connect()
    for (let tries = 0; tries < TRIES; tries += 1) {
      const before = await backendOf(first)
      const other = await backendInTransaction(second)
      // In session mode two sessions never share a server process, and a session never changes its process.
      if (before !== own || before === other) throw new Misconfigured(REFUSAL)
      // Asked only now: in a pool of one connection it would wait for the transaction above.
      if ((await backendOf(first)) !== own) throw new Misconfigured(REFUSAL)
      await second.query('rollback')
    }
  } finally {
    await second.end()
  }
}

async function backendOf(client: DatabaseClient): Promise<number> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  return rows[0]?.pid ?? 0
}

/**
 * Begins a transaction and returns the id of the server process that runs it; the caller ends the transaction. Throws
 * Misconfigured if the pooler pools statements and therefore allows no transactions.
 */
async function backendInTransaction(client: DatabaseClient): Promise<number> {
  try {
    await client.query('begin')
  } catch (error) {
    const { message } = error as Error
    if (/statement pooling/.test(message)) throw new Misconfigured(REFUSAL, { cause: error })
    // A pooler lets a client in, and makes its first query wait for a free connection.
    if (/timeout/.test(message)) throw Object.assign(error as Error, { code: TOO_MANY_CONNECTIONS })
    throw error
  }
  return backendOf(client)
}
