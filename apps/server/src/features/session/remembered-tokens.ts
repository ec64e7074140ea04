import { setTimeout } from 'node:timers/promises'
import type { Clock } from '../../clock.ts'
import { NotSignedIn } from '../../http/errors.ts'

export type ServiceToken = {
  tokenId: number
  name: string
  scopes: readonly string[]
  expiresAt: Date | null
}

const ANSWER_TIMEOUT_MS = 2_000
const REMEMBERED_MS = 12 * 60 * 60 * 1000

/**
 * Remembers service tokens for metrics, which are needed most while the database is unavailable. If the
 * database fails or does not answer within two seconds, a token that it confirmed in the last twelve hours is
 * accepted. An answer that comes in time takes precedence.
 */
export function openRememberedTokens(find: (tokenHash: string) => Promise<ServiceToken>, clock: Clock) {
  const remembered = new Map<string, { token: ServiceToken; untilMs: number }>()

  const findAndRemember = async (tokenHash: string): Promise<ServiceToken> => {
    try {
      const token = await find(tokenHash)
      const now = clock().getTime()
      const expiresMs = token.expiresAt?.getTime() ?? Number.POSITIVE_INFINITY
      remembered.set(tokenHash, { token, untilMs: Math.min(now + REMEMBERED_MS, expiresMs) })
      return token
    } catch (error) {
      if (error instanceof NotSignedIn) remembered.delete(tokenHash)
      throw error
    }
  }

  return async (tokenHash: string): Promise<ServiceToken> => {
    const lookup = findAndRemember(tokenHash)
    const entry = remembered.get(tokenHash)
    if (!entry || entry.untilMs <= clock().getTime()) return lookup
    try {
      return await Promise.race([lookup, setTimeout(ANSWER_TIMEOUT_MS, entry.token, { ref: false })])
    } catch (error) {
      if (error instanceof NotSignedIn) throw error
      return entry.token
    }
  }
}
