import type { BounceOutcome } from '@aviary/contract/ingest/endpoints'
import type { Topic } from '@aviary/contract/push/rules'
import type { Db } from '../../database/open.ts'
import { type BounceResult, type MailNames, readReport, takeBounce } from '../../mail/public.ts'

type Received = { raw: Buffer; recipients: readonly string[]; names: MailNames; now: Date }

/** What a received report did, and what the audit row and open pages hear of it. */
type Taken = BounceOutcome & { context: Record<string, unknown>; topics: Topic[] }

/** Reads a report and records it, in the caller's transaction. Throws NoMail for what is none. */
export async function takeReport(db: Db, { raw, recipients, names, now }: Received): Promise<Taken> {
  const report = await readReport(raw, recipients)
  const result = await takeBounce(db, { report, names, now })
  if (result.outcome !== 'taken') return { ...result, context: { ...result }, topics: [] }
  const detail = detailOf(result)
  const { deliveryId: delivery_id, broadcastId: broadcast_id, email, status, isPaused } = result.taken
  return {
    ...{ outcome: 'taken', detail },
    context: { outcome: 'taken', delivery_id, broadcast_id, email, status, is_paused: isPaused },
    topics: isPaused ? ['mails', 'subscriptions'] : ['mails'],
  }
}

const detailOf = ({ taken }: Extract<BounceResult, { outcome: 'taken' }>): string =>
  `Mail ${taken.deliveryId} came back (${taken.status})${taken.isPaused ? '; its address is paused' : ''}`
