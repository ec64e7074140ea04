import { mayDo } from '@aviary/contract/actions'
import type { Delivery } from '@aviary/contract/deliveries/endpoints'
import * as endpoints from '@aviary/contract/deliveries/endpoints'
import { type Call, type Person, type Route, serve } from '../../http/call.ts'
import { NotFound } from '../../http/errors.ts'
import { readPage } from '../../http/paging.ts'
import { require } from '../../http/permission.ts'
import { getProgress, NO_PROGRESS, personalize } from '../../mail/public.ts'
import { seesSecurityMails } from '../security/public.ts'
import type { BroadcastKind, DeliveryRow } from './queries.ts'
import * as queries from './queries.ts'
import { askPage, endSubscriptions } from './unsubscribe.ts'

const READS_PEOPLE = 'view_subscriber_comm_history'

const present = ({ delivery, reference, messageType, companyName, dueAt }: DeliveryRow): Delivery => ({
  delivery_id: delivery.deliveryId,
  broadcast_id: delivery.broadcastId,
  reference,
  message_type: messageType,
  email: delivery.email,
  company_id: delivery.companyId,
  company_name: companyName,
  locale: delivery.locale,
  state: delivery.state,
  attempts: delivery.attempts,
  response: delivery.response,
  created_date: delivery.createdAt.toISOString(),
  sent_date: delivery.sentAt?.toISOString() ?? null,
  next_try_date: delivery.state === 'deferred' ? (dueAt?.toISOString() ?? null) : null,
})

/** A mail provider unsubscribes for all of its people from a few addresses. */
const PROVIDERS_ASK_OFTEN = { rateLimit: { max: 3_000, perSeconds: 60 } }

/** Who may post a kind of mail may have it tried again. */
async function requireRightTo(
  call: Call<typeof endpoints.retryDeliveries>,
  broadcastId: number,
): Promise<void> {
  const person = call.person()
  const found = await queries.getBroadcast(call.db, broadcastId, readerOf(person))
  if (!found) throw new NotFound(`There is no broadcast ${broadcastId}`)
  if (found.kind === 'security_email') require(person, 'view_emails')
  else if (found.kind === 'notification') require(person, 'edit_notifications')
  else if (found.kind === 'subscription_change') require(person, 'edit_subscriptions')
  else require(person, 'create_p1_message', 'create_p2_message')
}

/** What is about one person is for who may read what that person was sent. */
const readerOf = (person: Person): { hiddenKinds: readonly BroadcastKind[] } => ({
  hiddenKinds: [
    ...(seesSecurityMails(person) ? [] : (['security_email'] as const)),
    ...(mayDo(person.authorization, READS_PEOPLE) ? [] : (['subscription_change'] as const)),
  ],
})

export const deliveryRoutes = (publicUrl: string): Route[] => [
  serve(endpoints.listBroadcasts, async ({ db, query, person }) => {
    const wanted = { ...readerOf(person()), reference: query.reference }
    const { rows, more_results } = await readPage(query, (page) => queries.listBroadcasts(db, wanted, page))
    const progress = await getProgress(
      db,
      rows.map((row) => row.broadcastId),
    )
    return {
      broadcasts: rows.map((row) => ({
        broadcast_id: row.broadcastId,
        kind: row.kind,
        reference: row.reference,
        message_id: row.messageId,
        notification_id: row.notificationId,
        message_type: row.messageType,
        audience: row.audience,
        subject: row.contents.en?.subject ?? '',
        created_by: row.createdBy,
        created_date: row.createdAt.toISOString(),
        progress: progress.get(row.broadcastId) ?? NO_PROGRESS,
      })),
      more_results,
    }
  }),

  serve(endpoints.listDeliveries, async ({ db, query, person }) => {
    // What one person was sent is more than what became of a broadcast (spec 3 §2, Subscriber details).
    if (query.email !== undefined) require(person(), READS_PEOPLE)
    const wanted = {
      ...readerOf(person()),
      broadcastId: query.broadcast_id,
      reference: query.reference,
      email: query.email,
      companyId: query.company_id,
      state: query.state,
    }
    const { rows, more_results } = await readPage(query, (page) => queries.listDeliveries(db, wanted, page))
    return { deliveries: rows.map(present), more_results }
  }),

  serve(endpoints.getDeliveredMail, async ({ db, params, person }) => {
    const wanted = { ...readerOf(person()), deliveryId: params.id }
    const [row] = await queries.listDeliveries(db, wanted, { startAt: 0, size: 1 })
    const content = row?.contents?.[row.delivery.locale] ?? row?.contents?.en
    if (!row || !content) throw new NotFound(`There is no mail ${params.id}`)
    return { delivery: present(row), mail: personalize(content, `${publicUrl}/subscriptions`) }
  }),

  serve(endpoints.retryDeliveries, async (call) => {
    const { broadcast_id, delivery_id } = call.body
    await requireRightTo(call, broadcast_id)
    const retried = await queries.retryFailed(call.db, {
      broadcastId: broadcast_id,
      deliveryId: delivery_id,
      now: call.now,
      by: call.caller,
    })
    if (retried === 0) throw new NotFound('There is no failed mail to try again')
    call.audit({ broadcast_id, delivery_id, retried })
    call.changed('mails')
    return { retried }
  }),

  serve(endpoints.askToUnsubscribe, askPage, PROVIDERS_ASK_OFTEN),
  serve(endpoints.unsubscribe, endSubscriptions, PROVIDERS_ASK_OFTEN),
]
