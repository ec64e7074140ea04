import { type PushParts, pushDueFollowUps } from '../features/follow-ups/public.ts'
import type { Counters } from '../metrics/counters.ts'
import { startRepeating } from './repeat.ts'

const CHECK_INTERVAL_MS = 5_000

/**
 * Tells the tracker of follow-ups. Every process runs this job; each follow-up is pushed by one of them.
 * Returns a function that stops the job once the push in progress is over.
 */
export const startPushing = (
  parts: PushParts & { jobFailed?: Counters['jobFailed'] },
): (() => Promise<void>) =>
  startRepeating({
    name: 'tracker',
    everyMs: CHECK_INTERVAL_MS,
    work: async (mayGoOn) => void (await pushDueFollowUps(parts, mayGoOn)),
    onError: (error) => {
      parts.jobFailed?.('tracker')
      parts.log.error({ err: error }, 'follow-ups are not being pushed to the tracker, trying again')
    },
  })
