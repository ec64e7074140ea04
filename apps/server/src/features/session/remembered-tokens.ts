import { setTimeout } from 'node:timers/promises'
import type { Clock } from '../../clock.ts'
import { NotSignedIn } from '../../http/errors.ts'

export type ServiceToken = { name: string; scopes: readonly string[]; expiresAt: Date | null }

const ANSWERS_WITHIN_MS = 2_000
const REMEMBERED_MS = 12 * 60 * 60 * 1000

/**
 * For metrics only, which are needed most while the database is away: a token that the database knew within the last twelve
 * hours is believed when it does not answer within two seconds. A database that answers is always believed.
 */
export function openRememberedTokens(find: (tokenHash: string) => Promise<ServiceToken>, clock: Clock) {
  const remembered = new Map<string, { token: ServiceToken; untilMs: number }>()

  const ask = async (tokenHash: string): Promise<ServiceToken> => {
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
    const asked = ask(tokenHash)
    const known = remembered.get(tokenHash)
    if (!known || known.untilMs <= clock().getTime()) return asked
    try {
      return await Promise.race([asked, setTimeout(ANSWERS_WITHIN_MS, known.token, { ref: false })])
    } catch (error) {
      if (error instanceof NotSignedIn) throw error
      return known.token
    }
  }
}
