import { APPLICATION_NAME } from '@aviary/contract/constants'
import { type Change, type Changes, isChange } from '../../database/changes.ts'
import type { Db } from '../../database/open.ts'
import type { Call } from '../../http/call.ts'
import {
  countAdministrators,
  lockAdministration,
  NOBODY_IS_ADMINISTRATOR,
  setRolesAtSignIn,
} from '../administration/public.ts'
import { createAudit } from '../audit/public.ts'
import type { SignInLog } from './failed-sign-in.ts'
import * as queries from './queries.ts'
import { SESSION_LASTS_MS } from './sessions.ts'
import type { SignedInPerson } from './sign-in.ts'
import { hashOf } from './tokens.ts'

export type OpeningParts = {
  log: SignInLog
  changes: Changes
  /** Who becomes administrator when they sign in, in lower case. */
  administrators: readonly string[]
}

const LONGEST_USER_AGENT = 300

type NewSession = SignedInPerson & {
  sessionId: string
  antiForgeryToken: string
  /** What the browser's session cookie held until now. */
  formerSessionId: string | undefined
}

/**
 * Whoever the provider vouches for may sign in; a person nobody knows yet starts with the roles that their groups give, if
 * any, and with that of administrators where the operator lists the address. The browser's former session ends.
 */
export async function openSession(call: Call, opened: NewSession, parts: OpeningParts): Promise<void> {
  const { log, changes } = parts
  const { change, userId } = await call.db.transaction(async (transaction) => {
    // First: who creates a user by hand takes the lock before the row as well.
    await lockAdministration(transaction)
    const user = await getOrCreateUser(transaction, opened.email, call.now)
    await createNewSession(transaction, { call, opened, userId: user.userId })
    await createAudit(transaction, {
      applicationName: APPLICATION_NAME,
      userEmail: user.email,
      actionName: 'Sign In',
      createdDate: call.now,
      context: { is_new_user: user.isNew, request_id: call.requestId },
    })
    const areRightsChanged = await setRolesAtSignIn(transaction, {
      ...user,
      groups: 'names' in opened.groups ? opened.groups.names : undefined,
      isListedAdministrator: opened.isEmailVerified && isListed(opened, parts),
      requestId: call.requestId,
      now: call.now,
    })
    const change: Change = {
      topics: areRightsChanged ? ['rights'] : [],
      sessions: await endFormerSession(transaction, opened),
    }
    if (isChange(change)) await changes.announce(transaction, change)
    return { change, userId: user.userId }
  })
  if (isChange(change)) changes.apply(change)
  const about = { request_id: call.requestId, user_id: userId }
  if ('fault' in opened.groups)
    log.error(
      { ...about, reason: opened.groups.fault },
      'the groups of a person are not known, roles stay as they were',
    )
  if (isListed(opened, parts) && !opened.isEmailVerified) log.warn(about, NOT_VERIFIED)
  if (change.topics.length > 0 && (await countAdministrators(call.db)) === 0)
    log.warn(about, NOBODY_IS_ADMINISTRATOR)
}

const NOT_VERIFIED =
  'ADMINISTRATORS lists a person whose address the sign-in provider does not call verified: no role was given. Set OIDC_EMAIL_TRUSTED=true if its addresses can be believed'

const isListed = ({ email }: NewSession, { administrators }: OpeningParts): boolean =>
  administrators.includes(email.toLowerCase())

async function getOrCreateUser(db: Db, email: string, now: Date) {
  const created = await queries.createUser(db, email, now)
  const user = created ?? (await queries.getUserByEmail(db, email))
  if (!user) throw new Error('The user is neither new nor known')
  return { userId: user.userId, email: user.email, isNew: created !== undefined }
}

/** The hash of the session that ended, if the browser had one. */
async function endFormerSession(db: Db, { formerSessionId }: NewSession): Promise<string[]> {
  if (!formerSessionId) return []
  const idHash = hashOf(formerSessionId)
  return (await queries.deleteSession(db, idHash)) ? [idHash] : []
}

type Opening = { call: Call; opened: NewSession; userId: number }

const createNewSession = (db: Db, { call, opened, userId }: Opening) =>
  queries.createSession(db, {
    idHash: hashOf(opened.sessionId),
    userId,
    antiForgeryToken: opened.antiForgeryToken,
    createdAt: call.now,
    lastSeenAt: call.now,
    expiresAt: new Date(call.now.getTime() + SESSION_LASTS_MS),
    idToken: opened.idToken ?? null,
    userAgent: call.headers['user-agent']?.slice(0, LONGEST_USER_AGENT) ?? null,
  })
