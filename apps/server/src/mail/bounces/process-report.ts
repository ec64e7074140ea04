import type { Db } from '../../database/open.ts'
import { Busy } from '../../http/errors.ts'
import { addressOf } from '../message.ts'
import type { MailNames } from './mail-names.ts'
import * as queries from './queries.ts'
import type { Failure, Report } from './read-report.ts'

const DAY_MS = 24 * 60 * 60_000
/** An address is paused when this many mails to it came back within two weeks. */
const MAX_BOUNCES = 5
const COUNTED_MS = 14 * DAY_MS

/**
 * Statuses (RFC 3463) that pause an address at the first report: the address does not exist, is invalid, has moved,
 * is disabled, or accepts no mail. The other statuses of the group 5.1 do not say that the address is bad.
 */
const HARD = /^5\.(1\.(1|2|3|4|6|10)|2\.1)$/

export type Bounce = {
  deliveryId: number
  broadcastId: number
  email: string
  status: string
  /** Whether this report paused the address. */
  isPaused: boolean
}

type Found = { report: Report; names: MailNames; now: Date }

export type BounceResult =
  | { outcome: 'taken'; bounce: Bounce }
  | { outcome: 'already received' | 'not for Aviary'; detail: string }

/**
 * Records a mail that came back, and pauses its subscriber if the address is bad, in the caller's transaction.
 * Throws Busy while the mail is being sent, because a report can arrive before the mail server's answer is stored.
 */
export async function processReport(db: Db, { report, names, now }: Found): Promise<BounceResult> {
  if (report.failures.length === 0) return notForUs('It reports no mail that could not be delivered')
  const ids = report.names.flatMap((name) => names.deliveryOf(name) ?? [])
  const [deliveryId] = ids
  const delivery = deliveryId === undefined ? undefined : await queries.lockDelivery(db, deliveryId)
  if (!delivery) return notForUs('It names no mail of this installation')
  const failure = report.failures.find(({ recipient }) => isAddress(recipient, delivery.email))
  if (!failure) return notForUs('The mail reached its address, and not another that it was forwarded to')
  // A repeated report changes nothing, unless the mail was retried meanwhile and counts as sent again.
  if (delivery.hasBounced && delivery.state !== 'sent')
    return { outcome: 'already received', detail: `Mail ${delivery.deliveryId} is known to have come back` }
  if (delivery.isHeld) throw new Busy('The mail is being sent at this moment; send the report again')
  const { broadcastId, email } = delivery
  const { status } = failure
  const isKnown = delivery.hasBounced
  await queries.recordBounce(db, { deliveryId: delivery.deliveryId, broadcastId, ...failure, now, isKnown })
  const isPaused = await pauseIfNeeded(db, { delivery, failure, now })
  return {
    outcome: 'taken',
    bounce: { deliveryId: delivery.deliveryId, broadcastId, email, status, isPaused },
  }
}

/** False for an address that the mail was forwarded to: one bad member must not pause a whole mailing list. */
const isAddress = (recipient: string | undefined, email: string): boolean =>
  recipient === undefined || addressOf(recipient).toLowerCase() === addressOf(email).toLowerCase()

const notForUs = (detail: string): BounceResult => ({ outcome: 'not for Aviary', detail })

type Delivery = NonNullable<Awaited<ReturnType<typeof queries.lockDelivery>>>
type Pausing = { delivery: Delivery; failure: Failure; now: Date }

/** Only mails to subscribers can pause an address: security mails go to people whom their company names. */
async function pauseIfNeeded(db: Db, { delivery, failure, now }: Pausing): Promise<boolean> {
  if (delivery.subscriberId === null) return false
  const subscriber = await queries.lockSubscriber(db, delivery.subscriberId)
  if (!subscriber) return false
  const { subscriberId, resumedAt } = subscriber
  const writtenAt = delivery.sentAt ?? delivery.createdAt
  // The address was resumed after this mail was sent: only later mails show whether the address works now.
  if (resumedAt && writtenAt < resumedAt) return false
  const counted = { email: delivery.email, since: new Date(now.getTime() - COUNTED_MS), resumedAt }
  const isBad = HARD.test(failure.status) || (await queries.countBounces(db, counted)) >= MAX_BOUNCES
  if (!isBad) return false
  await queries.pauseSubscriber(db, { subscriberId, reason: failure.response, now })
  return subscriber.pausedAt === null
}
