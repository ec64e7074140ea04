import type { Db } from '../database/open.ts'
import { getProgress } from './queries.ts'
import { claimDeliveries, recordOutcomes } from './queue/queries.ts'

const MOST = 10_000
const MS_PER_MAIL = 10

type Recorded = {
  at: Date
  /** Reply with which the mail server refuses the mail; undefined if it accepts the mail. */
  refusalOf: (email: string) => string | undefined
  accepted: string
}

/**
 * Records each mail of broadcasts as sent or failed, without sending any. Call it in the transaction that
 * created the broadcasts, so that no worker ever sees their mails. Throws if a mail would still be sent.
 */
export async function recordUnsent(
  db: Db,
  broadcastIds: readonly number[],
  { at, refusalOf, accepted }: Recorded,
): Promise<void> {
  const worker = crypto.randomUUID()
  const claimed = await claimDeliveries(db, { worker, now: at, until: at, size: MOST })
  const mails = claimed.filter(({ broadcastId }) => broadcastIds.includes(broadcastId))
  const outcomes = mails.map(({ deliveryId, email }, index) => {
    const refusal = refusalOf(email)
    return {
      deliveryId,
      state: refusal ? ('failed' as const) : ('sent' as const),
      response: refusal ?? accepted,
      attempts: 1,
      at: new Date(at.getTime() + index * MS_PER_MAIL),
      dueAt: null,
    }
  })
  await recordOutcomes(db, worker, outcomes)
  const progress = [...(await getProgress(db, broadcastIds)).values()]
  if (progress.some(({ queued, deferred }) => queued + deferred > 0))
    throw new Error('A mail of the demo data would be sent')
}
