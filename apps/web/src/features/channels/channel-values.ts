import type { Channel } from '@aviary/contract/channels/endpoints'
import { type ChannelKind, EVENT_GROUPS, type EventGroup, groupsFor } from '@aviary/contract/channels/rules'
import type { ChosenSubscriptions, SubscriptionOptions } from '@aviary/contract/subscriptions/endpoints'
import {
  CATEGORIES,
  type Category,
  chosenOf,
  incompleteCategories,
  LISTS,
  withChosen,
} from '@aviary/contract/subscriptions/rules'

/** `address`: of an existing channel empty, unless it gets another one. `audience`: empty until one is chosen. */
export type ChannelValues = {
  kind: ChannelKind
  name: string
  /** Of a Slack app: the id of the Slack channel. */
  target: string
  address: string
  locale: string
  audience: Channel['audience'] | ''
  /** With those that a channel of this kind and audience does not get. */
  events: EventGroup[]
  subscriptions: ChosenSubscriptions
}

const NOTHING: ChosenSubscriptions = {
  P1: { services: [], data_centers: [], alert_types: [] },
  P2: { services: [], data_centers: [], alert_types: [] },
  notifications: { data_centers: [], notification_types: [] },
}

export const emptyIn = (locale: string): ChannelValues => ({
  ...{ kind: 'webhook', name: '', address: '', target: '', locale, audience: '' },
  events: [...EVENT_GROUPS],
  subscriptions: NOTHING,
})

export const valuesOf = ({
  kind,
  name,
  target,
  locale,
  audience,
  events,
  subscriptions,
}: Channel): ChannelValues => ({
  ...{ kind, name, address: '', target: target ?? '', locale, audience, events, subscriptions },
})

/** Leaves out what is no longer offered. */
const offeredOf = (options: SubscriptionOptions, chosen: ChosenSubscriptions): ChosenSubscriptions =>
  chosenOf(withChosen(options, chosen))

/**
 * Categories with a choice in some but not all lists. One that offers the same choices as before is kept as stored,
 * with those that are not offered.
 */
export function incompleteOf(
  options: SubscriptionOptions,
  chosen: ChosenSubscriptions,
  before: ChosenSubscriptions = NOTHING,
): Category[] {
  const [offered, stored] = [offeredOf(options, chosen), offeredOf(options, before)]
  return incompleteCategories(offered).filter(
    (category) => JSON.stringify(offered[category]) !== JSON.stringify(stored[category]),
  )
}

export const isNothingChosen = (chosen: ChosenSubscriptions): boolean =>
  CATEGORIES.every((category) => Object.values(chosen[category]).every((list) => list.length === 0))

/** Without `address`: an existing channel keeps its own. */
export const toFields = (
  { kind, name, target, locale, audience, events, subscriptions }: ChannelValues,
  options: SubscriptionOptions,
) => ({
  name: name.trim(),
  ...(kind === 'slack' && { target: target.trim() }),
  locale,
  // A channel without an audience cannot be saved; the narrower one if it could.
  audience: audience || ('EXTERNAL' as const),
  events,
  subscriptions: offeredOf(options, subscriptions),
})

/** The chosen groups that the channel can get. */
export const eventsOf = ({ events, ...channel }: Pick<ChannelValues, 'events' | 'kind' | 'audience'>) =>
  groupsFor(channel).filter((group) => events.includes(group))

type Words = {
  category: (category: (typeof CATEGORIES)[number]) => string
  option: (option: SubscriptionOptions['P1']['services'][number]) => string
}

/** The names of all chosen options, a category after the other. */
export function listChosen(
  options: SubscriptionOptions,
  chosen: ChosenSubscriptions,
  { category: nameOf, option }: Words,
): string {
  const ticked = withChosen(options, chosen)
  return CATEGORIES.flatMap((category) => {
    const lists: Partial<Record<string, SubscriptionOptions['P1']['services']>> = ticked[category]
    const names = LISTS[category]
      .map((list) =>
        (lists[list] ?? [])
          .filter(({ selected }) => selected)
          .map(option)
          .join(', '),
      )
      .filter((text) => text !== '')
    return names.length > 0 ? [`${nameOf(category)}: ${names.join(' · ')}`] : []
  }).join('; ')
}
