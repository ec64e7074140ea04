import type { Db } from '../../database/open.ts'
import { deleteExpiredRecords } from './demo/queries.ts'
import * as queries from './queries.ts'
import { SESSION_IDLES_MS, SESSION_LASTS_MS } from './sessions.ts'

export { DEMO_IDENTITIES } from './demo/identities.ts'
export {
  createServiceToken,
  createUser,
  createUserRole,
  getOrCreateSecret,
  getSecret,
  hasUsers,
} from './queries.ts'
export { SESSION_IDLES_MS } from './sessions.ts'
export { hashOf, newSecret } from './tokens.ts'

/**
 * Clears away sessions and sign-ins whose time is over; where the clock was set back, none has more time left than a new one.
 * Answers the hashes of the sessions.
 */
export async function deleteEnded(db: Db, now: Date): Promise<string[]> {
  await queries.shortenSessions(db, now, new Date(now.getTime() + SESSION_LASTS_MS))
  const sessions = await queries.deleteEndedSessions(db, now, new Date(now.getTime() - SESSION_IDLES_MS))
  await queries.deleteExpiredSignIns(db, now)
  await deleteExpiredRecords(db, now)
  return sessions
}
