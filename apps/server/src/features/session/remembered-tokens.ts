import { setTimeout } from 'node:timers/promises'
import type { Clock } from '../../clock.ts'
import type { Person } from '../../http/call.ts'
import { NotSignedIn } from '../../http/errors.ts'
import { sha256 } from './tokens.ts'

export type ServiceToken = {
  tokenId: number
  name: string
  scopes: readonly string[]
  expiresAt: Date | null
  /** Of a personal token, with their rights as they are now. */
  person?: Person
}

const ANSWER_TIMEOUT_MS = 2_000
const REMEMBERED_MS = 12 * 60 * 60 * 1000

/**
 * Remembers service tokens for metrics, which are needed most while the database is unavailable. If the
 * database fails or does not answer within two seconds, a token that it confirmed in the last twelve hours is
 * accepted. An answer that comes in time takes precedence.
 */
export function openRememberedTokens(find: (secret: string) => Promise<ServiceToken>, clock: Clock) {
  const remembered = new Map<string, { token: ServiceToken; untilMs: number }>()

  const findAndRemember = async (secret: string): Promise<ServiceToken> => {
    try {
      const token = await find(secret)
      const now = clock().getTime()
      const expiresMs = token.expiresAt?.getTime() ?? Number.POSITIVE_INFINITY
      remembered.set(sha256(secret), { token, untilMs: Math.min(now + REMEMBERED_MS, expiresMs) })
      return token
    } catch (error) {
      if (error instanceof NotSignedIn) remembered.delete(sha256(secret))
      throw error
    }
  }

  return async (secret: string): Promise<ServiceToken> => {
    const lookup = findAndRemember(secret)
    const entry = remembered.get(sha256(secret))
    if (!entry || entry.untilMs <= clock().getTime()) return lookup
    try {
      return await Promise.race([lookup, setTimeout(ANSWER_TIMEOUT_MS, entry.token, { ref: false })])
    } catch (error) {
      if (error instanceof NotSignedIn) throw error
      return entry.token
    }
  }
}
