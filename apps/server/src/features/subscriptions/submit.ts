import type * as endpoints from '@aviary/contract/subscriptions/endpoints'
import { changingOthers } from '@aviary/contract/subscriptions/rules'
import type { Call } from '../../http/call.ts'
import { fault } from '../../http/errors.ts'
import type { MailSettings } from '../../mail/public.ts'
import { lockNames } from '../reference/public.ts'
import { getActiveLocale } from './active-locale.ts'
import { mailChange } from './change-mail.ts'
import { isOwnAddress, isOwnDomain, requireAccess, seesInternalTypes } from './checks.ts'
import { getOffer } from './options.ts'
import * as queries from './queries.ts'
import { prepareReplacement, replaceChosen } from './replace.ts'

/** Replaces the subscriptions of a person with the submitted ones; creates the subscriber if missing. */
export async function submitSubscriptions(call: Call<typeof endpoints.subscribe>, settings: MailSettings) {
  const { db, body, now } = call
  const author = call.author()
  requireAccess(author, body.email, changingOthers)
  const isOwn = isOwnAddress(author, body.email)
  await lockNames(db)
  const offer = await getOffer(db, {
    seesInternal: seesInternalTypes(call),
    providerName: settings.providerName,
  })
  const requestedLocale = await getActiveLocale(db, body.locale)

  const { subscriber, isNew } = await queries.lockOrCreateSubscriber(db, {
    email: body.email,
    locale: requestedLocale,
    now,
  })
  // Keeps the subscriber's language if somebody else submits, because the request has that other person's
  // language.
  const locale = isOwn ? requestedLocale : subscriber.locale
  const timeZone = isOwn && body.time_zone !== undefined ? body.time_zone : subscriber.timeZone
  const { subscriberId } = subscriber
  const { before, after, chosen } = await prepareReplacement(db, subscriberId, {
    submitted: body.subscriptions,
    offer,
    keepsHidden: !isOwn,
  })
  await replaceChosen(db, { subscriberId, locale, after, now })
  const reminders = await replaceReminders(call, subscriber, settings)
  if (timeZone !== subscriber.timeZone) await queries.updateTimeZone(db, subscriberId, timeZone)
  call.audit({
    email: subscriber.email,
    before: isNew
      ? null
      : {
          ...{ locale: subscriber.locale, time_zone: subscriber.timeZone },
          ...{ subscriptions: before, reminders: subscriber.reminders },
        },
    after: { locale, time_zone: timeZone, subscriptions: after, reminders: reminders ?? [] },
  })
  call.changed('subscriptions')
  if (!isOwn) {
    const changed = { subscriber: { ...subscriber, locale }, before, after, reminders: reminders ?? [] }
    await mailChange(call, changed, settings)
  }
  return { userSubscriptions: chosen, reminders, time_zone: timeZone }
}

/** Returns the stored choice; null for people outside, who are not reminded. */
async function replaceReminders(
  { db, body }: Call<typeof endpoints.subscribe>,
  { subscriberId, reminders: before }: queries.SubscriberRow,
  settings: MailSettings,
) {
  const { email, reminders } = body
  if (isOwnDomain(email, settings)) {
    const after = [...new Set(reminders ?? before)].toSorted()
    if (reminders) await queries.updateReminders(db, subscriberId, after)
    return after
  }
  if (!reminders || reminders.length === 0) return null
  throw fault('reminders', 'are for people of our own domains only: nothing was saved')
}
