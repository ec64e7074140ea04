import { FALLBACK_LOCALE } from '@aviary/contract/constants'
import type * as endpoints from '@aviary/contract/subscriptions/endpoints'
import { changingOthers, chosenOf, withChosen } from '@aviary/contract/subscriptions/rules'
import type { Db } from '../../database/open.ts'
import type { Call } from '../../http/call.ts'
import type { MailSettings } from '../../mail/public.ts'
import { listLanguages } from '../reference/public.ts'
import { tellOfChange } from './change-mail.ts'
import { isOwnAddress, refuseIncomplete, refuseUnknown, requireAccess, seesInternalTypes } from './checks.ts'
import { chosenIn, getOffer, type Offer } from './options.ts'
import * as queries from './queries.ts'

/** Puts what was chosen in the place of what somebody was subscribed to; makes the subscriber when there is none. */
export async function submitSubscriptions(call: Call<typeof endpoints.subscribe>, settings: MailSettings) {
  const { db, body, now } = call
  const person = call.person()
  requireAccess(person, body.email, changingOthers)
  const isOwn = isOwnAddress(person, body.email)
  const offer = await getOffer(db, {
    seesInternal: seesInternalTypes(person),
    providerName: settings.providerName,
  })
  refuseUnknown(body.subscriptions, offer.options)
  refuseIncomplete(body.subscriptions)
  const chosen = chosenOf(withChosen(offer.options, body.subscriptions))
  const wanted = await activeLocale(db, body.locale)

  const { subscriber, isNew } = await queries.lockOrInsertSubscriber(db, {
    email: body.email,
    locale: wanted,
    now,
  })
  const before = chosenIn(await queries.listSubscriptions(db, subscriber.subscriberId))
  // Whoever looks after somebody else's subscriptions does so in a language of their own.
  const locale = isOwn ? wanted : subscriber.locale
  const after = isOwn ? chosen : withHidden(chosen, before, offer)
  await queries.replaceSubscriptions(db, {
    subscriberId: subscriber.subscriberId,
    locale,
    rows: rowsOf(after),
    now,
  })
  call.audit({
    email: subscriber.email,
    before: isNew ? null : { locale: subscriber.locale, subscriptions: before },
    after: { locale, subscriptions: after },
  })
  call.changed('subscriptions')
  if (!isOwn) await tellOfChange(call, { subscriber: { ...subscriber, locale }, before, after }, settings)
  return { userSubscriptions: chosen }
}

/** The language as the browser names it, where it is active: `de-AT` is `de` (spec 2 §9). Any other is English. */
async function activeLocale(db: Db, asked: string): Promise<string> {
  const active = await listLanguages(db)
  const names = [asked.toLowerCase(), asked.toLowerCase().split(/[-_]/)[0]]
  return active.find((key) => names.includes(key.toLowerCase())) ?? FALLBACK_LOCALE
}

/**
 * Internal alert types that the person has and who changes it for them may not see stay: nobody takes away what they were
 * not shown. From their own submission they are dropped, because they are not theirs to have any more.
 */
function withHidden(
  chosen: endpoints.ChosenSubscriptions,
  before: endpoints.ChosenSubscriptions,
  { hiddenAlertTypes }: Offer,
): endpoints.ChosenSubscriptions {
  const keep = (priority: 'P1' | 'P2') => {
    const { alert_types: types, ...lists } = chosen[priority]
    const hidden = before[priority].alert_types.filter((id) => hiddenAlertTypes.has(id))
    return { ...lists, alert_types: types.length > 0 ? [...types, ...hidden] : [] }
  }
  return { ...chosen, P1: keep('P1'), P2: keep('P2') }
}

/** A category in which nothing was chosen has no row. */
function rowsOf({ P1, P2, notifications }: endpoints.ChosenSubscriptions) {
  const priority = (category: 'P1' | 'P2', lists: endpoints.ChosenSubscriptions['P1']) => ({
    category,
    services: lists.services,
    dataCenters: lists.data_centers,
    alertTypes: lists.alert_types,
    notificationTypes: [],
  })
  const rows = [
    priority('P1', P1),
    priority('P2', P2),
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
