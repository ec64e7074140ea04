import * as endpoints from '@aviary/contract/subscriptions/endpoints'
import { chosenOf, readingOthers, withChosen } from '@aviary/contract/subscriptions/rules'
import { type Route, serve } from '../../http/call.ts'
import { NotFound } from '../../http/errors.ts'
import type { MailSettings } from '../../mail/public.ts'
import { isOwnDomain, requireAccess, seesInternalTypes } from './checks.ts'
import { getOffer, toChosen } from './options.ts'
import * as queries from './queries.ts'
import { submitSubscriptions } from './submit.ts'

export const subscriptionRoutes = (settings: MailSettings): Route[] => [
  serve(endpoints.getUserSubscriptions, async (call) => {
    const { db, query } = call
    requireAccess(call.author(), query.email, readingOthers)
    const { providerName } = settings
    const { options } = await getOffer(db, { seesInternal: seesInternalTypes(call), providerName })
    const selected = withChosen(options, toChosen(await queries.listSubscriptionsByEmail(db, query.email)))
    const preferences = await queries.getPreferences(db, query.email)
    const reminders = isOwnDomain(query.email, settings) ? (preferences?.reminders ?? []) : null
    return {
      userSubscriptions: chosenOf(selected),
      subscriptionOptions: selected,
      reminders,
      time_zone: preferences?.timeZone ?? null,
    }
  }),

  serve(endpoints.subscribe, (call) => submitSubscriptions(call, settings)),

  serve(endpoints.clearUuid, async (call) => {
    const { db, body, now } = call
    requireAccess(call.author(), body.email, readingOthers)
    const email = await queries.renewUuid(db, body.email, now)
    if (!email) throw new NotFound(`There is no subscriber ${body.email}`)
    // Audits neither the old nor the new uuid: whoever knows the uuid can unsubscribe the person.
    call.audit({ email })
    return { email }
  }),
]
