import type { Clock } from '../../clock.ts'
import type { Changes } from '../../database/changes.ts'
import type { Db } from '../../database/open.ts'
import type { Session } from '../../http/call.ts'
import { readCookie, SESSION_COOKIE, toHostCookieName } from './cookies.ts'
import * as queries from './queries.ts'
import { toPerson } from './to-person.ts'
import { sha256 } from './tokens.ts'

export const SESSION_LASTS_MS = 12 * 60 * 60 * 1000
export const SESSION_IDLES_MS = 2 * 60 * 60 * 1000
const SEEN_UPDATE_MS = 60_000
const MAX_CACHED = 20_000

type CachedSession = { session: Session; expiresAt: number; lastSeenAt: number }

export type Sessions = {
  find: (cookies: string | undefined) => Promise<Session | undefined>
  /** The cached session if it is certainly valid; undefined only means that the cache does not know. */
  peek: (cookies: string | undefined) => CachedSession | undefined
}

type SessionParts = {
  db: Db
  clock: Clock
  changes: Changes
  /** Whether people reach Aviary over https. */
  isSecure: boolean
  onError: (error: unknown) => void
}

/**
 * Finds sessions, and caches them while this process is notified of changes. A sign-out or a change of rights
 * drops sessions from the cache of every process; other processes learn of it by a PostgreSQL notification.
 */
export function openSessions({ db, clock, changes, isSecure, onError }: SessionParts): Sessions {
  const cookieName = toHostCookieName(SESSION_COOKIE, isSecure)
  const cache = new Map<string, CachedSession>()
  let version = 0
  changes.subscribe((change) => {
    version += 1
    const { topics, sessions: ended } = change
    if (topics.includes('rights') || ended === 'unknown') cache.clear()
    else if (ended.length > 0)
      for (const [id, { session }] of cache) if (ended.includes(session.idHash)) cache.delete(id)
  })

  const isAlive = (entry: CachedSession, now: number) => {
    // After the clock was set back, a session must not last longer than a new one.
    entry.expiresAt = Math.min(entry.expiresAt, now + SESSION_LASTS_MS)
    entry.lastSeenAt = Math.min(entry.lastSeenAt, now)
    return now < entry.expiresAt && now - entry.lastSeenAt < SESSION_IDLES_MS
  }

  const markSeen = (entry: CachedSession, now: number) => {
    if (now - entry.lastSeenAt < SEEN_UPDATE_MS) return
    entry.lastSeenAt = now
    queries.updateSessionSeen(db, entry.session.idHash, new Date(now)).catch(onError)
  }

  const peek = (cookies: string | undefined) => {
    const id = readCookie(cookies, cookieName)
    const entry = id && changes.isLive() ? cache.get(id) : undefined
    if (!entry) return undefined
    const now = clock().getTime()
    if (!isAlive(entry, now)) return undefined
    markSeen(entry, now)
    return entry
  }

  const find = async (cookies: string | undefined) => {
    const peeked = peek(cookies)
    if (peeked) return peeked.session
    const id = readCookie(cookies, cookieName)
    if (!id) return undefined
    const versionBefore = version
    const now = clock()
    const row = await queries.getSession(db, sha256(id), {
      now,
      idleSince: new Date(now.getTime() - SESSION_IDLES_MS),
    })
    if (!row) return undefined
    const entry = toCached(row)
    markSeen(entry, now.getTime())
    if (versionBefore === version && changes.isLive()) {
      if (cache.size >= MAX_CACHED) cache.clear()
      cache.set(id, entry)
    }
    return entry.session
  }

  return { find, peek }
}

function toCached(row: NonNullable<Awaited<ReturnType<typeof queries.getSession>>>): CachedSession {
  return {
    expiresAt: row.expiresAt.getTime(),
    lastSeenAt: row.lastSeenAt.getTime(),
    session: {
      idHash: row.idHash,
      antiForgeryToken: row.antiForgeryToken,
      person: toPerson(row),
    },
  }
}
