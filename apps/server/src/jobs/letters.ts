import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '../database/open.ts'
import { readLetters } from '../features/changes/public.ts'
import type { Counters } from '../metrics/counters.ts'
import { startRepeating } from './repeat.ts'

const CHECK_INTERVAL_MS = 5_000
/** What is worth a line: the first filling, and an import. */
const LOGGED_FROM_ROWS = 10_000

type LetterJobParts = { db: Db; log: FastifyBaseLogger; jobFailed?: Counters['jobFailed'] }

/**
 * Keeps the letters by which short keywords are found. Every process does; one at a time works, and until it has, searches
 * read what it has not. Answers how to stop, which waits for the step under way.
 */
export const startReadingLetters = ({ db, log, jobFailed }: LetterJobParts): (() => Promise<void>) =>
  startRepeating({
    everyMs: CHECK_INTERVAL_MS,
    work: async (mayGoOn) => {
      const changes = await readLetters(db, { mayGoOn })
      if (changes >= LOGGED_FROM_ROWS) log.info({ changes }, 'the letters of changes are read')
    },
    onError: (error) => {
      jobFailed?.('keyword_index')
      log.error({ err: error }, 'the letters of changes are not read')
    },
  })
