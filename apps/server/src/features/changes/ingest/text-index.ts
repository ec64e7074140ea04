import { setTimeout as pause } from 'node:timers/promises'
import { hasCode, LOCK_NOT_AVAILABLE } from '../../../database/error-code.ts'
import { takeTurn } from '../../../database/locks.ts'
import type { Db } from '../../../database/open.ts'
import * as queries from './queries.ts'

const CHECKS = 10
const CHECK_INTERVAL_MS = 100

/**
 * For an import into an empty table that nobody else uses: drops the text index and returns a function that builds it
 * again in the same transaction (ADR 96). Otherwise the index stays, and the function does nothing. `db` must be a
 * transaction: its end without a commit leaves the index as it was.
 */
export async function deferTextIndex(db: Db): Promise<() => Promise<void>> {
  const definition = await queries.getTextIndex(db)
  const isDropped = definition !== undefined && (await isFree(db)) && (await drop(db))
  return async () => {
    if (isDropped) await queries.createTextIndex(db, definition)
  }
}

/** The table stays locked until the import ends, so nobody may wait for it: not even a server that starts meanwhile. */
async function isFree(db: Db): Promise<boolean> {
  if (await queries.hasChanges(db)) return false
  if (!(await takeTurn(db, 'migration'))) return false
  for (let checks = 1; await queries.isUsedByOthers(db); checks += 1) {
    if (checks === CHECKS) return false
    // PostgreSQL still lists a closed connection for a moment.
    await pause(CHECK_INTERVAL_MS)
  }
  return true
}

async function drop(db: Db): Promise<boolean> {
  try {
    await db.transaction(queries.dropTextIndex)
    return true
  } catch (error) {
    if (!hasCode(error, LOCK_NOT_AVAILABLE)) throw error
    return false
  }
}
