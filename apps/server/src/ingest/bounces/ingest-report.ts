import type { BounceOutcome } from '@aviary/contract/ingest/endpoints'
import type { Topic } from '@aviary/contract/push/rules'
import type { Db } from '../../database/open.ts'
import { type BounceResult, type MailNames, processReport, type Report } from '../../mail/public.ts'

export type BounceParts = {
  names: MailNames
  /** Counts a mail that came back. */
  count: (bounce: { isPaused: boolean }) => void
}

type Received = BounceParts & { report: Report; now: Date }

/** Outcome of a report, context for its audit row, and topics that open pages must reload. */
type Ingested = BounceOutcome & { context: Record<string, unknown>; topics: Topic[] }

/** Records an undelivered mail from its report, in the caller's transaction. */
export async function ingestReport(db: Db, received: Received): Promise<Ingested> {
  const result = await processReport(db, received)
  if (result.outcome !== 'taken') return { ...result, context: { ...result }, topics: [] }
  received.count(result.bounce)
  const detail = detailOf(result)
  const { deliveryId: delivery_id, broadcastId: broadcast_id, email, status, isPaused } = result.bounce
  return {
    ...{ outcome: 'taken', detail },
    context: { outcome: 'taken', delivery_id, broadcast_id, email, status, is_paused: isPaused },
    // Omits the topic `mails`: it makes all mail workers check their claimed mails again, and thousands of mails
    // can come back at once.
    topics: isPaused ? ['subscriptions'] : [],
  }
}

const detailOf = ({ bounce }: Extract<BounceResult, { outcome: 'taken' }>): string =>
  `Mail ${bounce.deliveryId} came back (${bounce.status})${bounce.isPaused ? '; its address is paused' : ''}`
