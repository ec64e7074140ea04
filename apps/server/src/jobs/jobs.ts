import type { FastifyBaseLogger } from 'fastify'
import type { Clock } from '../clock.ts'
import { type Change, type Changes, isChange } from '../database/changes.ts'
import type { Db } from '../database/open.ts'
import { deleteOldChatRows } from '../features/chat/public.ts'
import { deleteOldLinks } from '../features/customer-links/public.ts'
import { deleteGoneWriters } from '../features/messages/public.ts'
import type { SiteLinks } from '../features/published/public.ts'
import { deleteEndedSessions } from '../features/session/public.ts'
import { refreshStatus } from '../features/status/public.ts'
import { deleteOldRequests } from '../features/subscription-requests/public.ts'
import { deleteOldPreviews } from '../features/token-previews/public.ts'
import type { Counters } from '../metrics/counters.ts'
import { inSpan } from '../process/tracing.ts'

const TICK_MS = 30_000
const SPAN = { name: 'job housekeeping', parent: null, isQuiet: true }

type JobParts = {
  db: Db
  changes: Changes
  clock: Clock
  links: SiteLinks
  log: FastifyBaseLogger
  jobFailed?: Counters['jobFailed']
}

/**
 * Starts the periodic jobs. Every process runs them; each job may safely run in several processes at the same
 * time. Returns a function that stops the jobs after the current tick.
 */
export function startJobs(parts: JobParts): () => Promise<void> {
  let running = Promise.resolve()
  const timer = setInterval(() => {
    running = inSpan(SPAN, () => tick(parts)).catch((error: unknown) => {
      parts.jobFailed?.('housekeeping')
      parts.log.error({ err: error }, 'a job failed')
    })
  }, TICK_MS)
  return async () => {
    clearInterval(timer)
    await running
  }
}

/** Runs all jobs once; notifies open pages if the status grid changed or their session ended. */
export async function tick({ db, changes, clock, links }: Omit<JobParts, 'log'>): Promise<void> {
  const now = clock()
  // Refreshes the status grid, because the grid changes without a write when a planned end passes.
  const change = await db.transaction(async (transaction) => {
    const topics = await refreshStatus(transaction, { links, now })
    const sessions = await deleteEndedSessions(transaction, now)
    const change: Change = {
      topics: topics.includes('status') ? [...topics, 'incidents'] : topics,
      sessions,
    }
    if (isChange(change)) await changes.announce(transaction, change)
    return change
  })
  if (isChange(change)) changes.apply(change)
  await deleteGoneWriters(db, now)
  await deleteOldRequests(db, now)
  await deleteOldPreviews(db, now)
  await deleteOldChatRows(db, now)
  await deleteOldLinks(db, now)
}
