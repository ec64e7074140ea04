import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { Clock } from '../clock.ts'
import type { Changes } from '../database/changes.ts'
import type { Db } from '../database/open.ts'
import type { Counters } from '../metrics/counters.ts'
import { limitConcurrency } from '../process/limit-concurrency.ts'
import { openTakeOver } from '../process/take-over.ts'
import { throttleLog } from '../process/throttle-log.ts'
import { inSpan } from '../process/tracing.ts'
import { openWakeableSleep } from '../process/wakeable-sleep.ts'
import { openAcceptedRecorder } from './accepted/open-recorder.ts'
import { type DueDelivery, listDue } from './due/queries.ts'
import type { ChannelRules, Sent } from './kinds/kind.ts'
import { getChat } from './kinds/queries.ts'
import type { Lane, Tried, TryHooks } from './queue/consequences.ts'
import * as queue from './queue/queries.ts'
import { decide, FAILING_MS } from './schedule.ts'
import type { Sealer } from './sealer.ts'
import { send } from './send.ts'

/** Requests that one process makes at the same time, and how many of them may go to receivers that fail. */
const LANES = 64
const FAILING_LANES = 32
/**
 * A request that takes longer stops counting as one of these, so that receivers that hang for the first time leave room
 * for others; there are so many of those at most.
 */
const SLOW_MS = 2_000
const SLOW_LANES = 128
/** Transactions at the same time: the pool of connections is shared with mails and calls. */
const RECORDERS = 4
/** Claiming waits this long for further lanes that end, and claims for all of them at once. */
const CLAIM_INTERVAL_MS = 20
/** Time that a claimed lane belongs to its claim: longer than the longest request, and what is recorded after it. */
const LEASE_MS = 40_000
const MAX_CHECK_INTERVAL_MS = 10_000
const MIN_CHECK_INTERVAL_MS = 200
const AFTER_FAULT_MS = 1_000
const LOG_INTERVAL_MS = 10_000

export type ChannelWorkerParts = TryHooks & {
  db: Db
  clock: Clock
  changes: Pick<Changes, 'subscribe' | 'announce' | 'apply'>
  rules: ChannelRules
  sealer: Sealer
  log: Pick<FastifyBaseLogger, 'warn' | 'error'>
  channelTried?: Counters['channelTried']
  jobFailed?: Counters['jobFailed']
}

/**
 * Sends what is due to channels: one request at a time to each, so that a receiver that hangs delays no other. A
 * crash loses nothing: the lane is claimed again after its lease, and the receiver gets the same `webhook-id`.
 */
