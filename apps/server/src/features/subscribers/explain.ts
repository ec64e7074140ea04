import type * as endpoints from '@aviary/contract/subscribers/endpoints'
import { CATEGORIES } from '@aviary/contract/subscriptions/rules'
import type { Db } from '../../database/open.ts'
import type { Criteria } from '../../mail/public.ts'
import { listAllAlertTypes } from '../messages/public.ts'
import { listSubscriptionsByEmail } from '../subscriptions/public.ts'
import type { BroadcastRow } from './queries.ts'
import * as queries from './queries.ts'

type AlertType = Awaited<ReturnType<typeof listAllAlertTypes>>[number]
type Subscriptions = Awaited<ReturnType<typeof listSubscriptionsByEmail>>

/** Conditions that the recipients of a broadcast had to meet; undefined means no condition. */
type Conditions = {
  category: Criteria['category']
  services: readonly string[] | undefined
  dataCenters: readonly string[]
  alertType: number | undefined
  notificationType: string | undefined
  domains: readonly string[] | undefined
}

type ExplainRequest = { email: string; mayRead: (type: AlertType) => boolean }

/**
 * Explains why a broadcast was or was not mailed to an address: compares its conditions with the person's
 * present choices.
 */
export async function explain(
  db: Db,
  broadcast: BroadcastRow,
  request: ExplainRequest,
): Promise<endpoints.MailedExplanation> {
  const { email } = request
  const subscriber = await queries.getSubscriber(db, email)
  const delivery = await queries.getDelivery(db, broadcast.broadcastId, email)
  const subscriptions = await listSubscriptionsByEmail(db, email)
  const types = await listAllAlertTypes(db)
  // A correction goes only to people who were mailed an earlier text, whatever they subscribe to.
  const conditions = broadcast.isCorrection ? undefined : getConditions(broadcast, types)
  const existed = subscriber !== undefined && subscriber.createdAt <= broadcast.createdAt
  const rules: endpoints.MailedRule[] = [
    { rule: 'exists', passes: existed, wanted: [], chosen: [] },
    ...(subscriber?.pausedAt && subscriber.pausedAt <= broadcast.createdAt && !broadcast.isCorrection
      ? [{ rule: 'not_paused' as const, passes: false, wanted: [], chosen: [] }]
      : []),
    ...(broadcast.isCorrection
      ? [{ rule: 'corrected' as const, passes: delivery !== undefined, wanted: [], chosen: [] }]
      : []),
    ...(subscriber && conditions ? listRules(conditions, subscriptions, { ...request, types }) : []),
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
    is_reconstructed: broadcast.criteria === null && !broadcast.isCorrection,
    changed_since: await hasChanged(),
  }

  /** Whether the person's choices may have changed since the broadcast. */
  async function hasChanged(): Promise<boolean> {
    if (broadcast.isCorrection) return false
    const wasMailed = delivery !== undefined
    if (!subscriber) return (await queries.countMails(db, email)) > 0
    if (!existed) return wasMailed
    if (subscriber.updatedAt > broadcast.createdAt) return true
    // Nobody subscribes without choosing something, so a subscriber without choices has unsubscribed, at an
    // unknown time.
    if (subscriptions.length === 0) return true
    return conditions !== undefined && rules.every(({ passes }) => passes) !== wasMailed
  }
}

/**
 * The conditions of a broadcast. If none were stored, they are derived from the incident or event as it is
 * today.
 */
function getConditions(broadcast: BroadcastRow, types: readonly AlertType[]): Conditions | undefined {
  const { kind, messageType, services, dataCenters, priority, criteria } = broadcast
  // The cast is safe, because only createBroadcast writes this column.
  const stored = criteria as Criteria | null
  if (stored) return { ...NO_CONDITION, ...stored }
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

const overlaps = (list: readonly unknown[], otherList: readonly unknown[]): boolean =>
  list.some((value) => otherList.includes(value))

function listRules(
  conditions: Conditions,
  subscriptions: Subscriptions,
  { email, mayRead, types }: ExplainRequest & { types: readonly AlertType[] },
): endpoints.MailedRule[] {
  const subscription = subscriptions.find(({ category }) => category === conditions.category)
  const toListRule = (
    rule: endpoints.MailedRule['rule'],
    required: readonly string[],
    chosen: readonly string[],
  ): endpoints.MailedRule => ({
    rule,
    passes: overlaps(required, chosen),
    wanted: [...required],
    chosen: [...chosen],
  })
  const categories = CATEGORIES.filter((name) => subscriptions.some(({ category }) => category === name))
  const rules = [toListRule('category', [conditions.category], categories)]
  if (conditions.services)
    rules.push(toListRule('services', conditions.services, subscription?.services ?? []))
  rules.push(toListRule('data_centers', conditions.dataCenters, subscription?.dataCenters ?? []))
  if (conditions.notificationType)
    rules.push(
      toListRule('notification_types', [conditions.notificationType], subscription?.notificationTypes ?? []),
    )
  if (conditions.alertType !== undefined) {
    const ids = subscription?.alertTypes ?? []
    const getName = (id: number) => types.find((type) => type.alertTypeId === id)?.name ?? String(id)
    // Always shows the broadcast's own type, which is visible in the ledger anyway.
    const visibleTypes = types.filter((type) => type.alertTypeId === conditions.alertType || mayRead(type))
    const names = visibleTypes.filter(({ alertTypeId }) => ids.includes(alertTypeId)).map(({ name }) => name)
    rules.push({
      rule: 'alert_types',
      passes: ids.includes(conditions.alertType),
      wanted: [getName(conditions.alertType)],
      chosen: names,
    })
  }
  if (conditions.domains) {
    const domain = email.toLowerCase().split('@')[1] ?? ''
    rules.push(toListRule('internal', conditions.domains, [domain]))
  }
  return rules
}
