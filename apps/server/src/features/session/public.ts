import type { Db } from '../../database/open.ts'
import { deleteExpiredRecords } from './demo/queries.ts'
import * as queries from './queries.ts'
import { SESSION_IDLES_MS, SESSION_LASTS_MS } from './sessions.ts'

export { DEMO_IDENTITIES } from './demo/identities.ts'
export {
  createServiceToken,
  createUser,
  createUserRole,
  DEMO_DATA,
  getOrCreateSecret,
  getRights,
  getSecret,
  hasUsers,
  seesInternal,
} from './queries.ts'
export { SESSION_IDLES_MS } from './sessions.ts'
export { hashOfPersonalSecret, newTokenSecret, toStoredSecret } from './token-form.ts'
export { newSecret, sha256 } from './tokens.ts'

/**
 * Deletes ended sessions and expired sign-ins, and returns the hashes of the sessions. First shortens
 * sessions that would outlast a new session; such sessions exist after the clock was set back.
 */
export async function deleteEndedSessions(db: Db, now: Date): Promise<string[]> {
  await queries.shortenSessions(db, now, new Date(now.getTime() + SESSION_LASTS_MS))
  const sessions = await queries.deleteEndedSessions(db, now, new Date(now.getTime() - SESSION_IDLES_MS))
  await queries.deleteExpiredSignIns(db, now)
  await deleteExpiredRecords(db, now)
  return sessions
}
