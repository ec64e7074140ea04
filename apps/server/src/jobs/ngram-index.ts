import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '../database/open.ts'
import { indexNgrams } from '../features/changes/public.ts'
import type { Counters } from '../metrics/counters.ts'
import { startRepeating } from './repeat.ts'

const CHECK_INTERVAL_MS = 5_000
/** Worth a log line: the first filling, or an import. */
const LOGGED_FROM_ROWS = 10_000

type LetterJobParts = { db: Db; log: FastifyBaseLogger; jobFailed?: Counters['jobFailed'] }

/**
 * Keeps the letter index for short keywords. Every process runs this; a lock lets one work at a time. Until it
 * catches up, searches read the remaining rows. Returns a function that stops it after the step under way.
 */
export const startIndexingNgrams = ({ db, log, jobFailed }: LetterJobParts): (() => Promise<void>) =>
  startRepeating({
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
