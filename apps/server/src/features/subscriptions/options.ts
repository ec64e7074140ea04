import { isInternalTitle } from '@aviary/contract/incidents/rules'
import { NOTIFICATION_TYPES, OPEN_TYPE } from '@aviary/contract/notifications/rules'
import type * as endpoints from '@aviary/contract/subscriptions/endpoints'
import type { ChosenSubscriptions } from '@aviary/contract/subscriptions/endpoints'
import type { Db } from '../../database/open.ts'
import { listAllAlertTypes } from '../messages/public.ts'
import { listAllDataCenters, listAllServices } from '../reference/public.ts'
import type { SubscriptionRow } from './queries.ts'

type NamedOption = Pick<endpoints.SubscriptionOption, 'id' | 'name' | 'translations'>

const toOptions = (items: readonly NamedOption[]): endpoints.SubscriptionOption[] =>
  items.map((item, display_order) => ({ ...item, display_order, selected: false }))

export type Offer = {
  /** All options, none of them selected. */
  options: endpoints.SubscriptionOptions
  /** Alert types in use that the person may not see. */
  hiddenAlertTypes: ReadonlySet<number>
  /**
   * Retired options are no longer offered. People who chose them keep them, because incidents may still name them.
   */
  retired: Retired
}

/** Names by id. */
export type Retired = {
  services: ReadonlyMap<string | number, string>
  data_centers: ReadonlyMap<string | number, string>
  alert_types: ReadonlyMap<string | number, string>
}

type Reader = {
  seesInternal: boolean
  providerName: string
  /**
   * For people outside, who may know of services and data centers only what the status page shows: what they chose.
   * They keep what is kept off, as long as they leave it ticked.
   */
  outside?: ChosenSubscriptions
}

/** The options to choose from. Internal alert types are for people who may see them (spec 2 §5). */
export async function getOffer(db: Db, { seesInternal, providerName, outside }: Reader): Promise<Offer> {
  const [allServices, allDataCenters] = [await listAllServices(db), await listAllDataCenters(db)]
  const allAlertTypes = await listAllAlertTypes(db)
  const toOption = (row: PlaceRow) => ({ id: row.systemName, name: row.displayName })
  const knows = (chosen: readonly string[]) => (row: PlaceRow & { isOnStatusPage: boolean }) =>
    outside === undefined || row.isOnStatusPage || chosen.includes(row.systemName)
  const chosenBy = (list: 'services' | 'data_centers') =>
    outside ? [...outside.P1[list], ...outside.P2[list]] : []
  const services = allServices
    .filter(isInUse)
    .filter(knows(chosenBy('services')))
    .map(toOption)
  const dataCenters = allDataCenters
    .filter(isInUse)
    .filter(knows([...chosenBy('data_centers'), ...(outside?.notifications.data_centers ?? [])]))
    .map(toOption)
  const alertTypes = allAlertTypes.filter(isInUse)
  const isShown = ({ name }: { name: string }) => seesInternal || !isInternalTitle(name)
  const getPriorityOptions = (priority: 'P1' | 'P2') => ({
    services: toOptions(services),
    data_centers: toOptions(dataCenters),
    alert_types: toOptions(
      alertTypes
        .filter((type) => type.priorityType === priority && isShown(type))
        .map(({ alertTypeId, name, translations }) => ({
          ...{ id: alertTypeId, name },
          ...(Object.keys(translations).length > 0 ? { translations } : {}),
        })),
    ),
  })
  const notificationTypes = NOTIFICATION_TYPES.map((type) => ({
    id: type,
    // spec 2 §4: the label carries the provider's name
    name: type === OPEN_TYPE ? `Personalized ${providerName} Open` : type,
  }))
  return {
    options: {
      P1: getPriorityOptions('P1'),
      P2: getPriorityOptions('P2'),
      notifications: {
        data_centers: toOptions(dataCenters),
        notification_types: toOptions(notificationTypes),
      },
    },
    hiddenAlertTypes: new Set(
      alertTypes.filter((type) => !isShown(type)).map(({ alertTypeId }) => alertTypeId),
    ),
    retired: {
      services: toNames(allServices.filter(isRetired).map(toOption)),
      data_centers: toNames(allDataCenters.filter(isRetired).map(toOption)),
      alert_types: toNames(
        allAlertTypes.filter(isRetired).map(({ alertTypeId, name }) => ({ id: alertTypeId, name })),
      ),
    },
  }
}

type PlaceRow = { systemName: string; displayName: string }

const toNames = (options: readonly NamedOption[]) => new Map(options.map(({ id, name }) => [id, name]))

const isInUse = ({ retiredAt }: { retiredAt: Date | null }): boolean => retiredAt === null
const isRetired = ({ retiredAt }: { retiredAt: Date | null }): boolean => retiredAt !== null

/** The choices as sent to clients; a category without a row has empty lists. */
export function toChosen(
  rows: readonly Omit<SubscriptionRow, 'subscriberId'>[],
): endpoints.ChosenSubscriptions {
  const findRow = (category: string) => rows.find((item) => item.category === category)
  const getPriorityLists = (priority: 'P1' | 'P2') => ({
    services: findRow(priority)?.services ?? [],
    data_centers: findRow(priority)?.dataCenters ?? [],
    alert_types: findRow(priority)?.alertTypes ?? [],
  })
  return {
    P1: getPriorityLists('P1'),
    P2: getPriorityLists('P2'),
    notifications: {
      data_centers: findRow('notifications')?.dataCenters ?? [],
      notification_types: findRow('notifications')?.notificationTypes ?? [],
    },
  }
}
