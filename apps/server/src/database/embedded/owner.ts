import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { CannotStart } from '../../process/cannot-start.ts'
import { LOCKS } from '../locks.ts'
import { insidesOf } from '../silent-connections.ts'

const TRIES = 10
const RETRY_DELAY_MS = 200
const COMES_BACK_AFTER_MS = 1_000

/**
 * Claims the database of a data folder for this server process alone, because a stopping process also stops
 * the database. Resolves with a function that releases the claim; rejects if another process has it.
 * PostgreSQL releases the claim of a killed process; after an outage this process renews its claim.
 */
export async function becomeOwner(url: string, dataDir: string): Promise<() => Promise<void>> {
  let client: pg.Client | undefined
  let isGivenBack = false
  let retry: NodeJS.Timeout | undefined

  const comeBack = () => {
    if (isGivenBack) return
    retry = setTimeout(() => take().catch(comeBack), COMES_BACK_AFTER_MS).unref()
  }
  const take = async () => {
    const holder = await acquireLock(url)
    if (!holder)
      throw new CannotStart(
        `Another Aviary serves the data in ${dataDir}: stop it first, or set DATA_DIR to a folder of its own.`,
      )
    client = holder
    holder.once('end', comeBack)
    if (isGivenBack) await holder.end()
  }

  await take()
  return async () => {
    isGivenBack = true
    clearTimeout(retry)
    await client?.end()
  }
}

/** The connection that holds the lock; undefined if another process holds it. */
async function acquireLock(url: string): Promise<pg.Client | undefined> {
  const client = new pg.Client({ connectionString: url, ssl: false })
  // The error is ignored, because the `end` event also reports a lost database.
  client.on('error', () => undefined)
  try {
    await client.connect()
    for (let tries = 1; tries <= TRIES; tries += 1) {
      if (await isLockTaken(client)) return client
      await pause(RETRY_DELAY_MS)
    }
  } catch (error) {
    insidesOf(client).connection.stream.destroy()
    throw error
  }
  await client.end()
  return undefined
}

async function isLockTaken(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ is_taken: boolean }>('select pg_try_advisory_lock($1) as is_taken', [
    LOCKS.owner,
  ])
  return rows[0]?.is_taken ?? false
}
