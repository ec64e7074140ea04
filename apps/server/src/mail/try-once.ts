import type { Clock } from '../clock.ts'
import { type Job, TRY_MS } from './claims.ts'
import { nextTry, readFailure, storable } from './failure.ts'
import type { Lane } from './lane.ts'
import type { Outcome } from './queue/queries.ts'

/** Milliseconds between tries while the mail server is away; such tries do not count as attempts. */
export const AWAY_MS = 10_000

/** Tries one mail and returns its outcome; never throws. */
export async function tryOnce(
  lane: Lane,
  { job, clock }: { job: Job; clock: Clock },
): Promise<Outcome & { isAway: boolean }> {
  const base = { deliveryId: job.deliveryId, attempts: job.attempts + 1, isAway: false }
  try {
    const response = storable(await withinTime(lane, lane.send(job), TRY_MS))
    return { ...base, state: 'sent', response, at: clock(), dueAt: null }
  } catch (error) {
    const now = clock()
    const { kind, isPermanent, response } = readFailure(error)
    const result = { ...base, response, at: now }
    if (kind === 'away') {
      const dueAt = new Date(now.getTime() + AWAY_MS)
      return { ...result, attempts: job.attempts, isAway: true, state: 'deferred', dueAt }
    }
    const dueAt = isPermanent ? undefined : nextTry(base.attempts, now)
    return dueAt ? { ...result, state: 'deferred', dueAt } : { ...result, state: 'failed', dueAt: null }
  }
}

/**
 * Ends a try after `ms` by closing its lane. A worker's try must end before the lease of the mail, because
 * another worker may claim the mail afterwards.
 */
export async function withinTime<T>(lane: Lane, work: Promise<T>, ms: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      lane.close()
      reject(new Error('The mail server took too long'))
    }, ms)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
