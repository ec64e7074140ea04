import { everybodysChannels } from '@aviary/contract/channels/rules'
import type { Delivery } from '@aviary/contract/deliveries/endpoints'
import * as endpoints from '@aviary/contract/deliveries/endpoints'
import { createMessage } from '@aviary/contract/messages/endpoints'
import { updateNotification } from '@aviary/contract/notifications/endpoints'
import { domainOf } from '@aviary/contract/reference/domain-rules'
import type { Guarded } from '@aviary/contract/rights'
import { sendSecurityEmails } from '@aviary/contract/security/send-endpoints'
import { listSecurityUsers } from '@aviary/contract/security/user-endpoints'
import { changingOthers } from '@aviary/contract/subscriptions/rules'
import { getChannelProgress, NO_CHANNELS } from '../../channels/public.ts'
import { type Call, type Route, redirect, serve } from '../../http/call.ts'
import { NotFound } from '../../http/errors.ts'
import { readPage } from '../../http/paging.ts'
import { require } from '../../http/permission.ts'
import { readTimeRange } from '../../http/time-range.ts'
import {
  areMailsGone,
  getProgress,
  inTimeZone,
  type MailSettings,
  NO_PROGRESS,
  personalize,
} from '../../mail/public.ts'
import { seesSecurityMails } from '../security/public.ts'
import { countPeople, listCompanyNames, listNotSent } from './company/queries.ts'
import type { BroadcastKind, DeliveryRow } from './queries.ts'
import * as queries from './queries.ts'
import {
  askToUnsubscribe,
  type ErrorLog,
  explainRefusal,
  saveMailChoices,
  unsubscribe,
} from './unsubscribe/handlers.ts'
import { pageAddress } from './unsubscribe/page.ts'

const basisOf = ({ delivery, companyId }: DeliveryRow, internalDomains: readonly string[]) => {
  if (delivery.companyId !== null) return 'mailed'
  if (companyId !== null) return 'today'
  return internalDomains.includes(domainOf(delivery.email)) ? 'internal' : 'unknown'
}

const present = (row: DeliveryRow, internalDomains: readonly string[]): Delivery => {
  const { delivery, reference, messageType, isCorrection, companyId, companyName, dueAt } = row
  return {
    delivery_id: delivery.deliveryId,
    broadcast_id: delivery.broadcastId,
    reference,
    message_type: messageType,
    is_correction: isCorrection,
    email: delivery.email,
    company_id: companyId,
    company_name: companyName,
    company_basis: basisOf(row, internalDomains),
    locale: delivery.locale,
    state: delivery.state,
    attempts: delivery.attempts,
    response: delivery.response,
    created_date: delivery.createdAt.toISOString(),
    sent_date: delivery.sentAt?.toISOString() ?? null,
    next_try_date: delivery.state === 'deferred' ? (dueAt?.toISOString() ?? null) : null,
  }
}

/** High limit per IP address: a mail provider sends unsubscribe requests of all its users from a few addresses. */
const PROVIDER_RATE_LIMIT = { rateLimit: { max: 3_000, perSeconds: 60 } }

const SEND_RIGHTS: Record<BroadcastKind, Guarded> = {
  incident_message: createMessage,
  notification: updateNotification,
  security_email: sendSecurityEmails,
  subscription_change: changingOthers,
  reminder: createMessage,
  channel_notice: everybodysChannels,
  subscription_request: changingOthers,
}

/** A retry needs the permission to send this kind of mail. */
async function requireRightToRetry(
  call: Call<typeof endpoints.retryDeliveries>,
  broadcastId: number,
): Promise<void> {
  const person = call.person()
  const broadcast = await queries.getBroadcast(call.db, broadcastId, toReader(call))
  if (!broadcast) throw new NotFound(`There is no broadcast ${broadcastId}`)
  require(person, SEND_RIGHTS[broadcast.kind])
}

/**
 * Hides security mails, and mails about changed subscriptions and channels, from readers without the permission to
 * see them.
 */
const toReader = (call: Pick<Call, 'may' | 'sees'>): queries.Reader => ({
  hiddenKinds: [
    ...(seesSecurityMails(call) ? [] : (['security_email'] as const)),
    ...(call.may(endpoints.getDeliveredMail)
      ? []
      : (['subscription_change', 'subscription_request'] as const)),
    ...(call.may(everybodysChannels) ? [] : (['channel_notice'] as const)),
  ],
  withInternal: call.sees('read:internal'),
})

/** Limit per IP address for the form behind the link in a mail: people send it a few times, mail providers never. */
const CHOICES_RATE_LIMIT = { rateLimit: { max: 300, perSeconds: 60 } }
/** Bytes; a form with 1,000 services and 60 data centers, all ticked, takes a third of this. */
const LARGEST_CHOICES = 256 * 1024

