import type { FastifyBaseLogger } from 'fastify'
import { applyRetention, listDueKinds, type RetentionParts } from '../features/retention/public.ts'
import type { Counters } from '../metrics/counters.ts'
import { startRepeating } from './repeat.ts'

const CHECK_INTERVAL_MS = 60_000

type RetentionJobParts = RetentionParts & {
  log: FastifyBaseLogger
  jobFailed?: Counters['jobFailed']
  rowsPerBatch?: number
}

/**
 * Deletes old rows once a day. Every process runs this job; a lock lets one process delete, and another one goes on
 * within a minute if that one ends. Returns a function that stops the job after the transaction in progress.
 */
export const startRetention = ({ rowsPerBatch, ...parts }: RetentionJobParts): (() => Promise<void>) =>
  startRepeating({
    name: 'retention',
    everyMs: CHECK_INTERVAL_MS,
    work: async (mayGoOn) => {
      const kinds = await listDueKinds(parts.db, parts.days, parts.clock())
      if (kinds.length === 0) return
      const applied = await applyRetention(parts, {
        ...{ kinds, mayGoOn, author: 'Aviary retention' },
        ...(rowsPerBatch === undefined ? {} : { rowsPerBatch }),
      })
      for (const { kind, rows } of applied ?? [])
        if (Object.keys(rows).length > 0) parts.log.info({ kind, rows }, 'old rows were deleted')
    },
    onError: (error) => {
      parts.jobFailed?.('retention')
      parts.log.error({ err: error }, 'old rows are not deleted, trying again')
    },
  })
