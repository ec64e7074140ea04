import { APPLICATION_NAME, FALLBACK_LOCALE } from '@aviary/contract/constants'
import type * as endpoints from '@aviary/contract/deliveries/endpoints'
import { type ChosenSubscriptions, subscribe } from '@aviary/contract/subscriptions/endpoints'
import { type Category, incompleteCategories, withChosen } from '@aviary/contract/subscriptions/rules'
import { announce } from '../../../database/changes.ts'
import type { Db } from '../../../database/open.ts'
import { type Call, type RefusedForm, Reply } from '../../../http/call.ts'
import type { MailSettings } from '../../../mail/public.ts'
import { createAudit } from '../../audit/public.ts'
import { listLanguages, lockNames } from '../../reference/public.ts'
import {
  checkChosen,
  getOffer,
  listSubscriptions,
  lockSubscriberByUuid,
  mayChooseInternalTypes,
  replaceChosen,
  type SubscriberRow,
  toChosen as toStoredChoices,
} from '../../subscriptions/public.ts'
import * as queries from '../queries.ts'
import { readTicks, toChosen } from './form.ts'
import { type Notice, renderChoices, renderInvalidLink } from './page.ts'

// The page has no scripts and needs no session, because people open it from mail programs, and customers have no
// account.
const HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
}

const answer = (html: string, status = 200): Reply<string> => new Reply(html, { status, headers: HEADERS })

const answerInvalidLink = ({ providerName }: MailSettings, status?: number): Reply<string> =>
  answer(renderInvalidLink(FALLBACK_LOCALE, providerName), status)

const offerFor = async (db: Db, { email }: SubscriberRow, settings: MailSettings) => {
  const { internalDomains, providerName } = settings
  return getOffer(db, {
    seesInternal: await mayChooseInternalTypes(db, { email, internalDomains }),
    providerName,
  })
}

type Shown = {
  notice?: Notice
  ticks?: ChosenSubscriptions | undefined
  incomplete?: readonly Category[]
}

/** The page with what is stored, or with the ticks of a form that was refused. */
async function render(
  db: Db,
  subscriber: SubscriberRow,
  { settings, ticks, ...shown }: Shown & { settings: MailSettings },
): Promise<string> {
  const { email, uuid, locale } = subscriber
  const offer = await offerFor(db, subscriber, settings)
  const rows = await listSubscriptions(db, subscriber.subscriberId)
  const isActive = (await listLanguages(db)).includes(locale)
  return renderChoices({
    locale: isActive ? locale : FALLBACK_LOCALE,
    providerName: settings.providerName,
    ...{ email, uuid },
    options: withChosen(offer.options, ticks ?? toStoredChoices(rows)),
    isSubscribed: rows.length > 0,
    ...shown,
  })
}

/** Opening the link changes nothing, because mail scanners open links. */
export async function askToUnsubscribe(
  { db, params }: Call<typeof endpoints.askToUnsubscribe>,
  settings: MailSettings,
): Promise<Reply<string>> {
  const subscriber = await queries.getSubscriberByUuid(db, params.uuid)
  return subscriber ? answer(await render(db, subscriber, { settings })) : answerInvalidLink(settings)
}

/** Deletes all subscriptions of the person to whom the mail was sent. A second request finds none left. */
export async function unsubscribe(
  call: Call<typeof endpoints.unsubscribe>,
  settings: MailSettings,
): Promise<Reply<string>> {
  const { db, params, now } = call
  return db.transaction(async (transaction) => {
    const subscriber = await lockSubscriberByUuid(transaction, params.uuid)
    if (!subscriber) return answerInvalidLink(settings)
    const deleted = await queries.deleteSubscriptions(transaction, subscriber.subscriberId, now)
    if (deleted.length > 0)
      await record(transaction, call, {
        subscriber,
        actionName: 'Unsubscribe',
        context: { before: deleted, after: [] },
      })
    return answer(await render(transaction, subscriber, { settings, notice: 'ended' }))
  })
}

/** Replaces the subscriptions of the person to whom the mail was sent with what they ticked. */
export async function saveMailChoices(
  call: Call<typeof endpoints.saveMailChoices>,
  settings: MailSettings,
): Promise<Reply<string>> {
  const { db, params, body, now } = call
  return db.transaction(async (transaction) => {
    if (!(await queries.getSubscriberByUuid(transaction, params.uuid))) return answerInvalidLink(settings)
    // In the order of a submission in the console, so that the two cannot block each other.
    await lockNames(transaction)
    const subscriber = await lockSubscriberByUuid(transaction, params.uuid)
    if (!subscriber) return answerInvalidLink(settings)
    const { subscriberId, email, locale } = subscriber
    const offer = await offerFor(transaction, subscriber, settings)
    const choice = { chosen: checkChosen(toChosen(body), offer), offer, keepsHidden: true }
    const { before, after } = await replaceChosen(transaction, { subscriberId, locale, choice, now })
    await record(transaction, call, {
      subscriber,
      actionName: subscribe.audits ?? '',
      context: { email, before: { locale, subscriptions: before }, after: { locale, subscriptions: after } },
    })
    return answer(await render(transaction, subscriber, { settings, notice: 'saved' }))
  })
}

/** The page again, with the ticks that could not be saved and why. */
export async function explainRefusal(
  { db, status, params, rawBody }: RefusedForm,
  settings: MailSettings,
): Promise<Reply<string>> {
  const { uuid } = params as { uuid: string } // the route has it
  const subscriber = await queries.getSubscriberByUuid(db, uuid)
  if (!subscriber) return answerInvalidLink(settings, status)
  const ticks = readTicks(rawBody)
  const incomplete = ticks ? incompleteCategories(ticks) : []
  const notice = status === 413 ? 'tooLarge' : incomplete.length > 0 ? 'incomplete' : 'notOffered'
  return answer(await render(db, subscriber, { settings, ticks, notice, incomplete }), status)
}

type Change = { subscriber: SubscriberRow; actionName: string; context: Record<string, unknown> }

/**
 * Audits the change under the person's own address, and announces it, so that the person's open pages reload: the
 * door does both only for endpoints with `audits`.
 */
async function record(
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
