import type { ChosenSubscriptions } from '@aviary/contract/subscriptions/endpoints'
import { chosenOf, withChosen } from '@aviary/contract/subscriptions/rules'
import type { Db } from '../../database/open.ts'
import { refuseIncomplete, refuseUnknown } from './checks.ts'
import { type Offer, toChosen } from './options.ts'
import * as queries from './queries.ts'
import { withoutRetired, withRetired } from './retired.ts'

/** The submitted choices in the order of the offer. Throws InvalidInput unless all are offered and whole. */
export function checkChosen(submitted: ChosenSubscriptions, offer: Offer): ChosenSubscriptions {
  const chosen = withoutRetired(submitted, offer.retired)
  refuseUnknown(chosen, offer.options)
  refuseIncomplete(chosen)
  return chosenOf(withChosen(offer.options, chosen))
}

type Choice = {
  chosen: ChosenSubscriptions
  offer: Offer
  /** False for a signed-in person's own submission, which drops types that the person may no longer see. */
  keepsHidden: boolean
}

type Replacement = { subscriberId: number; locale: string; choice: Choice; now: Date }

/** Replaces the subscriptions of a locked subscriber with checked choices. */
export async function replaceChosen(db: Db, { subscriberId, locale, choice, now }: Replacement) {
  const { chosen, offer, keepsHidden } = choice
  const before = toChosen(await queries.listSubscriptions(db, subscriberId))
  const after = withRetired(keepsHidden ? withHidden(chosen, before, offer) : chosen, before, offer.retired)
  await queries.replaceSubscriptions(db, { subscriberId, locale, rows: toRows(after), now })
  return { before, after }
}

/**
 * Adds the stored alert types that the editor cannot see, because nobody may remove what they are not shown.
 */
function withHidden(
  chosen: ChosenSubscriptions,
  before: ChosenSubscriptions,
  { hiddenAlertTypes }: Offer,
): ChosenSubscriptions {
  const addHidden = (priority: 'P1' | 'P2') => {
    const { alert_types: types, ...lists } = chosen[priority]
    const hidden = before[priority].alert_types.filter((id) => hiddenAlertTypes.has(id))
    return { ...lists, alert_types: types.length > 0 ? [...types, ...hidden] : [] }
  }
  return { ...chosen, P1: addHidden('P1'), P2: addHidden('P2') }
}

/** A category without choices gets no row. */
function toRows({ P1, P2, notifications }: ChosenSubscriptions) {
  const toRow = (category: 'P1' | 'P2', lists: ChosenSubscriptions['P1']) => ({
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
