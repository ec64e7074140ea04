import { createHash } from 'node:crypto'
import { NotSignedIn, TooMany } from './errors.ts'
import { RateLimitStore } from './rate-limit-store.ts'
import type { Shares } from './shares.ts'

const MINUTE_MS = 60_000
const MAX_GOOD_TOKENS = 1_000
const MAX_BLOCKED = 5_000

type TokenAttempt = { address: string; authorization: string | undefined }

/**
 * Counts wrong tokens per address. Beyond the limit, only tokens that this process has verified before are
 * admitted. One program with an old token thus does not lock out others behind its address.
 */
export function openBadTokens(limit: Shares['badTokensOfAddressAMinute']) {
  const failures = new RateLimitStore()
  const good = new Set<string>()
  /** End of the block by address, in milliseconds of `performance.now()`. */
  const blocked = new Map<string, number>()

  const countFailure = (address: string) => {
    const { current, ttl } = failures.count(address, MINUTE_MS)
    if (current < limit) return
    if (blocked.size >= MAX_BLOCKED) blocked.clear()
    blocked.set(address, performance.now() + ttl)
  }

  /** Runs `check`, which throws NotSignedIn for a wrong token. */
  const watch = async <T>({ address, authorization }: TokenAttempt, check: () => Promise<T>): Promise<T> => {
    if (!authorization) return check() // rejects without a database query
    const digest = createHash('sha256').update(authorization).digest('base64url')
    const left = (blocked.get(address) ?? 0) - performance.now()
    if (left <= 0) blocked.delete(address)
    else if (!good.has(digest))
      throw new TooMany('Too many wrong tokens came from this address; wait a minute', left)
    try {
      const answer = await check()
      if (good.size >= MAX_GOOD_TOKENS) good.clear()
      good.add(digest)
      return answer
    } catch (error) {
      if (error instanceof NotSignedIn) {
        good.delete(digest)
        countFailure(address)
      }
      throw error
    }
  }
  return { watch }
}
