import { hasCode, UNDEFINED_TABLE } from '../database/error-code.ts'
import type { Db } from '../database/open.ts'
import { getOrCreateSecret, getSecret } from '../features/session/public.ts'

/**
 * Row in `secrets` of a database that demo seeding has filled. `DEMO_DATA` does not prove this: seeding creates that
 * row even if it finds other data and writes none.
 */
const DEMO_MARK = 'demo-seeded'

export const markDemo = (db: Db): Promise<string> => getOrCreateSecret(db, DEMO_MARK, () => 'yes')

/** Whether demo seeding has filled this database; false also for a database without Aviary's tables. */
export async function isDemo(db: Db): Promise<boolean> {
  try {
    return (await getSecret(db, DEMO_MARK)) !== undefined
  } catch (error) {
    if (hasCode(error, UNDEFINED_TABLE)) return false
    throw error
  }
}
