import { DatabaseClient } from './client.ts'
import { LOCKS } from './locks.ts'

/**
 * Holds a lock in a session of its own. Resolves with a function that releases it; undefined if another process holds
 * the lock. PostgreSQL releases the lock of a killed process.
 */
export async function holdLock(
  url: string,
  lock: keyof typeof LOCKS,
): Promise<(() => Promise<void>) | undefined> {
  const client = new DatabaseClient({
    connectionString: url,
    application_name: `aviary-${lock}`,
    keepAlive: true,
  })
  client.on('error', () => undefined) // ignored: a lost session only releases the lock
  await client.connect()
  const { rows } = await client.query<{ is_taken: boolean }>('select pg_try_advisory_lock($1) as is_taken', [
    LOCKS[lock],
  ])
  if (rows[0]?.is_taken) return () => client.end()
  await client.end()
  return undefined
}
