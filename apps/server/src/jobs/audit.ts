import type { FastifyBaseLogger } from 'fastify'
import type { Clock } from '../clock.ts'
import type { Db } from '../database/open.ts'
import { openRetention, type RetentionSettings, sealWaiting } from '../features/audit/public.ts'
import type { Counters, JobName } from '../metrics/counters.ts'
import { startRepeating } from './repeat.ts'

const SEALS_EVERY_MS = 5_000
const TELLS_AT_MOST_EVERY_MS = 60_000
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
 * Seals what was written to the audit log, and moves what is too old out of it. Every process does; one at a time works.
 * Answers how to stop, which waits for the batch under way.
 */
export function startAuditJobs(parts: AuditJobParts): () => Promise<void> {
  const onErrorOf = (job: JobName) => (error: unknown) => {
    parts.jobFailed?.(job)
    parts.log.error({ err: error }, 'the audit log is not kept')
  }
  const stopSealing = startRepeating({
    everyMs: SEALS_EVERY_MS,
    work: openSealing(parts),
    onError: onErrorOf('audit_sealing'),
  })
  const stopArchiving = startRepeating({
    everyMs: ARCHIVES_EVERY_MS,
    work: openArchiving(parts),
    onError: onErrorOf('audit_archiving'),
  })
  return async () => {
    await Promise.all([stopSealing(), stopArchiving()])
  }
}

/** Where the chain ends stands in the log every so often: a copy of the log elsewhere then proves what was sealed when. */
function openSealing({ db, log }: AuditJobParts): Work {
  let end: { sealNo: number; hash: string | null } | undefined
  let toldAt = Number.NEGATIVE_INFINITY
  return async (mayGoOn) => {
    end = (await sealWaiting(db, { mayContinue: mayGoOn })) ?? end
    const now = performance.now()
    if (!end || now - toldAt < TELLS_AT_MOST_EVERY_MS) return
    log.info({ seal_no: end.sealNo, hash: end.hash }, 'the audit log is sealed')
    end = undefined
    toldAt = now
  }
}

function openArchiving({ log, retention, ...parts }: AuditJobParts): Work {
  const archive = openRetention({ ...parts, ...retention })
  return async (mayGoOn) => {
    for (const { fromSeal, toSeal, file } of await archive(mayGoOn))
      log.info({ from_seal: fromSeal, to_seal: toSeal, file }, 'a part of the audit log was archived')
  }
}
