import type { SubscriptionRequestForm } from '@aviary/contract/subscription-requests/endpoints'
import type { ChosenSubscriptions, SubscriptionOptions } from '@aviary/contract/subscriptions/endpoints'
import type { Db } from '../../database/open.ts'
import type { MailSettings } from '../../mail/public.ts'
import { openPublicIds } from '../published/public.ts'
import { getOffer } from '../subscriptions/public.ts'

const NOTHING = { services: [], data_centers: [], alert_types: [] }

/** What the status page shows to everybody, and so what strangers may choose. */
export async function getPublicOffer(
  db: Db,
  { providerName }: Pick<MailSettings, 'providerName'>,
): Promise<SubscriptionOptions> {
  const outside = { P1: NOTHING, P2: NOTHING, notifications: { data_centers: [], notification_types: [] } }
  return (await getOffer(db, { seesInternal: false, providerName, outside })).options
}

/** System names. */
export type Choice = { services: string[]; dataCenters: string[] }

/**
 * What a form asks for. What is not offered is left out, whether it exists or not; undefined if nothing remains of
 * the services or of the data centers.
 */
export async function readChoice(
  db: Db,
  form: SubscriptionRequestForm,
  { P1 }: SubscriptionOptions,
): Promise<Choice | undefined> {
  const toId = await openPublicIds(db)
  const pick = (kind: 'service' | 'data_center', options: readonly { id: string | number }[]) => {
    const ids = new Set(form[kind])
    const names = options.map(({ id }) => String(id))
    return form.chosen.length === 0 ? names : names.filter((name) => ids.has(toId(kind, name)))
  }
  const choice = {
    services: pick('service', P1.services),
    dataCenters: pick('data_center', P1.data_centers),
  }
  return choice.services.length > 0 && choice.dataCenters.length > 0 ? choice : undefined
}

/** All mails about the chosen services and data centers that are still offered. */
export function toSubscriptions(
  { services, dataCenters }: Choice,
  { P1, P2, notifications }: SubscriptionOptions,
): ChosenSubscriptions {
  const keep = (options: readonly { id: string | number }[], names: readonly string[]): string[] =>
    options.map(({ id }) => String(id)).filter((id) => names.includes(id))
  const ofPriority = (options: SubscriptionOptions['P1']) => {
    const lists = {
      services: keep(options.services, services),
      data_centers: keep(options.data_centers, dataCenters),
      alert_types: options.alert_types.map(({ id }) => Number(id)),
    }
    return Object.values(lists).every((list) => list.length > 0) ? lists : NOTHING
  }
  const places = keep(notifications.data_centers, dataCenters)
  const types = notifications.notification_types.map(({ id }) => String(id))
  return {
    P1: ofPriority(P1),
    P2: ofPriority(P2),
    notifications: { data_centers: places, notification_types: places.length > 0 ? types : [] },
  }
}

/** Display names of what was chosen. `all`: in place of the names of all that is offered. */
export function nameChoice(
  { services, dataCenters }: Choice,
  { P1 }: SubscriptionOptions,
  { all, locale }: { all: string; locale: string },
): { services: string; dataCenters: string } {
  const format = new Intl.ListFormat(locale, { type: 'conjunction', style: 'narrow' })
  const join = (options: readonly { id: string | number; name: string }[], names: readonly string[]) => {
    const chosen = options.filter(({ id }) => names.includes(String(id))).map(({ name }) => name)
    return chosen.length === options.length ? all : format.format(chosen)
  }
  return { services: join(P1.services, services), dataCenters: join(P1.data_centers, dataCenters) }
}
