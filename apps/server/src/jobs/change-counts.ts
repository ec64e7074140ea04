import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '../database/open.ts'
import { countPerHour } from '../features/changes/public.ts'
import type { Counters } from '../metrics/counters.ts'
import { startRepeating } from './repeat.ts'

const CHECK_INTERVAL_MS = 5_000
/** A run that counts at least this many changes from before the counts existed is logged. */
const LOGGED_FROM_ROWS = 10_000

type CountJobParts = { db: Db; log: FastifyBaseLogger; jobFailed?: Counters['jobFailed'] }

/**
 * Keeps the counts of changes per hour up to date. Every process runs this job; a lock lets one process work at a time.
 * Until the counts have caught up, timelines also count what is noted or stored. Returns a function that stops the job
 * after the current step.
 */
export const startCountingChanges = ({ db, log, jobFailed }: CountJobParts): (() => Promise<void>) =>
  startRepeating({
    name: 'change_counts',
    everyMs: CHECK_INTERVAL_MS,
    work: async (mayGoOn) => {
      const { changes } = await countPerHour(db, { mayGoOn })
      if (changes >= LOGGED_FROM_ROWS) log.info({ changes }, 'the changes of each hour are counted')
    },
    onError: (error) => {
      jobFailed?.('change_counts')
      log.error({ err: error }, 'the changes of each hour are not counted')
    },
  })
