import { isDeepStrictEqual } from 'node:util'
import type { ChosenSubscriptions } from '@aviary/contract/subscriptions/endpoints'
import {
  CATEGORIES,
  type Category,
  chosenOf,
  incompleteCategories,
  withChosen,
} from '@aviary/contract/subscriptions/rules'
import type { Db } from '../../database/open.ts'
import { type Fault, findUnknown, refuse, toIncompleteFaults } from './checks.ts'
import { type Offer, toChosen } from './options.ts'
import * as queries from './queries.ts'
import { withoutRetired, withRetired } from './retired.ts'

type Submission = {
  submitted: ChosenSubscriptions
  offer: Offer
  /** False for a signed-in person's own submission, which drops types that the person may no longer see. */
  keepsHidden: boolean
}

type Checked = {
  /** The submitted choices in the order of the offer. */
  chosen: ChosenSubscriptions
  /** Categories whose visible choices are unchanged. They stay as stored, including choices that are not visible. */
  kept: readonly Category[]
  unknown: readonly Fault[]
  incomplete: readonly Category[]
}

export function checkSubmission(
  before: ChosenSubscriptions,
  { submitted, offer, keepsHidden }: Submission,
): Checked {
  const sent = withoutRetired(submitted, offer.retired)
  const chosen = chosenOf(withChosen(offer.options, sent))
  const shown = chosenOf(withChosen(offer.options, before))
  const isKept = (category: Category) => isDeepStrictEqual(chosen[category], shown[category])
  const kept = keepsHidden ? CATEGORIES.filter(isKept) : []
  return {
    ...{ chosen, kept },
    unknown: findUnknown(sent, offer.options),
    incomplete: incompleteCategories(chosen).filter((category) => !kept.includes(category)),
  }
}

/** Computes new subscriptions from those before. Throws InvalidInput for faults. */
export function computeReplacement(before: ChosenSubscriptions, submission: Submission) {
  const { offer, keepsHidden } = submission
  const { chosen, kept, unknown, incomplete } = checkSubmission(before, submission)
  refuse(unknown)
  refuse(toIncompleteFaults(incomplete))
  const changed = withRetired(keepsHidden ? withHidden(chosen, before, offer) : chosen, before, offer.retired)
  const after = { ...changed, ...Object.fromEntries(kept.map((category) => [category, before[category]])) }
  return { after, chosen, isChanged: kept.length < CATEGORIES.length }
}

/** Computes the new subscriptions of a locked subscriber without storing them. Throws InvalidInput for faults. */
export async function prepareReplacement(db: Db, subscriberId: number, submission: Submission) {
  const before = toChosen(await queries.listSubscriptions(db, subscriberId))
  return { before, ...computeReplacement(before, submission) }
}

type Replacement = { subscriberId: number; locale: string; after: ChosenSubscriptions; now: Date }

/** Stores what `prepareReplacement` returned. */
export const replaceChosen = (db: Db, { after, ...subscriber }: Replacement): Promise<void> =>
  queries.replaceSubscriptions(db, { ...subscriber, rows: toRows(after) })

/**
 * Adds the stored alert types that the editing person cannot see: leaving them out does not mean removing them.
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

/** Rows of the choices; a category without choices gets none. */
export function toRows({ P1, P2, notifications }: ChosenSubscriptions) {
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
