import type { ChosenSubscriptions } from '@aviary/contract/subscriptions/endpoints'
import type { Retired } from './options.ts'

type PriorityLists = ChosenSubscriptions['P1']

/**
 * Removes retired choices from submitted ones: a client may send back a stored list, which can contain
 * retired choices.
 */
export const withoutRetired = (chosen: ChosenSubscriptions, retired: Retired): ChosenSubscriptions =>
  mapLists(chosen, {
    priority: (lists) => ({
      services: lists.services.filter((id) => !retired.services.has(id)),
      data_centers: lists.data_centers.filter((id) => !retired.data_centers.has(id)),
      alert_types: lists.alert_types.filter((id) => !retired.alert_types.has(id)),
    }),
    dataCenters: (ids) => ids.filter((id) => !retired.data_centers.has(id)),
  })

/**
 * Keeps the stored retired choices of each list that is not empty. The form does not show them, so a submission
 * without them does not remove them.
 */
export function withRetired(
  chosen: ChosenSubscriptions,
  before: ChosenSubscriptions,
  retired: Retired,
): ChosenSubscriptions {
  const keep = <Id extends string | number>(
    after: readonly Id[],
    earlier: readonly Id[],
    ids: ReadonlyMap<string | number, string>,
  ): Id[] =>
    after.length === 0 ? [] : [...after, ...earlier.filter((id) => ids.has(id) && !after.includes(id))]
  const keepLists = (lists: PriorityLists, earlier: PriorityLists): PriorityLists => ({
    services: keep(lists.services, earlier.services, retired.services),
    data_centers: keep(lists.data_centers, earlier.data_centers, retired.data_centers),
    alert_types: keep(lists.alert_types, earlier.alert_types, retired.alert_types),
  })
  return {
    P1: keepLists(chosen.P1, before.P1),
    P2: keepLists(chosen.P2, before.P2),
    notifications: {
      ...chosen.notifications,
      data_centers: keep(
        chosen.notifications.data_centers,
        before.notifications.data_centers,
        retired.data_centers,
      ),
    },
  }
}

type ListChanges = {
  priority: (lists: PriorityLists) => PriorityLists
  dataCenters: (ids: string[]) => string[]
}

const mapLists = (
  { P1, P2, notifications }: ChosenSubscriptions,
  { priority, dataCenters }: ListChanges,
): ChosenSubscriptions => ({
  P1: priority(P1),
  P2: priority(P2),
  notifications: { ...notifications, data_centers: dataCenters(notifications.data_centers) },
})
