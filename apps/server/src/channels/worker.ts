import type { FastifyBaseLogger } from 'fastify'
import type { Clock } from '../clock.ts'
import type { Changes } from '../database/changes.ts'
import type { Db } from '../database/open.ts'
import type { Counters } from '../metrics/counters.ts'
import { throttleLog } from '../process/throttle-log.ts'
import { openWakeableSleep } from '../process/wakeable-sleep.ts'
import * as queue from './queue/queries.ts'
import { type Answer, post, type ReceiverRules } from './receivers.ts'
import { decide, FAILING_MS } from './schedule.ts'
import type { Sealer } from './sealer.ts'
import { signedHeaders } from './standard-webhooks.ts'

/** Requests that one process makes at the same time. */
const LANES = 64
/** Time that a claimed lane belongs to its worker: longer than the longest request, and what is recorded after it. */
const LEASE_MS = 40_000
const MAX_CHECK_INTERVAL_MS = 10_000
const MIN_CHECK_INTERVAL_MS = 200
const AFTER_FAULT_MS = 1_000
const LOG_INTERVAL_MS = 10_000

export type ChannelWorkerParts = {
  db: Db
  clock: Clock
  changes: Pick<Changes, 'subscribe' | 'announce' | 'apply'>
  rules: ReceiverRules
  sealer: Sealer
  log: Pick<FastifyBaseLogger, 'warn' | 'error'>
  channelTried?: Counters['channelTried']
  jobFailed?: Counters['jobFailed']
}

const CHANGED = { topics: ['channels' as const], sessions: [] }

/**
 * Sends what is due to channels: one request at a time to each, so that a receiver that hangs delays no other. A
 * crash loses nothing: the lane is claimed again after its lease, and the receiver gets the same `webhook-id`.
 */
export function openChannelWorker(parts: ChannelWorkerParts): { stop: () => Promise<void> } {
  const { db, clock, changes, log } = parts
  const worker = crypto.randomUUID()
  const sleep = openWakeableSleep()
  const running = new Set<Promise<void>>()
  const logFault = throttleLog(LOG_INTERVAL_MS, (error: unknown) =>
    log.error({ err: error }, 'channels are not being served, trying again'),
  )
  let isStopping = false
  const unsubscribe = changes.subscribe(({ topics }) => {
    if (topics.includes('channels')) sleep.wakeAll()
  })

  /** Serves one claimed lane: one delivery, and gives the lane back. */
  const serveLane = async (channelId: number) => {
    const due = await queue.getDueDelivery(db, channelId, clock())
    if (!due) return queue.releaseLane(db, { channelId, worker })
    // Its owner's account is gone or may no longer have it.
    if (!due.isLive) {
      await db.transaction((transaction) => queue.stopDeliveries(transaction, channelId))
      return queue.releaseLane(db, { channelId, worker })
    }
    const attempts = due.attempts + 1
    const answer = await send(due, parts)
    const at = clock()
    const outcome = decide(answer, attempts, at)
    const failingBefore = new Date(at.getTime() - FAILING_MS)
    const tried = {
      channelId,
      worker,
      deliveryId: due.deliveryId,
      attempts,
      answer,
      outcome,
      at,
      failingBefore,
    }
    let paused: Awaited<ReturnType<typeof queue.recordTry>>
    await persist(async () => {
      paused = await queue.recordTry(db, tried)
    })
    parts.channelTried?.(outcome.state)
    if (!paused) return
    log.warn(
      { channel: channelId, reason: paused },
      'a channel was paused, because its receiver takes nothing',
    )
    await changes.announce(db, CHANGED)
    changes.apply(CHANGED)
  }

  /** The receiver may have accepted it, so recording is repeated until the database is back or the process stops. */
  const persist = async (work: () => Promise<unknown>) => {
    for (;;) {
      try {
        await work()
        return
      } catch (error) {
        logFault(error)
        if (isStopping) return
        await sleep.pause(AFTER_FAULT_MS)
      }
    }
  }

  const start = (channelId: number) => {
    const lane = serveLane(channelId)
      .catch((error: unknown) => {
        parts.jobFailed?.('channels')
        logFault(error)
      })
      .finally(() => {
        running.delete(lane)
        sleep.wakeAll()
      })
    running.add(lane)
  }

  const run = async () => {
    while (!isStopping) {
      try {
        const since = sleep.wakes()
        const now = clock()
        const size = LANES - running.size
        const until = new Date(now.getTime() + LEASE_MS)
        const claimed = size > 0 ? await queue.claimLanes(db, { worker, now, until, size }) : []
        for (const channelId of claimed) start(channelId)
        if (claimed.length > 0 && claimed.length === size) continue
        const due = await queue.getNextDue(db)
        const wait = due ? due.getTime() - clock().getTime() : MAX_CHECK_INTERVAL_MS
        if (!isStopping)
          await sleep.pause(Math.min(MAX_CHECK_INTERVAL_MS, Math.max(MIN_CHECK_INTERVAL_MS, wait)), since)
      } catch (error) {
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
      await Promise.all(running)
    },
  }
}

const UNREADABLE: Answer = {
  status: null,
  answer: 'The address and secret of the channel were encrypted with another SECRETS_KEY',
  retryAfter: undefined,
  ms: 0,
}

/** Posts a delivery once. */
export async function send(
  due: Pick<
    queue.DueDelivery,
    'name' | 'bodies' | 'address' | 'secret' | 'oldSecret' | 'oldSecretUntil' | 'locale'
  >,
  { sealer, rules, clock }: Pick<ChannelWorkerParts, 'sealer' | 'rules' | 'clock'>,
): Promise<Answer> {
  const address = due.address && sealer.unseal(due.address)
  const secret = due.secret && sealer.unseal(due.secret)
  if (!address || !secret) return UNREADABLE
  const at = clock()
  const isOldValid = due.oldSecret !== null && due.oldSecretUntil !== null && due.oldSecretUntil > at
  const old = isOldValid && due.oldSecret ? sealer.unseal(due.oldSecret) : undefined
  const body = due.bodies[due.locale] ?? due.bodies.en ?? ''
  const secrets = old ? [secret, old] : [secret]
  const headers = {
    ...signedHeaders({ name: due.name, body, at, secrets }),
    'content-type': 'application/json',
  }
  return post(address, { headers: { ...headers, 'user-agent': 'Aviary' }, body, rules })
}
