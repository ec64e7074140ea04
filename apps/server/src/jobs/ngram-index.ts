import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '../database/open.ts'
import { indexNgrams } from '../features/changes/public.ts'
import type { Counters } from '../metrics/counters.ts'
import { startRepeating } from './repeat.ts'

const CHECK_INTERVAL_MS = 5_000
/** A run that indexes at least this many changes is logged: the first filling, or an import. */
const LOGGED_FROM_ROWS = 10_000

type LetterJobParts = { db: Db; log: FastifyBaseLogger; jobFailed?: Counters['jobFailed'] }

/**
 * Keeps the n-gram index up to date. Every process runs this job; a lock lets one process work at a time.
 * Until the index has caught up, searches also read the changes not yet indexed. Returns a function that
 * stops the job after the current step.
 */
export const startIndexingNgrams = ({ db, log, jobFailed }: LetterJobParts): (() => Promise<void>) =>
  startRepeating({
    name: 'keyword_index',
    everyMs: CHECK_INTERVAL_MS,
    work: async (mayGoOn) => {
      const changes = await indexNgrams(db, { mayGoOn })
      if (changes >= LOGGED_FROM_ROWS) log.info({ changes }, 'the letters of changes are read')
    },
    onError: (error) => {
      jobFailed?.('keyword_index')
      log.error({ err: error }, 'the letters of changes are not read')
    },
  })
