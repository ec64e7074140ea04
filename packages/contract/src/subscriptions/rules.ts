import { requires } from '../access.ts'
import type { Guarded } from '../rights.ts'
import type { ChosenSubscriptions, SubscriptionOption, SubscriptionOptions } from './endpoints.ts'

/**
 * Permission to read other people's subscriptions and to reset their profiles (spec 3 §2, Subscriber
 * details).
 */
export const readingOthers: Guarded = {
  access: requires('view_subscriber_comm_history'),
  tokenScope: 'write:subscriptions',
}
export const changingOthers: Guarded = {
  access: requires('edit_subscriptions'),
  tokenScope: 'write:subscriptions',
}
/** Permission to be offered internal alert types (spec 2 §5). */
export const internalAlertTypes: Guarded = {
  access: requires('view_is_internal_message'),
  tokenScope: 'read:internal',
}

/** Lists of each category in display order (spec 2 §2.2). */
export const LISTS = {
  P1: ['services', 'data_centers', 'alert_types'],
  P2: ['services', 'data_centers', 'alert_types'],
  notifications: ['data_centers', 'notification_types'],
} as const

export const CATEGORIES = ['P1', 'P2', 'notifications'] as const
export type Category = (typeof CATEGORIES)[number]
export type ListName = (typeof LISTS)[Category][number]
export type OptionKey = { category: Category; list: ListName }

/** Whether a category is complete: a choice in every list, or in none (spec 2 §5). */
const isWhole = (lists: object): boolean => {
  const sizes = Object.values(lists as Record<string, readonly unknown[]>).map((list) => list.length)
  return sizes.every((size) => size === 0) || sizes.every((size) => size > 0)
}

/** Categories with a choice in some but not all of their lists. */
export const incompleteCategories = (chosen: ChosenSubscriptions): Category[] =>
  CATEGORIES.filter((category) => !isWhole(chosen[category]))

/** The options, each selected according to `isSelected`. */
export function selectWhere(
  options: SubscriptionOptions,
  isSelected: (option: SubscriptionOption, key: OptionKey) => boolean,
): SubscriptionOptions {
  const mark = (category: Category, list: ListName, all: readonly SubscriptionOption[]) =>
    all.map((option) => ({ ...option, selected: isSelected(option, { category, list }) }))
  const priorityRule = (priority: 'P1' | 'P2') => ({
    services: mark(priority, 'services', options[priority].services),
    data_centers: mark(priority, 'data_centers', options[priority].data_centers),
    alert_types: mark(priority, 'alert_types', options[priority].alert_types),
  })
  const { data_centers, notification_types } = options.notifications
  return {
    P1: priorityRule('P1'),
    P2: priorityRule('P2'),
    notifications: {
      data_centers: mark('notifications', 'data_centers', data_centers),
      notification_types: mark('notifications', 'notification_types', notification_types),
    },
  }
}

/** The options with the chosen ones selected; choices that are no longer offered are dropped. */
export const withChosen = (options: SubscriptionOptions, chosen: ChosenSubscriptions): SubscriptionOptions =>
  selectWhere(options, ({ id }, { category, list }) => {
    const lists: Record<string, readonly (string | number)[]> = chosen[category]
    return lists[list]?.includes(id) ?? false
  })

/** Ids of the selected options, in display order. */
export function chosenOf(options: SubscriptionOptions): ChosenSubscriptions {
  const ids = (list: readonly SubscriptionOption[]) =>
    list.filter(({ selected }) => selected).map(({ id }) => id)
  const texts = (list: readonly SubscriptionOption[]) => ids(list).map(String)
  const priorityRule = (priority: 'P1' | 'P2') => ({
    services: texts(options[priority].services),
    data_centers: texts(options[priority].data_centers),
    alert_types: ids(options[priority].alert_types).map(Number),
  })
  return {
    P1: priorityRule('P1'),
    P2: priorityRule('P2'),
    notifications: {
      data_centers: texts(options.notifications.data_centers),
      notification_types: texts(options.notifications.notification_types),
    },
  }
}
