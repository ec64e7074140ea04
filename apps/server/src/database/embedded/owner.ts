import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { LOCKS } from '../locks.ts'

const TRIES = 10
const AGAIN_AFTER_MS = 200

/**
 * Takes the database of a data folder for one server process: whoever stops takes the database along. Ends with how to
 * give it back; rejects when another process serves the folder. Of one that was killed, the database lets go by itself.
 */
export async function becomeOwner(url: string, dataDir: string): Promise<() => Promise<void>> {
  const client = new pg.Client({ connectionString: url, ssl: false })
  // The database went first: there is nothing left to give back.
  client.on('error', () => undefined)
  await client.connect()
  for (let tries = 1; tries <= TRIES; tries += 1) {
    const { rows } = await client.query<{ is_taken: boolean }>(
      'select pg_try_advisory_lock($1) as is_taken',
      [LOCKS.owner],
    )
    if (rows[0]?.is_taken) return () => client.end()
    await pause(AGAIN_AFTER_MS)
  }
  await client.end()
  throw new Error(
    `Another Aviary serves the data in ${dataDir}: stop it first, or set DATA_DIR to a folder of its own.`,
  )
}
