import type * as endpoints from '@aviary/contract/subscribers/endpoints'
import { CATEGORIES } from '@aviary/contract/subscriptions/rules'
import type { Db } from '../../database/open.ts'
import type { Criteria } from '../../mail/public.ts'
import { listAlertTypes } from '../messages/public.ts'
import { listSubscriptionsOf } from '../subscriptions/public.ts'
import type { BroadcastRow } from './queries.ts'
import * as queries from './queries.ts'

type AlertType = Awaited<ReturnType<typeof listAlertTypes>>[number]
type Subscriptions = Awaited<ReturnType<typeof listSubscriptionsOf>>

/** What decides who is mailed, as broadcasts store it; a list that is undefined is no condition. */
type Wanted = {
  category: Criteria['category']
  services: readonly string[] | undefined
  dataCenters: readonly string[]
  alertType: number | undefined
  notificationType: string | undefined
  domains: readonly string[] | undefined
}

type Asked = { email: string; mayRead: (type: AlertType) => boolean }

/** Why a broadcast was or was not mailed to an address: each rule, by what its person chooses today. */
export async function explain(
  db: Db,
  broadcast: BroadcastRow,
  asked: Asked,
): Promise<endpoints.MailedExplanation> {
  const { email } = asked
  const subscriber = await queries.getSubscriber(db, email)
  const delivery = await queries.getDelivery(db, broadcast.broadcastId, email)
  const chosen = await listSubscriptionsOf(db, email)
  const types = await listAlertTypes(db)
  const wanted = wantedBy(broadcast, types)
  const wasThere = subscriber !== undefined && subscriber.createdAt <= broadcast.createdAt
  const rules: endpoints.MailedRule[] = [
    { rule: 'exists', passes: wasThere, wanted: [], chosen: [] },
    ...(subscriber && wanted ? rulesOf(wanted, chosen, { ...asked, types }) : []),
  ]
  return {
    broadcast_id: broadcast.broadcastId,
    reference: broadcast.reference,
    message_type: broadcast.messageType,
    created_date: broadcast.createdAt.toISOString(),
    delivery_id: delivery?.deliveryId ?? null,
    delivery_state: delivery?.state ?? null,
    subscriber_since: subscriber?.createdAt.toISOString() ?? null,
    rules,
    is_reconstructed: broadcast.criteria === null,
    changed_since: await hasChanged(),
  }

  /** Whether what they chose then may be another thing than what they choose today. */
  async function hasChanged(): Promise<boolean> {
    const wasMailed = delivery !== undefined
    if (!subscriber) return (await queries.countMails(db, email)) > 0
    if (!wasThere) return wasMailed
    if (subscriber.updatedAt > broadcast.createdAt) return true
    // Nobody becomes a subscriber without choosing: they ended it all, and when is not known.
    if (chosen.length === 0) return true
    return wanted !== undefined && rules.every(({ passes }) => passes) !== wasMailed
  }
}

/** What a broadcast asked for; of one that is older than that being kept, as much of it as its matter says today. */
function wantedBy(broadcast: BroadcastRow, types: readonly AlertType[]): Wanted | undefined {
  const { kind, messageType, services, dataCenters, priority, criteria } = broadcast
  // Only createBroadcast writes it.
  const kept = criteria as Criteria | null
  if (kept) return { ...NO_CONDITION, ...kept }
  if (kind === 'notification')
    return { ...NO_CONDITION, category: 'notifications', dataCenters, notificationType: messageType }
  const type = types.find(({ priorityType, name }) => priorityType === priority && name === messageType)
  if (!type) return undefined
  const category = type.priorityType === 'P1' ? 'P1' : 'P2'
  return { ...NO_CONDITION, category, services, dataCenters, alertType: type.alertTypeId }
}

const NO_CONDITION = {
  services: undefined,
  alertType: undefined,
  notificationType: undefined,
  domains: undefined,
}

const share = (some: readonly unknown[], others: readonly unknown[]): boolean =>
  some.some((one) => others.includes(one))

function rulesOf(
  wanted: Wanted,
  subscriptions: Subscriptions,
  { email, mayRead, types }: Asked & { types: readonly AlertType[] },
): endpoints.MailedRule[] {
  const own = subscriptions.find(({ category }) => category === wanted.category)
  const lists = (
    rule: endpoints.MailedRule['rule'],
    asked: readonly string[],
    chosen: readonly string[],
  ): endpoints.MailedRule => ({
    rule,
    passes: share(asked, chosen),
    wanted: [...asked],
    chosen: [...chosen],
  })
  const categories = CATEGORIES.filter((one) => subscriptions.some(({ category }) => category === one))
  const rules = [lists('category', [wanted.category], categories)]
  if (wanted.services) rules.push(lists('services', wanted.services, own?.services ?? []))
  rules.push(lists('data_centers', wanted.dataCenters, own?.dataCenters ?? []))
  if (wanted.notificationType)
    rules.push(lists('notification_types', [wanted.notificationType], own?.notificationTypes ?? []))
  if (wanted.alertType !== undefined) {
    const ids = own?.alertTypes ?? []
    const nameOf = (id: number) => types.find((type) => type.alertTypeId === id)?.name ?? String(id)
    // The type of the broadcast itself is told in any case: the ledger tells it too.
    const shown = types.filter((type) => type.alertTypeId === wanted.alertType || mayRead(type))
    const names = shown.filter(({ alertTypeId }) => ids.includes(alertTypeId)).map(({ name }) => name)
    rules.push({
      rule: 'alert_types',
      passes: ids.includes(wanted.alertType),
      wanted: [nameOf(wanted.alertType)],
      chosen: names,
    })
  }
  if (wanted.domains) {
    const domain = email.toLowerCase().split('@')[1] ?? ''
    rules.push(lists('internal', wanted.domains, [domain]))
  }
  return rules
}
