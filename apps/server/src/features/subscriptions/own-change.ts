import { APPLICATION_NAME } from '@aviary/contract/constants'
import { announce } from '../../database/changes.ts'
import type { Db } from '../../database/open.ts'
import type { Call } from '../../http/call.ts'
import { createAudit } from '../audit/public.ts'
import type { SubscriberRow } from './queries.ts'

type Change = { subscriber: SubscriberRow; actionName: string; context: Record<string, unknown> }

/**
 * Writes the audit row of what somebody changed by a link in a mail, under the person's address, and announces the
 * change, so that the person's open pages reload. The door (`http/door.ts`) does both only for endpoints with `audits`.
 */
export async function recordOwnChange(
  transaction: Db,
  { now, requestId }: Pick<Call, 'now' | 'requestId'>,
  { subscriber, actionName, context }: Change,
): Promise<void> {
  await createAudit(transaction, {
    applicationName: APPLICATION_NAME,
    userEmail: subscriber.email,
    actionName,
    createdDate: now,
    context: { ...context, request_id: requestId },
  })
  await announce(transaction, { topics: ['subscriptions'], sessions: [] })
}
