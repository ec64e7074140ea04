import type { Clock } from '../clock.ts'
import type { Db } from '../database/open.ts'
import { openTakeOver } from '../process/take-over.ts'
import type { WakeableSleep } from '../process/wakeable-sleep.ts'
import type { MailContent, MailSeries } from './queries.ts'
import {
  type Claimed,
  claimDeliveries,
  getNextDue,
  listContents,
  type Outcome,
  releaseDeliveries,
} from './queue/queries.ts'
import { renewRequestToken } from './request-tokens.ts'

/**
 * Time that a claimed mail belongs to its worker. After that, for example after a crash, another worker can
 * claim the mail.
 */
const LEASE_MS = 25_000
/** Longest time of one try; a mail is started only if this much of its lease is left. */
export const TRY_MS = 18_000
const BEGINS_WITHIN_MS = LEASE_MS - TRY_MS - 1_000
const MAX_CHECK_INTERVAL_MS = 10_000
const MIN_CHECK_INTERVAL_MS = 200
const LARGEST_CLAIM = 500
const MAX_CONTENTS = 50

export type Job = Claimed & {
  content: MailContent
  series: MailSeries | null
  createdAt: Date
  /** Of the trace in which the broadcast was made. */
  traceparent?: string | null
  /** Of the link that confirms a subscription; undefined in all other mails. */
  requestToken?: string
}
type ClaimedJob = Job & { claimedAt: number }

type ClaimParts = { db: Db; clock: Clock; worker: string; lanes: number; sleep: WakeableSleep }

/** Holds the mails that this worker has claimed, and claims further ones when needed. */
export function openClaims({ db, clock, worker, lanes, sleep }: ClaimParts) {
  const contents = new Map<number, Awaited<ReturnType<typeof listContents>>[number]>()
  /** Mails in a lane: being tried, or tried but not recorded yet. */
  const held = new Set<number>()
  /** Mails sent since the last claim began; the claim's query may have read these mails as unsent. */
  const sent = new Set<number>()
  let queue: ClaimedJob[] = []
  let size = lanes * 2
  /** True if the last claim was full: more mails may be due. */
  let hasMore = false
  let claiming: Promise<void> | undefined
  let isStopping = false
  /**
   * True if a broadcast may have changed since the queued mails were claimed: some of them may be stopped.
   */
  let isOutdated = false
  const takeOver = openTakeOver()

  const claim = async () => {
    const since = sleep.wakes()
    const now = clock()
    const until = new Date(now.getTime() + LEASE_MS)
    const queued = new Set(queue.map(({ deliveryId }) => deliveryId))
    sent.clear()
    const takesOver = takeOver.isAllowed()
    const claimed = await claimDeliveries(db, { worker, now, until, size, takesOver }).catch((error) => {
      takeOver.claimFailed()
      throw error
    })
    hasMore = claimed.length === size
    if (claimed.length === 0) {
      // Sleeps only with an empty queue, because a release of queued mails would have to wait for the sleep.
      if (queue.length === 0) await sleepUntilDue(now, since)
      return
    }
    // Claims about one second of work at a time: a crash then delays few mails, and claiming stays cheap.
    size = hasMore ? Math.min(LARGEST_CLAIM, size * 2) : lanes * 2
    await learnContents(claimed)
    const claimedAt = performance.now()
    // A claim can return a mail that this worker still has, because a clock jump or an outage ended its lease
    // early.
    const isOurs = (id: number) => held.has(id) || queued.has(id) || sent.has(id)
    for (const claim of claimed) {
      const broadcast = contents.get(claim.broadcastId)
      const content = broadcast?.contents[claim.locale] ?? broadcast?.contents.en
      if (!broadcast || !content || isOurs(claim.deliveryId)) continue
      const { kind, series, createdAt, traceparent } = broadcast
      const isRequest = kind === 'subscription_request' && claim.uuid === null
      const requestToken = isRequest ? await renewRequestToken(db, claim.broadcastId) : undefined
      const job = { ...claim, content, series, createdAt, traceparent, claimedAt }
      queue.push(requestToken === undefined ? job : { ...job, requestToken })
    }
  }

  const sleepUntilDue = async (now: Date, since: number) => {
    const due = await getNextDue(db)
    if (isStopping) return
    const wait = due ? due.getTime() - now.getTime() : MAX_CHECK_INTERVAL_MS
    await sleep.pause(Math.min(MAX_CHECK_INTERVAL_MS, Math.max(MIN_CHECK_INTERVAL_MS, wait)), since)
  }

  const learnContents = async (claimed: readonly Claimed[]) => {
    const broadcastIds = new Set(claimed.map((claim) => claim.broadcastId))
    // Frees memory by dropping contents that this claim does not need: one claim of security mails can name
    // hundreds of broadcasts.
    if (contents.size > MAX_CONTENTS)
      for (const id of contents.keys()) if (!broadcastIds.has(id)) contents.delete(id)
    const unknown = [...broadcastIds].filter((id) => !contents.has(id))
    if (unknown.length === 0) return
    for (const row of await listContents(db, unknown)) contents.set(row.broadcastId, row)
  }

  const release = async () => {
    const given = queue
    queue = []
    if (given.length === 0) return
    try {
      const deliveryIds = given.map(({ deliveryId }) => deliveryId)
      await releaseDeliveries(db, { worker, deliveryIds, now: clock() })
    } catch (error) {
      // The database is unreachable: the mails stay claimed until their lease ends or a new release succeeds.
      queue = given
      isOutdated = true
      throw error
    }
  }

  /** Runs one query at a time: a claim during a release would miss the mails being released, and sleep. */
  const alone = (work: () => Promise<void>) => {
    claiming = work().finally(() => {
      claiming = undefined
    })
    return claiming
  }

  /** Claims the next mails and reads their contents while the current ones are sent. */
  const claimAhead = () => {
    if (!hasMore || claiming || isStopping || queue.length > size / 2) return
    // Ignores the failure: a caller that awaits `claiming` gets it, otherwise the next claim fails too.
    alone(claim).catch(() => undefined)
  }

  return {
    /** The next mail to try; undefined when the process stops. */
    next: async (): Promise<Job | undefined> => {
      while (!isStopping) {
        const job = queue[0]
        const isOld = job !== undefined && performance.now() - job.claimedAt > BEGINS_WITHIN_MS
        if (job && !isOutdated && !isOld) {
          queue.shift()
          held.add(job.deliveryId)
          claimAhead()
          return job
        }
        if (claiming) await claiming
        else if (job) {
          if (isOld) size = lanes
          isOutdated = false
          await alone(release)
        } else await alone(claim)
      }
      return undefined
    },
    /** Claims the unstarted mails once more; the claim drops those that were stopped. */
    recheck: () => {
      isOutdated = true
    },
    letGo: ({ deliveryId, state }: Pick<Outcome, 'deliveryId' | 'state'>) => {
      held.delete(deliveryId)
      if (state === 'sent') sent.add(deliveryId)
    },
    stop: () => {
      isStopping = true
    },
    /** Releases unstarted mails at the end. */
    close: async () => {
      await claiming?.catch(() => undefined)
      await release()
    },
  }
}
