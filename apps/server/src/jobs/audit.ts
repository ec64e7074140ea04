import type { FastifyBaseLogger } from 'fastify'
import type { Clock } from '../clock.ts'
import type { Db } from '../database/open.ts'
import { openRetention, type RetentionSettings, sealWaiting } from '../features/audit/public.ts'
import type { Counters, JobName } from '../metrics/counters.ts'
import { startRepeating } from './repeat.ts'

const SEALS_EVERY_MS = 5_000
const MIN_LOG_INTERVAL_MS = 60_000
const ARCHIVES_EVERY_MS = 24 * 60 * 60 * 1000

type Work = Parameters<typeof startRepeating>[0]['work']
type AuditJobParts = {
  db: Db
  clock: Clock
  log: FastifyBaseLogger
  retention: RetentionSettings
  jobFailed?: Counters['jobFailed']
}

/**
 * Seals new audit rows and archives old ones. Every process runs these jobs; a lock lets one process work at
 * a time. Returns a function that stops the jobs after the current batch.
 */
export function startAuditJobs(parts: AuditJobParts): () => Promise<void> {
  const onErrorOf = (job: JobName) => (error: unknown) => {
    parts.jobFailed?.(job)
    parts.log.error({ err: error }, 'the audit log is not kept')
  }
  const stopSealing = startRepeating({
    name: 'audit_sealing',
    everyMs: SEALS_EVERY_MS,
    work: openSealing(parts),
    onError: onErrorOf('audit_sealing'),
  })
  const stopArchiving = startRepeating({
    name: 'audit_archiving',
    everyMs: ARCHIVES_EVERY_MS,
    work: openArchiving(parts),
    onError: onErrorOf('audit_archiving'),
  })
  return async () => {
    await Promise.all([stopSealing(), stopArchiving()])
  }
}

/**
 * Seals rows and regularly logs the last seal: a copy of that log kept elsewhere proves what was sealed when.
 */
function openSealing({ db, log }: AuditJobParts): Work {
  let end: { sealNo: number; hash: string | null } | undefined
  let reportedAt = Number.NEGATIVE_INFINITY
  return async (mayGoOn) => {
    end = (await sealWaiting(db, { mayContinue: mayGoOn })) ?? end
    const now = performance.now()
    if (!end || now - reportedAt < MIN_LOG_INTERVAL_MS) return
    log.info({ seal_no: end.sealNo, hash: end.hash }, 'the audit log is sealed')
    end = undefined
    reportedAt = now
  }
}

function openArchiving({ log, retention, ...parts }: AuditJobParts): Work {
  const archive = openRetention({ ...parts, ...retention })
  return async (mayGoOn) => {
    for (const { fromSeal, toSeal, file } of await archive(mayGoOn))
      log.info({ from_seal: fromSeal, to_seal: toSeal, file }, 'a part of the audit log was archived')
  }
}
