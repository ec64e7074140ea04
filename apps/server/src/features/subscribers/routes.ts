import { APPLICATION_NAME, MAX_COMMS } from '@aviary/contract/constants'
import { isInternalTitle } from '@aviary/contract/incidents/rules'
import type { CommEvent } from '@aviary/contract/subscribers/endpoints'
import * as endpoints from '@aviary/contract/subscribers/endpoints'
import type { ChosenSubscriptions } from '@aviary/contract/subscriptions/endpoints'
import { changingOthers, internalAlertTypes } from '@aviary/contract/subscriptions/rules'
import { type Call, type Route, serve } from '../../http/call.ts'
import { Conflict, NotFound } from '../../http/errors.ts'
import { readPage } from '../../http/paging.ts'
import type { Sees } from '../../http/withhold.ts'
import { areMailsGone, listPaused, resumeSubscriber } from '../../mail/public.ts'
import { FOLLOW_UP_DUE } from '../follow-ups/public.ts'
import { listAllAlertTypes } from '../messages/public.ts'
import { REVIEW_REQUESTED } from '../post-mortems/public.ts'
import { seesSecurityMails } from '../security/public.ts'
import { listSubscriptionsByEmail, requireAccess, toChosen } from '../subscriptions/public.ts'
import { explain } from './explain.ts'
import type { BroadcastSummary, MailEvent } from './queries.ts'
import * as queries from './queries.ts'

const presentEvent = (event: MailEvent, summary: BroadcastSummary): CommEvent => ({
  event_title: summary.reference,
  message_type: summary.messageType,
  email_event: event.event,
  application: APPLICATION_NAME,
  event_time: event.at,
  comm_type: summary.kind,
  data_centers: summary.dataCenters,
  services: summary.services,
  created_on: summary.createdAt.toISOString(),
  broadcast_id: summary.broadcastId,
  delivery_id: event.deliveryId,
  response: event.response,
})

/** Mails for our own domains only are not for callers who see nothing internal. */
const isShown = ({ audience }: BroadcastSummary, sees: Sees): boolean =>
  audience === 'EXTERNAL' || sees('read:internal')

const presentPause = (subscriber: Awaited<ReturnType<typeof queries.getSubscriber>>) =>
  subscriber?.pausedAt
    ? { paused_date: subscriber.pausedAt.toISOString(), reason: subscriber.pauseReason ?? '' }
    : null

/**
 * spec 2 §5: internal alert types are shown only to administrators and holders of the permission, also among
 * other people's choices.
 */
const mayReadType =
  ({ may }: Pick<Call, 'may'>) =>
  ({ name }: { name: string }): boolean =>
    may(internalAlertTypes) || !isInternalTitle(name)

async function getVisibleSubscriptions(
  { db, may }: Pick<Call, 'db' | 'may'>,
  email: string,
): Promise<ChosenSubscriptions> {
  const chosen = toChosen(await listSubscriptionsByEmail(db, email))
  const mayRead = mayReadType({ may })
  const hidden = (await listAllAlertTypes(db))
    .filter((type) => !mayRead(type))
    .map(({ alertTypeId }) => alertTypeId)
  const withoutHidden = (lists: ChosenSubscriptions['P1']) => ({
    ...lists,
    alert_types: lists.alert_types.filter((id) => !hidden.includes(id)),
  })
  return { ...chosen, P1: withoutHidden(chosen.P1), P2: withoutHidden(chosen.P2) }
}

export const subscriberRoutes: Route[] = [
  serve(endpoints.listPausedSubscribers, async ({ db, query }) => {
    const { rows, more_results } = await readPage(query, (page) => listPaused(db, page))
    const subscribers = rows.map(({ email, locale, pausedAt, reason }) => ({
      ...{ email, locale, reason },
      paused_date: pausedAt.toISOString(),
    }))
    return { subscribers, more_results }
  }),

  serve(endpoints.resumeMails, async (call) => {
    requireAccess(call.author(), call.body.email, changingOthers)
    const resumed = await resumeSubscriber(call.db, call.body.email, call.now)
    if (!resumed) throw new Conflict(`Mails to ${call.body.email} are not paused`)
    call.audit(resumed)
    call.changed('subscriptions')
    return resumed
  }),

  serve(endpoints.subscriberExists, async ({ db, query }) => ({
    exists: (await queries.getSubscriber(db, query.email)) !== undefined,
  })),

  serve(endpoints.getCommHistory, async ({ db, query, may, sees }) => {
    const seesSecurity = seesSecurityMails({ may })
    const events = await queries.listMailEvents(db, { email: query.email, seesSecurity })
    const shownEvents = events.slice(0, MAX_COMMS)
    const summaries = await queries.listBroadcastSummaries(db, [
      ...new Set(shownEvents.map(({ broadcastId }) => broadcastId)),
    ])
    const comms = shownEvents.flatMap((event) => {
      const summary = summaries.get(event.broadcastId)
      return summary && isShown(summary, sees) ? [presentEvent(event, summary)] : []
    })
    return { comms, is_cut: events.length > MAX_COMMS }
  }),

  serve(endpoints.getAllUserSubscriptions, async ({ db, query, may }) => {
    const subscriber = await queries.getSubscriber(db, query.email)
    return {
      verified: await queries.hasSignedIn(db, query.email),
      subscriptions: await getVisibleSubscriptions({ db, may }, query.email),
      locale: subscriber?.locale ?? null,
      paused: presentPause(subscriber),
    }
  }),

  serve(endpoints.explainMailed, async ({ db, query, may, sees }) => {
    const broadcast = await queries.getBroadcast(db, query.broadcast_id)
    const isSecurity = broadcast?.kind === 'security_email'
    if (!broadcast || !isShown(broadcast, sees) || (isSecurity && !seesSecurityMails({ may })))
      throw new NotFound(`There is no broadcast ${query.broadcast_id}`)
    if (isSecurity)
      throw new Conflict(
        'A security mail goes to the active security users of its company, whatever they subscribe to',
      )
    if (await areMailsGone(db, { broadcastId: query.broadcast_id }))
      throw new NotFound('Who got this mail is not known any more: it is older than mails are kept')
    if (broadcast.kind === 'subscription_change')
      throw new Conflict(
        'This mail goes to whose subscriptions somebody else changed, whatever they subscribe to',
      )
    if (broadcast.kind === 'subscription_request')
      throw new Conflict('This mail goes to who subscribes on the status page')
    if (broadcast.kind === 'reminder' && broadcast.messageType === FOLLOW_UP_DUE)
      throw new Conflict('This mail goes to the owner of a follow-up, whatever they subscribe to')
    if (broadcast.kind === 'reminder' && broadcast.messageType === REVIEW_REQUESTED)
      throw new Conflict('This mail goes to who is asked to review a post-mortem, whatever they subscribe to')
    if (broadcast.kind === 'reminder')
      throw new Conflict(
        'A reminder goes to those who posted on the incident, to its team and to those who chose to be reminded',
      )
    if (broadcast.kind === 'channel_notice')
      throw new Conflict('This mail goes to the owner of a channel, whatever they subscribe to')
    return explain(db, broadcast, { email: query.email, mayRead: mayReadType({ may }) })
  }),
]
