import { FALLBACK_LOCALE } from '@aviary/contract/constants'
import type * as endpoints from '@aviary/contract/subscriptions/endpoints'
import { changingOthers, chosenOf, withChosen } from '@aviary/contract/subscriptions/rules'
import type { Db } from '../../database/open.ts'
import type { Call } from '../../http/call.ts'
import type { MailSettings } from '../../mail/public.ts'
import { listLanguages, lockNames } from '../reference/public.ts'
import { mailChange } from './change-mail.ts'
import { isOwnAddress, refuseIncomplete, refuseUnknown, requireAccess, seesInternalTypes } from './checks.ts'
import { getOffer, type Offer, toChosen } from './options.ts'
import * as queries from './queries.ts'
import { withoutRetired, withRetired } from './retired.ts'

/** Replaces the subscriptions of a person with the submitted ones; creates the subscriber if missing. */
export async function submitSubscriptions(call: Call<typeof endpoints.subscribe>, settings: MailSettings) {
  const { db, body, now } = call
  const person = call.person()
  requireAccess(person, body.email, changingOthers)
  const isOwn = isOwnAddress(person, body.email)
  await lockNames(db)
  const offer = await getOffer(db, {
    seesInternal: seesInternalTypes(person),
    providerName: settings.providerName,
  })
  const submitted = withoutRetired(body.subscriptions, offer.retired)
  refuseUnknown(submitted, offer.options)
  refuseIncomplete(submitted)
  const chosen = chosenOf(withChosen(offer.options, submitted))
  const requestedLocale = await getActiveLocale(db, body.locale)

  const { subscriber, isNew } = await queries.lockOrCreateSubscriber(db, {
    email: body.email,
    locale: requestedLocale,
    now,
  })
  const before = toChosen(await queries.listSubscriptions(db, subscriber.subscriberId))
  // Keeps the subscriber's language if somebody else submits, because the request has that other person's
  // language.
  const locale = isOwn ? requestedLocale : subscriber.locale
  const after = withRetired(isOwn ? chosen : withHidden(chosen, before, offer), before, offer.retired)
  await queries.replaceSubscriptions(db, {
    subscriberId: subscriber.subscriberId,
    locale,
    rows: toRows(after),
    now,
  })
  call.audit({
    email: subscriber.email,
    before: isNew ? null : { locale: subscriber.locale, subscriptions: before },
    after: { locale, subscriptions: after },
  })
  call.changed('subscriptions')
  if (!isOwn) await mailChange(call, { subscriber: { ...subscriber, locale }, before, after }, settings)
  return { userSubscriptions: chosen }
}

/** The active language for a browser's locale: `de` for `de-AT` (spec 2 §9). English if none matches. */
async function getActiveLocale(db: Db, requested: string): Promise<string> {
  const active = await listLanguages(db)
  const names = [requested.toLowerCase(), requested.toLowerCase().split(/[-_]/)[0]]
  return active.find((key) => names.includes(key.toLowerCase())) ?? FALLBACK_LOCALE
}

/**
 * Adds the stored alert types that the editor cannot see, because nobody may remove what they are not shown.
 * Not used for a person's own submission, where types that the person may no longer see are dropped.
 */
function withHidden(
  chosen: endpoints.ChosenSubscriptions,
  before: endpoints.ChosenSubscriptions,
  { hiddenAlertTypes }: Offer,
): endpoints.ChosenSubscriptions {
  const addHidden = (priority: 'P1' | 'P2') => {
    const { alert_types: types, ...lists } = chosen[priority]
    const hidden = before[priority].alert_types.filter((id) => hiddenAlertTypes.has(id))
    return { ...lists, alert_types: types.length > 0 ? [...types, ...hidden] : [] }
  }
  return { ...chosen, P1: addHidden('P1'), P2: addHidden('P2') }
}

/** A category without choices gets no row. */
function toRows({ P1, P2, notifications }: endpoints.ChosenSubscriptions) {
  const toRow = (category: 'P1' | 'P2', lists: endpoints.ChosenSubscriptions['P1']) => ({
    category,
    services: lists.services,
    dataCenters: lists.data_centers,
    alertTypes: lists.alert_types,
    notificationTypes: [],
  })
  const rows = [
    toRow('P1', P1),
    toRow('P2', P2),
    {
      category: 'notifications',
      services: [],
      dataCenters: notifications.data_centers,
      alertTypes: [],
      notificationTypes: notifications.notification_types,
    },
  ]
  return rows.filter(({ dataCenters }) => dataCenters.length > 0)
}
