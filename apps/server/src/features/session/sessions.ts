import type { Clock } from '../../clock.ts'
import type { Changes } from '../../database/changes.ts'
import type { Db } from '../../database/open.ts'
import type { Session } from '../../http/call.ts'
import { ownCookie, readCookie, SESSION_COOKIE } from './cookies.ts'
import * as queries from './queries.ts'
import { hashOf } from './tokens.ts'

export const SESSION_LASTS_MS = 12 * 60 * 60 * 1000
export const SESSION_IDLES_MS = 2 * 60 * 60 * 1000
const SEEN_EVERY_MS = 60_000
const MAX_KEPT = 20_000

type Known = { session: Session; expiresAt: number; lastSeenAt: number }

export type Sessions = {
  find: (cookies: string | undefined) => Promise<Session | undefined>
  /** The session when it is in memory and sure to be still true; undefined says nothing. */
  peek: (cookies: string | undefined) => Known | undefined
}

type SessionParts = {
  db: Db
  clock: Clock
  changes: Changes
  /** People reach Aviary over https. */
  isSecure: boolean
  onError: (error: unknown) => void
}

/**
 * Finds sessions, and keeps the found ones in memory for as long as this process hears of every change: a sign-out or
 * a change of rights anywhere empties the memory before the next request is answered from it.
 */
export function openSessions({ db, clock, changes, isSecure, onError }: SessionParts): Sessions {
  const cookieName = ownCookie(SESSION_COOKIE, isSecure)
  const known = new Map<string, Known>()
  let version = 0
  changes.subscribe((change) => {
    version += 1
    const { topics, sessions: ended } = change
    if (topics.includes('rights') || ended === 'unknown') known.clear()
    else if (ended.length > 0)
      for (const [id, { session }] of known) if (ended.includes(session.idHash)) known.delete(id)
  })

  const isAlive = (entry: Known, now: number) => {
    // A clock that was set back gives nobody more time than there would be from now on.
    entry.expiresAt = Math.min(entry.expiresAt, now + SESSION_LASTS_MS)
    entry.lastSeenAt = Math.min(entry.lastSeenAt, now)
    return now < entry.expiresAt && now - entry.lastSeenAt < SESSION_IDLES_MS
  }

  const markSeen = (entry: Known, now: number) => {
    if (now - entry.lastSeenAt < SEEN_EVERY_MS) return
    entry.lastSeenAt = now
    queries.updateSessionSeen(db, entry.session.idHash, new Date(now)).catch(onError)
  }

  const peek = (cookies: string | undefined) => {
    const id = readCookie(cookies, cookieName)
    const entry = id && changes.isLive() ? known.get(id) : undefined
    if (!entry) return undefined
    const now = clock().getTime()
    if (!isAlive(entry, now)) return undefined
    markSeen(entry, now)
    return entry
  }

  const find = async (cookies: string | undefined) => {
    const remembered = peek(cookies)
    if (remembered) return remembered.session
    const id = readCookie(cookies, cookieName)
    if (!id) return undefined
    const asked = version
    const now = clock()
    const row = await queries.getSession(db, hashOf(id), {
      now,
      idleSince: new Date(now.getTime() - SESSION_IDLES_MS),
    })
    if (!row) return undefined
    const entry = toKnown(row)
    markSeen(entry, now.getTime())
    if (asked === version && changes.isLive()) {
      if (known.size >= MAX_KEPT) known.clear()
      known.set(id, entry)
    }
    return entry.session
  }

  return { find, peek }
}

function toKnown(row: NonNullable<Awaited<ReturnType<typeof queries.getSession>>>): Known {
  return {
    expiresAt: row.expiresAt.getTime(),
    lastSeenAt: row.lastSeenAt.getTime(),
    session: {
      idHash: row.idHash,
      antiForgeryToken: row.antiForgeryToken,
      person: {
        userId: row.userId,
        email: row.email,
        restrictedPageAccess: row.restrictedPageAccess,
        authorization: { is_admin: row.isAdmin, role_ids: row.roleIds, allowed_actions: row.allowedActions },
      },
    },
  }
}
