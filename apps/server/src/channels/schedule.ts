import { randomInt } from 'node:crypto'
import type { ChannelDeliveryState } from '@aviary/contract/channels/rules'
import type { Sent } from './kinds/kind.ts'

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
/** Waits for chats, in which nobody wants to read the news of yesterday: 18 hours in all. */
const CHAT_WAITS = WAITS.slice(0, 6)
/** Time between two messages to a chat, which takes about one a second. */
const CHAT_PAUSE_MS = 1_100
const LONGEST_WAIT = 24 * HOUR
/** A channel is paused if every try of this time has failed. */
export const FAILING_MS = 5 * 24 * HOUR

/** Waits differ by up to a tenth, so that deliveries that failed together are not all repeated together. */
const spread = (ms: number): number => Math.round(ms * (0.9 + randomInt(2_001) / 10_000))

export type Outcome = {
  state: Extract<ChannelDeliveryState, 'sent' | 'deferred' | 'failed'>
  /** Time of the next try; null if there is none. */
  dueAt: Date | null
  /** The receiver wants nothing more. */
  isGone: boolean
  /** The channel gets nothing before; null if it may get the next delivery at once. */
  notBefore: Date | null
}

/** Which try this was, counted from 1, and of what kind of channel. */
type Try = { attempt: number; isChat: boolean; now: Date }

/** What follows from one try. */
export function decide({ answer, verdict }: Sent, { attempt, isChat, now }: Try): Outcome {
  const isGone = verdict === 'gone'
  const asked = Math.min(LONGEST_WAIT, readRetryAfter(answer.retryAfter, now))
  const notBefore = isChat ? new Date(now.getTime() + Math.max(CHAT_PAUSE_MS, asked)) : null
  if (verdict === 'accepted') return { state: 'sent', dueAt: null, isGone, notBefore }
  const wait = (isChat ? CHAT_WAITS : WAITS)[attempt - 1]
  if (isGone || wait === undefined) return { state: 'failed', dueAt: null, isGone, notBefore }
  const dueAt = new Date(now.getTime() + Math.max(spread(wait), asked))
  return { state: 'deferred', dueAt, isGone, notBefore }
}

/** Milliseconds to wait; 0 if the receiver asks for nothing that can be read. */
function readRetryAfter(text: string | undefined, now: Date): number {
  if (text === undefined) return 0
  const ms = /^\d+$/.test(text) ? Number(text) * SECOND : Date.parse(text) - now.getTime()
  return Number.isFinite(ms) ? Math.max(0, ms) : 0
}
