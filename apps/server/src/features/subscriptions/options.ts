import { isInternalTitle } from '@aviary/contract/incidents/rules'
import { NOTIFICATION_TYPES, OPEN_TYPE } from '@aviary/contract/notifications/rules'
import type * as endpoints from '@aviary/contract/subscriptions/endpoints'
import type { Db } from '../../database/open.ts'
import { listAlertTypes } from '../messages/public.ts'
import { listDataCenters, listServices } from '../reference/public.ts'
import type { SubscriptionRow } from './queries.ts'

type Named = Pick<endpoints.SubscriptionOption, 'id' | 'name'>

const inOrder = (named: readonly Named[]): endpoints.SubscriptionOption[] =>
  named.map(({ id, name }, display_order) => ({ id, name, display_order, selected: false }))

export type Offer = {
  /** What may be chosen, nothing of it selected. */
  options: endpoints.SubscriptionOptions
  /** Alert types that exist and are not shown to whoever asks. */
  hiddenAlertTypes: ReadonlySet<number>
}

/** What there is to choose from. Internal alert types are for those who may see them (spec 2 §5). */
export async function getOffer(
  db: Db,
  { seesInternal, providerName }: { seesInternal: boolean; providerName: string },
): Promise<Offer> {
  const services = (await listServices(db)).map(({ system_name, name }) => ({ id: system_name, name }))
  const dataCenters = (await listDataCenters(db)).map(({ system_name, name }) => ({ id: system_name, name }))
  const alertTypes = await listAlertTypes(db)
  const isShown = ({ name }: { name: string }) => seesInternal || !isInternalTitle(name)
  const ofPriority = (priority: 'P1' | 'P2') => ({
    services: inOrder(services),
    data_centers: inOrder(dataCenters),
    alert_types: inOrder(
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
      P1: ofPriority('P1'),
      P2: ofPriority('P2'),
      notifications: {
        data_centers: inOrder(dataCenters),
        notification_types: inOrder(notificationTypes),
      },
    },
    hiddenAlertTypes: new Set(
      alertTypes.filter((type) => !isShown(type)).map(({ alertTypeId }) => alertTypeId),
    ),
  }
}

/** Rows as the wire spells them; a category without a row has nothing in its lists. */
export function chosenIn(rows: readonly SubscriptionRow[]): endpoints.ChosenSubscriptions {
  const row = (category: string) => rows.find((one) => one.category === category)
  const ofPriority = (priority: 'P1' | 'P2') => ({
    services: row(priority)?.services ?? [],
    data_centers: row(priority)?.dataCenters ?? [],
    alert_types: row(priority)?.alertTypes ?? [],
  })
  return {
    P1: ofPriority('P1'),
    P2: ofPriority('P2'),
    notifications: {
      data_centers: row('notifications')?.dataCenters ?? [],
      notification_types: row('notifications')?.notificationTypes ?? [],
    },
  }
}
