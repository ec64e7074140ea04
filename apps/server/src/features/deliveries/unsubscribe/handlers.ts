import { FALLBACK_LOCALE } from '@aviary/contract/constants'
import type * as endpoints from '@aviary/contract/deliveries/endpoints'
import { isTimeZone } from '@aviary/contract/time-zone'
import type { Db } from '../../../database/open.ts'
import { type Call, leadBack, type RefusedForm, Reply } from '../../../http/call.ts'
import { Conflict, fault } from '../../../http/errors.ts'
import { type MailSettings, resumeSubscriber } from '../../../mail/public.ts'
import { lockNames } from '../../reference/public.ts'
import {
  lockSubscriberByUuid,
  prepareReplacement,
  recordOwnChange,
  replaceChosen,
  type SubscriberRow,
  updateTimeZone,
} from '../../subscriptions/public.ts'
import * as queries from '../queries.ts'
import { choicesOf } from './form.ts'
import { pageAddress, renderEnded, renderInvalidLink } from './page.ts'
import { asOf, explain, loadChoices, offerFor, renderStored } from './stored.ts'

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

/** Opening the link changes nothing, because mail scanners open links. */
export async function askToUnsubscribe(
  { db, params, query }: Call<typeof endpoints.askToUnsubscribe>,
  settings: MailSettings,
): Promise<Reply<string>> {
  const subscriber = await queries.getSubscriberByUuid(db, params.uuid)
  if (!subscriber) return answerInvalidLink(settings)
  const choices = await loadChoices(db, subscriber, settings)
  const isEnded = query.ended !== undefined && !choices.isSubscribed
  const notice = isEnded ? 'ended' : query.saved === undefined ? undefined : 'saved'
  return answer(renderStored(choices, { notice }))
}

export type ErrorLog = { error: (about: object, message: string) => void }

/**
 * Deletes all subscriptions of the person to whom the mail was sent; a repeated request changes nothing. The
 * answer is rendered after the commit, so that an error in it cannot roll the deletion back.
 */
export async function unsubscribe(
  call: Call<typeof endpoints.unsubscribe>,
  { settings, log }: { settings: MailSettings; log: ErrorLog },
): Promise<Reply<string>> {
  const { db, params, query, now } = call
  const subscriber = await db.transaction(async (transaction) => {
    const locked = await lockSubscriberByUuid(transaction, params.uuid)
    if (!locked) return undefined
    const deleted = await queries.deleteSubscriptions(transaction, locked.subscriberId, now)
    const { reminders } = locked
    const context = { before: deleted, after: [], ...(reminders.length > 0 && { reminders }) }
    const change = { subscriber: locked, actionName: 'Unsubscribe', context }
    if (deleted.length > 0 || reminders.length > 0) await recordOwnChange(transaction, call, change)
    return { ...locked, reminders: [] }
  })
  if (!subscriber) return answerInvalidLink(settings)
  if (query.form !== undefined) return leadBack(`${pageAddress(params.uuid)}?ended`, HEADERS)
  try {
    return answer(renderStored(await loadChoices(db, subscriber, settings), { notice: 'ended' }))
  } catch (error) {
    log.error({ request_id: call.requestId, err: error }, 'the page after unsubscribing failed')
    return answer(renderEnded(subscriber.locale, settings.providerName))
  }
}

/** Replaces the subscriptions of the person to whom the mail was sent with what they ticked. */
export async function saveMailChoices(
  call: Call<typeof endpoints.saveMailChoices>,
  settings: MailSettings,
): Promise<Reply<string>> {
  const { db, params, body, now } = call
  const isValid = await db.transaction(async (transaction) => {
    if (!(await queries.getSubscriberByUuid(transaction, params.uuid))) return false
    // Takes the locks in the same order as saving in the console does, so that the two cannot deadlock.
    await lockNames(transaction)
    const subscriber = await lockSubscriberByUuid(transaction, params.uuid)
    if (!subscriber) return false
    const { subscriberId, email, locale } = subscriber
    const offer = await offerFor(transaction, subscriber, settings)
    const submission = { submitted: choicesOf(body), offer, keepsHidden: true }
    const { before, after, isChanged } = await prepareReplacement(transaction, subscriberId, submission)
    await resumeMails(transaction, call, subscriber)
    // Checked before `as_of`, so that pressing the button twice is not answered with a conflict.
    const timeZone = chosenZone(body, subscriber)
    const isZoneChanged = timeZone !== subscriber.timeZone
    if (!isChanged && !isZoneChanged) return true
    if (body.as_of[0] !== asOf(subscriber))
      throw new Conflict('The subscriptions were changed after this page was opened')
    await replaceChosen(transaction, { subscriberId, locale, after, now })
    if (isZoneChanged) await updateTimeZone(transaction, subscriberId, timeZone)
    await recordOwnChange(transaction, call, {
      subscriber,
      actionName: 'Update Subscriptions',
      context: {
        ...{ email, via: 'mail link' },
        before: { locale, time_zone: subscriber.timeZone, subscriptions: before },
        after: { locale, time_zone: timeZone, subscriptions: after },
      },
    })
    return true
  })
  return isValid ? leadBack(`${pageAddress(params.uuid)}?saved`, HEADERS) : answerInvalidLink(settings)
}

/** Zone in the form; the stored one if the page was opened before there was the choice. */
function chosenZone({ time_zone }: endpoints.MailChoicesForm, { timeZone }: SubscriberRow): string | null {
  const [chosen] = time_zone ?? []
  if (chosen === undefined) return timeZone
  if (chosen !== '' && !isTimeZone(chosen)) throw fault('time_zone', 'there is no such time zone')
  return chosen || null
}

/** Answers a refused form with the page, which says why. `explain` decides whether the form's ticks are kept. */
export async function explainRefusal(
  { db, status, params, rawBody }: RefusedForm,
  settings: MailSettings,
): Promise<Reply<string>> {
  const link = params as { uuid: string } | undefined // the path of the route contains `uuid`
  const subscriber = link && (await queries.getSubscriberByUuid(db, link.uuid))
  if (!subscriber) return answerInvalidLink(settings, status)
  const choices = await loadChoices(db, subscriber, settings)
  return answer(renderStored(choices, explain(choices, { status, rawBody })), status)
}

/** Resumes mails that were paused after some bounced: a person who saves the page evidently receives mails. */
async function resumeMails(
  transaction: Db,
  call: Pick<Call, 'now' | 'requestId'>,
  subscriber: SubscriberRow,
): Promise<void> {
  const { email } = subscriber
  if (!(await resumeSubscriber(transaction, email, call.now))) return
  const context = { email, via: 'mail link' }
  await recordOwnChange(transaction, call, { subscriber, actionName: 'Resume Mails', context })
}
