import { domainToASCII } from 'node:url'
import type * as endpoints from '@aviary/contract/subscription-requests/endpoints'
import { announce } from '../../database/changes.ts'
import type { Db } from '../../database/open.ts'
import { type Call, leadBack, type RefusedForm, type Reply } from '../../http/call.ts'
import { readForm } from '../../http/read-form.ts'
import { hashRequestToken, type MailSettings, resumeSubscriber } from '../../mail/public.ts'
import { lockNames } from '../reference/public.ts'
import {
  getActiveLocale,
  isOwnDomain,
  listSubscriptions,
  lockOrCreateSubscriber,
  recordOwnChange,
  replaceChosen,
  toChosen,
} from '../subscriptions/public.ts'
import { type Choice, getPublicOffer, nameChoice, readChoice, toSubscriptions } from './choice.ts'
import { DAY_MS, HOUR_MS, LIMITS } from './limits.ts'
import { createRequestMail, type RequestMail } from './mails.ts'
import { answerInvalid, answerQuestion, answerRefused, answerSent } from './pages.ts'
import * as queries from './queries.ts'
import { requestTexts, toPageLocale } from './texts/texts.ts'

const before = (now: Date, ms: number): Date => new Date(now.getTime() - ms)

/**
 * The mailbox behind the spellings of an address: in lower case, its domain in ASCII, without what follows a plus sign,
 * which most servers deliver to the same mailbox (RFC 5233).
 */
function toMailbox(email: string): string {
  const at = email.lastIndexOf('@')
  const [local = ''] = email.slice(0, at).split('+')
  const domain = email.slice(at + 1)
  return `${local}@${domainToASCII(domain) || domain}`.toLowerCase()
}

/** Mails a link, or nothing; the answer is the same whatever is known about the address. */
export async function requestSubscription(
  { db, body, now }: Call<typeof endpoints.requestSubscription>,
  settings: MailSettings,
): Promise<Reply<string>> {
  const locale = toPageLocale(body.locale[0])
  const options = await getPublicOffer(db, settings)
  const choice = await readChoice(db, body, options)
  if (!choice) return answerRefused({ locale, refused: 'incomplete', status: 400 }, settings)
  if ((await queries.countMails(db, before(now, HOUR_MS))) >= LIMITS.mailsAnHour)
    return answerRefused({ locale, refused: 'busy', status: 503 }, settings)
  const [email = ''] = body.email
  const mailLocale = await getActiveLocale(db, locale)
  await db.transaction((transaction) =>
    mailLink(transaction, { email, locale: mailLocale, choice, now }, settings),
  )
  return answerSent(locale, settings)
}

type Request = { email: string; locale: string; choice: Choice; now: Date }

async function mailLink(
  transaction: Db,
  { email, locale, choice, now }: Request,
  settings: MailSettings,
): Promise<void> {
  const subscriber = await queries.getSubscriber(transaction, email)
  const requestId = await queries.saveRequest(
    transaction,
    { mailbox: toMailbox(email), email, locale, ...choice },
    {
      now,
      pauseSince: before(now, LIMITS.pauseOfMailboxMs),
      countedSince: before(now, DAY_MS),
      mails: LIMITS.mailsOfMailboxADay,
    },
  )
  if (requestId === undefined) return
  const isKnown = subscriber?.isSubscribed && !subscriber.isPaused
  const mail: RequestMail = isOwnDomain(email, settings) ? 'staff' : isKnown ? 'known' : 'confirm'
  const subscriberId = mail === 'known' ? subscriber?.subscriberId : undefined
  const broadcastId = await createRequestMail(
    transaction,
    { mail, email, locale, subscriberId, now },
    settings,
  )
  if (mail === 'confirm') await queries.setBroadcast(transaction, requestId, broadcastId)
  await announce(transaction, { topics: ['mails'], sessions: [] })
}

const linkOf = (token: string, now: Date) => ({
  tokenHash: hashRequestToken(token),
  since: before(now, LIMITS.linkMs),
})

/** Opening the link changes nothing, because programs that check mails open links. */
export async function askToSubscribe(
  { db, params, now }: Call<typeof endpoints.askToSubscribe>,
  settings: MailSettings,
): Promise<Reply<string>> {
  const request = await queries.getRequest(db, linkOf(params.token, now))
  if (!request) return answerInvalid(toPageLocale(undefined), settings)
  const { locale, email } = request
  const options = await getPublicOffer(db, settings)
  const names = nameChoice(request, options, { all: requestTexts(locale).all, locale })
  return answerQuestion({ locale, email, token: params.token, ...names }, settings)
}

/**
 * Subscribes the address that the link was sent to, and resumes mails to it. Who is subscribed already keeps that as it
 * is. Leads to the person's own page.
 */
export async function confirmSubscription(
  call: Call<typeof endpoints.confirmSubscription>,
  settings: MailSettings,
): Promise<Reply<string>> {
  const { params, now } = call
  const uuid = await call.db.transaction(async (transaction) => {
    const request = await queries.takeRequest(transaction, linkOf(params.token, now))
    if (!request) return undefined
    const { email, locale } = request
    await lockNames(transaction)
    const { subscriber } = await lockOrCreateSubscriber(transaction, { email, locale, now })
    const { subscriberId } = subscriber
    const context = { email: subscriber.email, via: 'status page' }
    if (await resumeSubscriber(transaction, email, now))
      await recordOwnChange(transaction, call, { subscriber, actionName: 'Resume Mails', context })
    const rows = await listSubscriptions(transaction, subscriberId)
    if (rows.length > 0) return subscriber.uuid
    const options = await getPublicOffer(transaction, settings)
    const after = toSubscriptions(request, options)
    await replaceChosen(transaction, { subscriberId, locale, after, now })
    await recordOwnChange(transaction, call, {
      subscriber,
      actionName: 'Confirm Subscription',
      context: {
        ...context,
        before: { locale: subscriber.locale, subscriptions: toChosen(rows) },
        after: { locale, subscriptions: after },
      },
    })
    const mail = { mail: 'done', email: subscriber.email, locale, subscriberId, now } as const
    await createRequestMail(transaction, { ...mail, choice: { chosen: request, options } }, settings)
    await announce(transaction, { topics: ['mails'], sessions: [] })
    return subscriber.uuid
  })
  if (uuid === undefined) return answerInvalid(toPageLocale(undefined), settings)
  return leadBack(`/api/unsubscribe/${encodeURIComponent(uuid)}/?saved`, { 'referrer-policy': 'no-referrer' })
}

/** Answers refused input with the page. */
export async function explainRefusal(
  { status, rawBody }: RefusedForm,
  settings: MailSettings,
): Promise<Reply<string>> {
  const locale = toPageLocale(readLocale(rawBody))
  return answerRefused({ locale, status, refused: status === 400 ? 'invalidAddress' : 'tooLarge' }, settings)
}

function readLocale(rawBody: Buffer | undefined): string | undefined {
  try {
    return readForm(rawBody).locale?.[0]
  } catch {
    return undefined
  }
}
