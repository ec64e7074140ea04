import { hasCode, LOCK_NOT_AVAILABLE } from '../../database/error-code.ts'
import type { Db } from '../../database/open.ts'
import { Conflict } from '../../http/errors.ts'
import * as queries from './queries.ts'

/**
 * Waits for all transactions that store references to reference data by name, and blocks new ones until this
 * transaction ends. Throws Conflict if the wait takes too long: an import may take minutes.
 */
export async function lockNamesAlone(db: Db): Promise<void> {
  try {
    await queries.lockNamesAlone(db)
  } catch (error) {
    if (!hasCode(error, LOCK_NOT_AVAILABLE)) throw error
    throw new Conflict('Records are being taken in that may name it; try again when that is over')
  }
}
