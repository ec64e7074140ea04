import type { FastifyBaseLogger } from 'fastify'
import type { Clock } from '../clock.ts'
import type { Changes } from '../database/changes.ts'
import type { Db } from '../database/open.ts'
import type { Counters } from '../metrics/counters.ts'
import { throttleLog } from '../process/throttle-log.ts'
import { inSpan, listeningTracer } from '../process/tracing.ts'
import { openWakeableSleep } from '../process/wakeable-sleep.ts'
import { type Job, openClaims } from './claims.ts'
import { adviceOn } from './failure.ts'
import type { Transport } from './lane.ts'
import { openOutcomeBatcher } from './outcome-batcher.ts'
import { AWAY_MS, tryOnce } from './try-once.ts'

const AFTER_FAULT_MS = 1_000
/** Log interval of a fault that every lane would otherwise log every second. */
const LOG_INTERVAL_MS = 10_000

export type WorkerParts = {
  db: Db
  clock: Clock
  changes: Pick<Changes, 'subscribe'>
  transport: Transport
  log: Pick<FastifyBaseLogger, 'warn' | 'error'>
  /** Maximum mails per second of this process; 0 for no limit. */
  rate: number
  mailTried?: Counters['mailTried']
  jobFailed?: Counters['jobFailed']
}

/**
 * Sends due mails: claims them from the ledger, sends each over a lane, and records its outcome before that
 * lane takes the next. A crash loses no mail, and can send twice only the mails that were in the lanes.
 */
export function openMailWorker(parts: WorkerParts): { stop: () => Promise<void> } {
  const { db, clock, transport, log } = parts
  const worker = crypto.randomUUID()
  const sleep = openWakeableSleep()
  const outcomes = openOutcomeBatcher(db, worker)
  const claims = openClaims({ db, clock, worker, lanes: transport.lanes, sleep })
  const allowed = openRate(parts.rate, sleep.pause)
  const logFault = throttleLog(LOG_INTERVAL_MS, (error: unknown) =>
    log.error({ err: error }, 'mails are not being sent, trying again'),
  )
  const logUnwritten = (error: unknown, job: Job) =>
    log.error({ err: error, delivery: job.deliveryId }, 'what became of a mail could not be written down')
  const logWaiting = throttleLog(LOG_INTERVAL_MS, logUnwritten)
  let isStopping = false
  let awayUntil = 0

  const unsubscribe = parts.changes.subscribe(({ topics }) => {
    if (!topics.includes('mails')) return
    claims.recheck()
    sleep.wakeAll()
  })

  const record = async (job: Job, outcome: Parameters<typeof outcomes.record>[0]) => {
    // The mail may have been sent, so the lane goes on only after the outcome is recorded, however long the
    // database is away. Only a stop of the process ends the attempts.
    for (;;) {
      try {
        await outcomes.record(outcome)
        claims.letGo(outcome)
        return
      } catch (error) {
        if (isStopping) {
          logUnwritten(error, job)
          return
        }
        logWaiting(error, job)
        await sleep.pause(AFTER_FAULT_MS)
      }
    }
  }

  const runLane = async () => {
    const lane = transport.openLane()
    while (!isStopping) {
      try {
        const away = awayUntil - performance.now()
        if (away > 0) {
          await sleep.pause(away)
          continue
        }
        const job = await claims.next()
        if (!job) break
        await allowed()
        const { isAway, ...outcome } = await traced(lane, { job, clock })
        if (isAway) {
          awayUntil = performance.now() + AWAY_MS
          const { response } = outcome
          log.warn({ response, advice: adviceOn(response) }, 'the mail server is away, trying again')
        }
        parts.mailTried?.({ state: outcome.state, isAway })
        await record(job, outcome)
      } catch (error) {
        parts.jobFailed?.('mail')
        logFault(error)
        await sleep.pause(AFTER_FAULT_MS)
      }
    }
    lane.close()
  }

  const lanes = Promise.all(Array.from({ length: transport.lanes }, runLane))
  return {
    stop: async () => {
      isStopping = true
      claims.stop()
      unsubscribe()
      sleep.wakeAll()
      await lanes
      await claims.close()
    },
  }
}

/** Tries one mail in the trace of whoever sent it. */
const traced: typeof tryOnce = (lane, { job, clock }) => {
  if (!listeningTracer()) return tryOnce(lane, { job, clock })
  const { traceparent: parent = null, broadcastId, deliveryId, attempts } = job
  const attributes = {
    'aviary.broadcast.id': broadcastId,
    'aviary.delivery.id': deliveryId,
    'aviary.attempt': attempts + 1,
    'aviary.queued_ms': Math.max(0, clock().getTime() - job.createdAt.getTime()),
  }
  return inSpan({ name: 'send mail', kind: 'client', parent, attributes }, async (span) => {
    const outcome = await tryOnce(lane, { job, clock })
    span?.set({ 'aviary.outcome': outcome.state })
    if (outcome.state !== 'sent') span?.fail(outcome.isAway ? 'away' : outcome.state)
    return outcome
  })
}

/** Spaces mails evenly; returns a function that waits for the next slot. */
function openRate(rate: number, pause: (ms: number) => Promise<void>): () => Promise<void> {
  let next = 0
  return async () => {
    if (rate === 0) return
    const now = performance.now()
    const turn = Math.max(next, now)
    next = turn + 1_000 / rate
    if (turn > now) await pause(turn - now)
  }
}