export function openChannelWorker(parts: ChannelWorkerParts): { stop: () => Promise<void> } {
  const { db, clock, changes, log } = parts
  const sleep = openWakeableSleep()
  const running = {
    failing: new Set<Promise<void>>(),
    others: new Set<Promise<void>>(),
    slow: new Set<Promise<void>>(),
  }
  const inTurn = limitConcurrency(RECORDERS)
  const recordAccepted = openAcceptedRecorder(db, { inTurn, turns: RECORDERS })
  const serving = new Set<number>()
  const logFault = throttleLog(LOG_INTERVAL_MS, (error: unknown) =>
    log.error({ err: error }, 'channels are not being served, trying again'),
  )
  const takeOver = openTakeOver()
  let isStopping = false
  const unsubscribe = changes.subscribe(({ topics }) => {
    if (topics.includes('channels')) sleep.wakeAll()
  })

  /** Serves one claimed lane: one delivery, and gives the lane back. */
  const serveLane = async (lane: Lane, due: DueDelivery | undefined) => {
    if (!due) return queue.releaseLane(db, lane)
    const { deliveryId, address } = due
    if (!due.isLive) return queue.stopUnsendable(db, { ...lane, deliveryId, reason: queue.PAUSED })
    if (due.isWithdrawn) return queue.stopUnsendable(db, { ...lane, deliveryId, reason: 'It was taken back' })
    if (due.isInternalNow)
      return queue.stopUnsendable(db, { ...lane, deliveryId, reason: 'The incident is internal now' })
    const attempts = due.attempts + 1
    const isChat = due.kind !== 'webhook'
    const chat = isChat ? await getChat(db, due) : undefined
    if (chat?.isReplaced)
      return queue.stopUnsendable(db, { ...lane, deliveryId, reason: 'A newer version of it is sent' })
    const sent = await traced(due, attempts, () => send({ ...due, chat }, parts))
    if (sent.verdict === 'needless')
      return queue.stopUnsendable(db, { ...lane, deliveryId, reason: sent.answer.answer })
    const at = clock()
    const outcome = decide(sent, { attempt: attempts, isChat, now: at })
    const failingBefore = new Date(at.getTime() - FAILING_MS)
    const tried = { ...lane, due, address, attempts, sent, outcome, at, failingBefore }
    const recorded = await record(tried, { isPlain: !isChat && outcome.state === 'sent' })
    parts.channelTried?.(due.kind, outcome.state)
    if (!recorded) return
    const { pause, isOwnerMailed } = recorded
    if (pause)
      log.warn(
        { channel: lane.channelId, reason: pause.reason },
        'a channel was paused, because its receiver takes nothing',
      )
    const topics = [...(pause ? ['channels' as const] : []), ...(isOwnerMailed ? ['mails' as const] : [])]
    if (topics.length === 0) return
    await changes.announce(db, { topics, sessions: [] })
    changes.apply({ topics, sessions: [] })
  }

  /** A plain try only gives the lane back. Alone if its batch fails, so that no other try keeps it from being recorded. */
  const record = async (tried: Tried, { isPlain }: { isPlain: boolean }) => {
    const alone = () => untilRecorded(() => inTurn(() => queue.recordTry(db, tried, parts)))
    if (!isPlain) return alone()
    return recordAccepted(tried).then(() => undefined, alone)
  }

  /** The receiver may have accepted it, so recording is repeated until the database is back or the process stops. */
  const untilRecorded = async <T>(work: () => Promise<T>): Promise<T | undefined> => {
    for (;;) {
      try {
        return await work()
      } catch (error) {
        logFault(error)
        if (isStopping) return undefined
        await sleep.pause(AFTER_FAULT_MS)
      }
    }
  }

  const start = (claimed: Lane, due: DueDelivery | undefined, set: Set<Promise<void>>) => {
    const { channelId } = claimed
    const slow = setTimeout(() => {
      if (running.slow.size >= SLOW_LANES || !set.delete(lane)) return
      running.slow.add(lane)
      sleep.wakeAll()
    }, SLOW_MS)
    const lane = serveLane(claimed, due)
      .then(() => undefined)
      .catch((error: unknown) => {
        parts.jobFailed?.('channels')
        logFault(error)
      })
      .finally(() => {
        clearTimeout(slow)
        set.delete(lane)
        running.slow.delete(lane)
        serving.delete(channelId)
        sleep.wakeAll()
      })
    set.add(lane)
    serving.add(channelId)
  }

  /** Starts lanes with something due; returns whether more may be due. */
  const claimSome = async (isFailing: boolean): Promise<boolean> => {
    const set = isFailing ? running.failing : running.others
    const free = LANES - running.failing.size - running.others.size
    const size = isFailing ? Math.min(free, FAILING_LANES - running.failing.size) : free
    if (size <= 0) return false
    const now = clock()
    const claim = crypto.randomUUID()
    const until = new Date(now.getTime() + LEASE_MS)
    const lease = { claim, now, until, size, isFailing, takesOver: takeOver.isAllowed() }
    const claimed = await queue.claimLanes(db, lease, [...serving])
    const due = claimed.length === 0 ? [] : await listDue(db, claimed, now)
    const byChannel = new Map(due.map((delivery) => [delivery.channelId, delivery]))
    for (const channelId of claimed) start({ channelId, claim }, byChannel.get(channelId), set)
    return claimed.length === size
  }

  const run = async () => {
    while (!isStopping) {
      try {
        const since = sleep.wakes()
        const hasMore = [await claimSome(false), await claimSome(true)]
        await wait(CLAIM_INTERVAL_MS)
        if (hasMore.includes(true)) continue
        const due = await queue.getNextDue(db, [...serving])
        const ms = due ? due.getTime() - clock().getTime() : MAX_CHECK_INTERVAL_MS
        if (!isStopping)
          await sleep.pause(Math.min(MAX_CHECK_INTERVAL_MS, Math.max(MIN_CHECK_INTERVAL_MS, ms)), since)
      } catch (error) {
        takeOver.claimFailed()
        parts.jobFailed?.('channels')
        logFault(error)
        await sleep.pause(AFTER_FAULT_MS)
      }
    }
  }

  const claiming = run()
  return {
    stop: async () => {
      isStopping = true
      unsubscribe()
      sleep.wakeAll()
      await claiming
      await Promise.all([...running.failing, ...running.others, ...running.slow])
    },
  }
}

/** Tries a delivery in the trace of whoever made its event. */
function traced(due: DueDelivery, attempt: number, work: () => Promise<Sent>): Promise<Sent> {
  const { kind, traceparent: parent, channelId, deliveryId } = due
  const attributes = {
    'aviary.channel.id': channelId,
    'aviary.delivery.id': deliveryId,
    'aviary.attempt': attempt,
  }
  return inSpan({ name: `deliver ${kind}`, kind: 'consumer', parent, attributes }, async (span) => {
    const sent = await work()
    span?.set({ 'aviary.outcome': sent.verdict })
    return sent
  })
}
