import type { Clock } from '../clock.ts'
import type { Db } from '../database/open.ts'
import type { WakeableSleep } from '../wakeable-sleep.ts'
import type { MailContent } from './queries.ts'
import {
  type Claimed,
  claimDeliveries,
  getNextDue,
  listContents,
  type Outcome,
  releaseDeliveries,
} from './queue/queries.ts'

/** How long a claimed mail is nobody else's. Whoever dies with it is replaced after that. */
const LEASE_MS = 25_000
/** A mail is begun only while so much of its lease is left that the longest try ends within it. */
export const TRY_MS = 18_000
const BEGINS_WITHIN_MS = LEASE_MS - TRY_MS - 1_000
const MAX_CHECK_INTERVAL_MS = 10_000
const MIN_CHECK_INTERVAL_MS = 200
const LARGEST_CLAIM = 500
const MAX_CONTENTS = 50

export type Job = Claimed & { content: MailContent; createdAt: Date }
type ClaimedJob = Job & { claimedAt: number }

type ClaimParts = { db: Db; clock: Clock; worker: string; lanes: number; sleep: WakeableSleep }

/** The mails that this process holds, and where it gets further ones. */
export function openClaims({ db, clock, worker, lanes, sleep }: ClaimParts) {
  const contents = new Map<number, { contents: Record<string, MailContent>; createdAt: Date }>()
  /** In a lane: tried now, or tried and not yet written down. */
  const held = new Set<number>()
  /** Sent since the last claim was begun, which may hand them out once more. */
  const sent = new Set<number>()
  let queue: ClaimedJob[] = []
  let size = lanes * 2
  /** The last claim was full: there are more. */
  let hasMore = false
  let claiming: Promise<void> | undefined
  let isStopping = false
  /** Something about broadcasts has changed since the queue was claimed: some of it may have been stopped. */
  let isOutdated = false

  const claim = async () => {
    const since = sleep.wakes()
    const now = clock()
    const until = new Date(now.getTime() + LEASE_MS)
    const queued = new Set(queue.map(({ deliveryId }) => deliveryId))
    sent.clear()
    const claimed = await claimDeliveries(db, { worker, now, until, size })
    hasMore = claimed.length === size
    if (claimed.length === 0) {
      // Not while there are mails to try: whoever wants to give them back would wait as well.
      if (queue.length === 0) await sleepUntilDue(now, since)
      return
    }
    // About a second's work at a time: whoever dies holds little, and asking costs little.
    size = hasMore ? Math.min(LARGEST_CLAIM, size * 2) : lanes * 2
    await learnContents(claimed)
    const claimedAt = performance.now()
    // Its lease was over by a clock that leapt, or while the database was away.
    const isOurs = (id: number) => held.has(id) || queued.has(id) || sent.has(id)
    for (const claim of claimed) {
      const broadcast = contents.get(claim.broadcastId)
      const content = broadcast?.contents[claim.locale] ?? broadcast?.contents.en
      if (!broadcast || !content || isOurs(claim.deliveryId)) continue
      queue.push({ ...claim, content, createdAt: broadcast.createdAt, claimedAt })
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
    // What is not wanted now goes first: a claim of security mails alone names hundreds of broadcasts, each of a few mails.
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
      // They are still ours, and nobody else's before their lease ends: given back when the database is there again.
      queue = given
      isOutdated = true
      throw error
    }
  }

  /**
   * One question to the database at a time: a claim made while mails are being given back would miss them, and sleep.
   */
  const alone = (work: () => Promise<void>) => {
    claiming = work().finally(() => {
      claiming = undefined
    })
    return claiming
  }

  /** Nobody waits for the next mails while these go out: they are claimed, and their contents read, beside it. */
  const claimAhead = () => {
    if (!hasMore || claiming || isStopping || queue.length > size / 2) return
    // Whoever waits for it hears of its failure; if nobody does, the next claim fails as well.
    alone(claim).catch(() => undefined)
  }

  return {
    /** The next mail to try; undefined when this process stops. */
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
    /** Claims anew what is not begun: whatever has been stopped falls away. */
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
    /** Gives back what was not begun, at the end. */
    close: async () => {
      await claiming?.catch(() => undefined)
      await release()
    },
  }
}
