import { isInternalTitle } from '@aviary/contract/incidents/rules'
import { NOTIFICATION_TYPES, OPEN_TYPE } from '@aviary/contract/notifications/rules'
import type * as endpoints from '@aviary/contract/subscriptions/endpoints'
import type { Db } from '../../database/open.ts'
import { listAlertTypes } from '../messages/public.ts'
import { listDataCenters, listServices } from '../reference/public.ts'
import type { SubscriptionRow } from './queries.ts'

type NamedOption = Pick<endpoints.SubscriptionOption, 'id' | 'name'>

const toOptions = (items: readonly NamedOption[]): endpoints.SubscriptionOption[] =>
  items.map(({ id, name }, display_order) => ({ id, name, display_order, selected: false }))

export type Offer = {
  /** All options, none of them selected. */
  options: endpoints.SubscriptionOptions
  /** Existing alert types that the person may not see. */
  hiddenAlertTypes: ReadonlySet<number>
}

/** The options to choose from. Internal alert types are for people who may see them (spec 2 §5). */
export async function getOffer(
  db: Db,
  { seesInternal, providerName }: { seesInternal: boolean; providerName: string },
): Promise<Offer> {
  const services = (await listServices(db)).map(({ system_name, name }) => ({ id: system_name, name }))
  const dataCenters = (await listDataCenters(db)).map(({ system_name, name }) => ({ id: system_name, name }))
  const alertTypes = await listAlertTypes(db)
  const isShown = ({ name }: { name: string }) => seesInternal || !isInternalTitle(name)
  const getPriorityOptions = (priority: 'P1' | 'P2') => ({
    services: toOptions(services),
    data_centers: toOptions(dataCenters),
    alert_types: toOptions(
      alertTypes
        .filter((type) => type.priorityType === priority && isShown(type))
        .map(({ alertTypeId, name }) => ({ id: alertTypeId, name })),
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
  }
}

/** The choices as sent to clients; a category without a row has empty lists. */
export function toChosen(rows: readonly SubscriptionRow[]): endpoints.ChosenSubscriptions {
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