export const deliveryRoutes = (settings: MailSettings, log: ErrorLog): Route[] => [
  serve(endpoints.listBroadcasts, async ({ db, query, may, sees }) => {
    const filters = { ...toReader({ may, sees }), reference: query.reference }
    const { rows, more_results } = await readPage(query, (page) => queries.listBroadcasts(db, filters, page))
    const ids = rows.map((row) => row.broadcastId)
    const progress = await getProgress(db, ids)
    const channels = await getChannelProgress(db, ids)
    return {
      broadcasts: rows.map((row) => ({
        broadcast_id: row.broadcastId,
        kind: row.kind,
        reference: row.reference,
        message_id: row.messageId,
        notification_id: row.notificationId,
        message_type: row.messageType,
        is_correction: row.messageVersion > 1,
        audience: row.audience,
        subject: row.contents.en?.subject ?? '',
        created_by: row.createdBy,
        created_date: row.createdAt.toISOString(),
        progress: progress.get(row.broadcastId) ?? NO_PROGRESS,
        channels: channels.get(row.broadcastId) ?? NO_CHANNELS,
      })),
      more_results,
    }
  }),

  serve(endpoints.listDeliveries, async ({ db, query, person, may, sees }) => {
    // Listing the mails of one person needs an additional permission (spec 3 §2, Subscriber details).
    if (query.email !== undefined) require(person(), endpoints.getDeliveredMail)
    const filters = {
      ...toReader({ may, sees }),
      internalDomains: settings.internalDomains,
      broadcastId: query.broadcast_id,
      reference: query.reference,
      email: query.email,
      companyId: query.company_id,
      state: query.state,
      ...readTimeRange(query),
    }
    const { rows, more_results } = await readPage(query, (page) => queries.listDeliveries(db, filters, page))
    return { deliveries: rows.map((row) => present(row, settings.internalDomains)), more_results }
  }),

  serve(endpoints.getCompanyMailed, async ({ db, query, may, sees }) => {
    const { company_id, reference } = query
    if (await areMailsGone(db, { reference }))
      throw new NotFound(
        `Who was mailed about ${reference} is not known any more: mails are kept for a shorter time`,
      )
    const seesSecurityUsers = may(listSecurityUsers)
    const question = {
      ...toReader({ may, sees }),
      companyId: company_id,
      reference,
      internalDomains: settings.internalDomains,
      seesSecurityUsers,
    }
    const names = await listCompanyNames(db, [company_id])
    const { rows, more_results } = await readPage(query, (page) => listNotSent(db, question, page))
    const counts = await countPeople(db, question)
    const company_name = names.get(company_id) ?? null
    return { company_id, company_name, reference, ...counts, addresses: rows, more_results }
  }),

  serve(endpoints.getDeliveredMail, async ({ db, params, may, sees }) => {
    const { internalDomains } = settings
    const filters = { ...toReader({ may, sees }), internalDomains, deliveryId: params.id }
    const [row] = await queries.listDeliveries(db, filters, { startAt: 0, size: 1 })
    const content = row?.contents?.[row.delivery.locale] ?? row?.contents?.en
    if (!row || !content) throw new NotFound(`There is no mail ${params.id}`)
    return {
      delivery: present(row, settings.internalDomains),
      mail: personalize(inTimeZone(content, row.delivery), `${settings.publicUrl}/subscriptions`),
    }
  }),

  serve(endpoints.retryDeliveries, async (call) => {
    const { broadcast_id, delivery_id } = call.body
    await requireRightToRetry(call, broadcast_id)
    const retried = await queries.retryFailed(call.db, {
      broadcastId: broadcast_id,
      deliveryId: delivery_id,
      now: call.now,
      retriedBy: call.caller,
    })
    if (retried === 0) throw new NotFound('There is no failed mail to try again')
    call.audit({ broadcast_id, delivery_id, retried })
    call.changed('mails')
    return { retried }
  }),

  serve(endpoints.askToUnsubscribe, (call) => askToUnsubscribe(call, settings), PROVIDER_RATE_LIMIT),
  serve(endpoints.unsubscribe, (call) => unsubscribe(call, { settings, log }), PROVIDER_RATE_LIMIT),
  serve(endpoints.saveMailChoices, (call) => saveMailChoices(call, settings), {
    ...CHOICES_RATE_LIMIT,
    largestBody: LARGEST_CHOICES,
    refusalPage: (refused) => explainRefusal(refused, settings),
  }),
  serve(
    endpoints.returnToMailChoices,
    async ({ params }) => redirect(pageAddress(params.uuid)),
    CHOICES_RATE_LIMIT,
  ),
]
