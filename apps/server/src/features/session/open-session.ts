import { APPLICATION_NAME } from '@aviary/contract/constants'
import { resumeMails as resumeMailsEndpoint } from '@aviary/contract/subscribers/endpoints'
import { type Change, type Changes, isChange } from '../../database/changes.ts'
import type { Db } from '../../database/open.ts'
import type { Call } from '../../http/call.ts'
import { resumeSubscriber } from '../../mail/public.ts'
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
import { sha256 } from './tokens.ts'

export type OpeningParts = {
  log: SignInLog
  changes: Changes
  /** E-mail addresses, in lower case, of people who become administrators at sign-in. */
  administrators: readonly string[]
}

const LONGEST_USER_AGENT = 300

type NewSession = SignedInPerson & {
  sessionId: string
  antiForgeryToken: string
  /** The session id in the browser's cookie before this sign-in. */
  formerSessionId: string | undefined
}

/**
 * Opens a session for a person the provider vouches for. Sets the roles of the person's groups; an address
 * that the operator lists becomes administrator at its next sign-in, but only once. Ends the browser's former
 * session.
 */
export async function openSession(call: Call, newSession: NewSession, parts: OpeningParts): Promise<void> {
  const { log, changes } = parts
  const { change, userId } = await call.db.transaction(async (transaction) => {
    // Locks administration before the user's row, as manual creation of a user does; the reverse order could
    // deadlock.
    await lockAdministration(transaction)
    const user = await getOrCreateUser(transaction, newSession.email, call.now)
    await createNewSession(transaction, { call, newSession, userId: user.userId })
    await createAudit(transaction, {
      applicationName: APPLICATION_NAME,
      userEmail: user.email,
      actionName: 'Sign In',
      createdDate: call.now,
      context: { is_new_user: user.isNew, request_id: call.requestId },
    })
    const areRightsChanged = await setRolesAtSignIn(transaction, {
      ...user,
      groups: 'names' in newSession.groups ? newSession.groups.names : undefined,
      isListedAdministrator: newSession.isEmailVerified && isListed(newSession, parts),
      requestId: call.requestId,
      now: call.now,
    })
    const isResumed = await resumeMails(transaction, { email: user.email, call })
    const change: Change = {
      topics: [
        ...(areRightsChanged ? ['rights' as const] : []),
        ...(isResumed ? ['subscriptions' as const] : []),
      ],
      sessions: await endFormerSession(transaction, newSession),
    }
    if (isChange(change)) await changes.announce(transaction, change)
    return { change, userId: user.userId }
  })
  if (isChange(change)) changes.apply(change)
  const logContext = { request_id: call.requestId, user_id: userId }
  if ('fault' in newSession.groups)
    log.error(
      { ...logContext, reason: newSession.groups.fault },
      'the groups of a person are not known, roles stay as they were',
    )
  if (isListed(newSession, parts) && !newSession.isEmailVerified) log.warn(logContext, NOT_VERIFIED)
  if (change.topics.includes('rights') && (await countAdministrators(call.db)) === 0)
    log.warn(logContext, NOBODY_IS_ADMINISTRATOR)
}

/** Resumes mails that were paused because some bounced: the sign-in shows that the address is in use again. */
async function resumeMails(db: Db, { email, call }: { email: string; call: Call }): Promise<boolean> {
  const resumed = await resumeSubscriber(db, email, call.now)
  if (!resumed) return false
  await createAudit(db, {
    ...{ applicationName: APPLICATION_NAME, userEmail: email, createdDate: call.now },
    actionName: resumeMailsEndpoint.audits ?? '',
    context: { ...resumed, via: 'sign-in', request_id: call.requestId },
  })
  return true
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

/** Ends the browser's former session. Returns the session's hash, or an empty list if there was none. */
async function endFormerSession(db: Db, { formerSessionId }: NewSession): Promise<string[]> {
  if (!formerSessionId) return []
  const idHash = sha256(formerSessionId)
  return (await queries.deleteSession(db, idHash)) ? [idHash] : []
}

type Opening = { call: Call; newSession: NewSession; userId: number }

const createNewSession = (db: Db, { call, newSession, userId }: Opening) =>
  queries.createSession(db, {
    idHash: sha256(newSession.sessionId),
    userId,
    antiForgeryToken: newSession.antiForgeryToken,
    createdAt: call.now,
    lastSeenAt: call.now,
    expiresAt: new Date(call.now.getTime() + SESSION_LASTS_MS),
    idToken: newSession.idToken ?? null,
    userAgent: call.headers['user-agent']?.slice(0, LONGEST_USER_AGENT) ?? null,
  })
