import { type ReportingParts, reportProgress } from '../features/maintenance/public.ts'
import type { Counters } from '../metrics/counters.ts'
import { startRepeating } from './repeat.ts'

const CHECK_INTERVAL_MS = 5_000

type ProgressJobParts = ReportingParts & { jobFailed?: Counters['jobFailed'] }

/**
 * Tells channels when maintenance starts and ends. Every process runs this job; each event is told by one of them.
 * Returns a function that stops the job after the event in progress.
 */
export const startReportingProgress = (parts: ProgressJobParts): (() => Promise<void>) =>
  startRepeating({
    name: 'maintenance',
    everyMs: CHECK_INTERVAL_MS,
    work: async (mayGoOn) => {
      const { failed } = await reportProgress(parts, mayGoOn)
      if (failed > 0) parts.jobFailed?.('maintenance')
    },
    onError: (error) => {
      parts.jobFailed?.('maintenance')
      parts.log.error({ err: error }, 'channels are not told of maintenance, trying again')
    },
  })
