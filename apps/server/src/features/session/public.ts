import type { Db } from '../../database/open.ts'
import type { Person } from '../../http/call.ts'
import { deleteExpiredRecords } from './demo/queries.ts'
import * as queries from './queries.ts'
import { SESSION_IDLES_MS, SESSION_LASTS_MS } from './sessions.ts'
import { toPerson } from './to-person.ts'

export { readCookie, toHostCookieName, writeCookie } from './cookies.ts'
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

/** A person with their rights as they are now; undefined if the account was deleted. */
export async function findPerson(db: Db, userId: number): Promise<Person | undefined> {
  const row = await queries.getPerson(db, userId)
  return row && toPerson(row)
}

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
