import { FALLBACK_LOCALE } from '@aviary/contract/constants'
import type { ChosenSubscriptions } from '@aviary/contract/subscriptions/endpoints'
import { type Category, withChosen } from '@aviary/contract/subscriptions/rules'
import type { Db } from '../../../database/open.ts'
import type { RefusedForm } from '../../../http/call.ts'
import type { MailSettings } from '../../../mail/public.ts'
import { listLanguages } from '../../reference/public.ts'
import {
  checkSubmission,
  getOffer,
  isOwnDomain,
  listSubscriptions,
  mayChooseInternalTypes,
  type SubscriberRow,
  toChosen,
} from '../../subscriptions/public.ts'
import { readRefused } from './form.ts'
import { type Notice, renderChoices } from './page.ts'

export const offerFor = async (db: Db, { email, subscriberId }: SubscriberRow, settings: MailSettings) => {
  const { internalDomains, providerName } = settings
  const outside = isOwnDomain(email, settings)
    ? undefined
    : toChosen(await listSubscriptions(db, subscriberId))
  return getOffer(db, {
    seesInternal: await mayChooseInternalTypes(db, { email, internalDomains }),
    providerName,
    ...(outside && { outside }),
  })
}

/** Version of the subscriptions: the time of their last change, whether by link or in the console. */
export const asOf = ({ updatedAt }: SubscriberRow): string => updatedAt.toISOString()

/** Reads the data of the page. Read `subscriber` before, so that `asOf` is never newer than the subscriptions. */
export async function loadChoices(db: Db, subscriber: SubscriberRow, settings: MailSettings) {
  const offer = await offerFor(db, subscriber, settings)
  const rows = await listSubscriptions(db, subscriber.subscriberId)
  const isActive = (await listLanguages(db)).includes(subscriber.locale)
  const locale = isActive ? subscriber.locale : FALLBACK_LOCALE
  const isSubscribed = rows.length > 0 || subscriber.reminders.length > 0
  return { subscriber, offer, rows, isSubscribed, locale, providerName: settings.providerName }
}

type Choices = Awaited<ReturnType<typeof loadChoices>>

type Shown = {
  notice: Notice | undefined
  ticks?: ChosenSubscriptions
  /** Chosen in a refused form; empty for UTC alone. */
  timeZone?: string | undefined
  incomplete?: readonly Category[]
}

/** Renders the page with the stored subscriptions, or with the ticks of a refused form. */
export const renderStored = (
  { subscriber, offer, rows, isSubscribed, locale, providerName }: Choices,
  { ticks = toChosen(rows), timeZone = subscriber.timeZone ?? '', notice, incomplete = [] }: Shown,
): string =>
  renderChoices({
    ...{ locale, providerName, notice, incomplete },
    ...{ email: subscriber.email, uuid: subscriber.uuid, asOf: asOf(subscriber) },
    options: withChosen(offer.options, ticks),
    timeZone,
    isSubscribed,
    isPaused: subscriber.pausedAt !== null,
  })

/**
 * Explains why a form was refused. Shows its ticks only if the whole form arrived and the subscriptions have
 * not changed since the page was opened.
 */
export function explain(
  { subscriber, offer, rows }: Choices,
  { status, rawBody }: Pick<RefusedForm, 'status' | 'rawBody'>,
): Shown {
  const arrived = status === 413 ? undefined : readRefused(rawBody)
  if (!arrived) return { notice: 'tooLarge' }
  if (arrived.asOf === undefined) return { notice: 'cutOff' }
  if (arrived.asOf !== asOf(subscriber)) return { notice: 'changed' }
  const { ticks, timeZone } = arrived
  const submission = { submitted: ticks, offer, keepsHidden: true }
  const { unknown, incomplete } = checkSubmission(toChosen(rows), submission)
  const isIncomplete = unknown.length === 0 && incomplete.length > 0
  return { notice: isIncomplete ? 'incomplete' : 'notOffered', ticks, timeZone, incomplete }
}
