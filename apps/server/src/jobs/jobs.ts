import type { FastifyBaseLogger } from 'fastify'
import type { Clock } from '../clock.ts'
import { type Change, type Changes, isChange } from '../database/changes.ts'
import type { Db } from '../database/open.ts'
import { deleteIdempotencyKeysBefore } from '../features/operations/public.ts'
import { deleteEndedSessions } from '../features/session/public.ts'
import { refreshStatus } from '../features/status/public.ts'
import { deleteDeliveriesBefore } from '../ingest/public.ts'
import type { Counters } from '../metrics/counters.ts'

const TICK_MS = 30_000
/** Senders retry within days, so a month is plenty. */
const DELIVERIES_KEPT_MS = 30 * 24 * 60 * 60 * 1000
/** A form is retried on the same day. */
const ANSWERS_KEPT_MS = 24 * 60 * 60 * 1000

type JobParts = {
  db: Db
  changes: Changes
  clock: Clock
  log: FastifyBaseLogger
  jobFailed?: Counters['jobFailed']
}

/**
 * Periodic jobs. Every process ticks; each job is safe to run in several at once. Returns a function that stops it
 * after the tick under way.
 */
export function startJobs(parts: JobParts): () => Promise<void> {
  let running = Promise.resolve()
  const timer = setInterval(() => {
    running = tick(parts).catch((error: unknown) => {
      parts.jobFailed?.('housekeeping')
      parts.log.error({ err: error }, 'a job failed')
    })
  }, TICK_MS)
  return async () => {
    clearInterval(timer)
    await running
  }
}

/** One tick; open pages are notified if it changed the grid or ended their session. */
export async function tick({ db, changes, clock }: JobParts): Promise<void> {
  const now = clock()
  // A planned end that passes changes the grid without a write.
  const change = await db.transaction(async (transaction) => {
    const hasChanged = await refreshStatus(transaction, now)
    const sessions = await deleteEndedSessions(transaction, now)
    const change: Change = { topics: hasChanged ? ['status', 'incidents'] : [], sessions }
    if (isChange(change)) await changes.announce(transaction, change)
    return change
  })
  if (isChange(change)) changes.apply(change)
  await deleteIdempotencyKeysBefore(db, new Date(now.getTime() - ANSWERS_KEPT_MS))
  await deleteDeliveriesBefore(db, new Date(now.getTime() - DELIVERIES_KEPT_MS))
}
