import { randomInt } from 'node:crypto'
import type { ChannelDeliveryState } from '@aviary/contract/channels/rules'
import type { Answer } from './receivers.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

/** Waits between the tries, as Standard Webhooks suggests: 75 hours in all. */
const WAITS = [
  5 * SECOND,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
  24 * HOUR,
]
const LONGEST_WAIT = 24 * HOUR
/** A channel is paused if every try of this time has failed. */
export const FAILING_MS = 5 * 24 * HOUR

/** Waits differ by up to a tenth, so that deliveries that failed together are not all repeated together. */
const spread = (ms: number): number => Math.round(ms * (0.9 + randomInt(2_001) / 10_000))

export type Outcome = {
  state: Extract<ChannelDeliveryState, 'sent' | 'deferred' | 'failed'>
  /** Time of the next try; null if there is none. */
  dueAt: Date | null
  /** The receiver answered 410: it wants nothing more. */
  isGone: boolean
}

/** What follows from the answer to the given try, counted from 1. Only 2xx counts as accepted. */
export function decide({ status, retryAfter }: Answer, attempt: number, now: Date): Outcome {
  if (status !== null && status >= 200 && status < 300) return { state: 'sent', dueAt: null, isGone: false }
  const wait = WAITS[attempt - 1]
  if (status === 410 || wait === undefined) return { state: 'failed', dueAt: null, isGone: status === 410 }
  const asked = Math.min(LONGEST_WAIT, readRetryAfter(retryAfter, now))
  return { state: 'deferred', dueAt: new Date(now.getTime() + Math.max(spread(wait), asked)), isGone: false }
}

/** Milliseconds to wait; 0 if the receiver asks for nothing that can be read. */
function readRetryAfter(text: string | undefined, now: Date): number {
  if (text === undefined) return 0
  const ms = /^\d+$/.test(text) ? Number(text) * SECOND : Date.parse(text) - now.getTime()
  return Number.isFinite(ms) ? Math.max(0, ms) : 0
}
