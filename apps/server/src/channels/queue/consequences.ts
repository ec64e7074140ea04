import type { Db } from '../../database/open.ts'
import type { Sent } from '../kinds/kind.ts'
import type { Answer } from '../receivers.ts'
import type { Outcome } from '../schedule.ts'

// What follows from a try for its channel: a pause, and a mail to the owner.

export type Lane = { channelId: number; claim: string }

export type Tried = Lane & {
  due: {
    channelId: number
    deliveryId: number
    eventId: number
    reference: string
    /** As it was when the try began. */
    target: string | null
  }
  /** The sealed address that the request was made to. */
  address: string | null
  attempts: number
  sent: Sent
  outcome: Outcome
  at: Date
  /** A channel whose tries have failed since before this time is paused. */
  failingBefore: Date
}

/**
 * What the owner of a channel is mailed. `day`: nothing was accepted for 24 hours; mailed once, until something is
 * accepted again. The others: the channel was paused.
 */
export type OwnerNotice = {
  channelId: number
  name: string
  host: string
  reason: 'day' | 'gone' | 'failing'
  failingSince: Date
  /** What the receiver answered last, or why there was no answer. */
  answer: string
  at: Date
}

/** What else is written in the transaction of a try. */
export type TryHooks = {
  /** Writes the audit row of a pause. */
  auditPause: (transaction: Db, pause: AutomaticPause) => Promise<void>
  /** Creates the mail to the owner of the channel; returns whether there is an owner to mail. */
  mailOwner: (transaction: Db, notice: OwnerNotice) => Promise<boolean>
}

export type AutomaticPause = { channelId: number; name: string; reason: 'gone' | 'failing'; at: Date }

/** A channel after a try. */
type Health = {
  name: string
  host: string
  failingSince: Date | null
  ownerMailedAt: Date | null
  pausedAt: Date | null
}

/** Time without an accepted try after which the owner is mailed. */
const MAILED_AFTER_MS = 24 * 3_600_000

export function toNotice(
  channel: Health,
  { channelId, sent, at }: Tried,
  pause: AutomaticPause | undefined,
): OwnerNotice | undefined {
  const { name, host, failingSince, ownerMailedAt, pausedAt } = channel
  if (failingSince === null || pausedAt !== null) return undefined
  const isMailed = ownerMailedAt !== null && ownerMailedAt >= failingSince
  const isDue = !isMailed && at.getTime() - failingSince.getTime() >= MAILED_AFTER_MS
  const reason = pause?.reason ?? (isDue ? 'day' : undefined)
  return reason && { channelId, name, host, reason, failingSince, answer: describe(sent.answer), at }
}

export function toPause(
  channel: Health,
  { channelId, outcome, at, failingBefore }: Tried,
): AutomaticPause | undefined {
  // A delivery is tried for 75 hours first, so that one failure after quiet days pauses nothing.
  const isOver = outcome.state === 'failed'
  const isFailing = isOver && channel.failingSince !== null && channel.failingSince < failingBefore
  const reason = outcome.isGone ? 'gone' : isFailing ? 'failing' : undefined
  return reason && channel.pausedAt === null ? { channelId, name: channel.name, reason, at } : undefined
}

export const describe = ({ status, answer }: Answer): string =>
  status === null ? answer : `${status} ${answer.slice(0, 200).toWellFormed()}`.trim()
