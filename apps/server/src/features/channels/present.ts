import type * as endpoints from '@aviary/contract/channels/endpoints'
import { validSecrets } from '../../channels/public.ts'
import type { Db } from '../../database/open.ts'
import { toChosen } from '../subscriptions/public.ts'
import type { ChannelRow, DeliveryRow } from './queries.ts'
import * as queries from './queries.ts'

const toText = (moment: Date | null): string | null => moment?.toISOString() ?? null

function presentPause({ channel, ownerMay }: ChannelRow): endpoints.Channel['paused'] {
  if (channel.pausedAt && channel.pauseReason)
    return { reason: channel.pauseReason, since: channel.pausedAt.toISOString() }
  return ownerMay ? null : { reason: 'owner', since: null }
}

/** Channels as sent to clients, without address and secrets. */
export async function presentChannels(db: Db, rows: readonly ChannelRow[], now: Date) {
  const ids = rows.map(({ channel }) => channel.channelId)
  const subscriptions = await queries.listSubscriptions(db, ids)
  return rows.map((row): endpoints.Channel => {
    const { channel } = row
    const signing = validSecrets(channel.oldSecrets, now).map(({ until }) => until)
    return {
      channel_id: channel.channelId,
      kind: channel.kind,
      name: channel.name,
      host: channel.host,
      target: channel.target,
      locale: channel.locale,
      audience: channel.audience,
      owner: row.owner,
      subscriptions: toChosen(subscriptions.filter(({ channelId }) => channelId === channel.channelId)),
      events: channel.eventGroups,
      paused: presentPause(row),
      failing_since: toText(channel.failingSince),
      old_secret_until: signing.toSorted().at(-1) ?? null,
      waiting: row.waiting,
      failed: row.failed,
      missed_since: toText(row.missedSince),
      version: channel.version,
    }
  })
}

export const presentDelivery = ({ delivery, event, mayReplay }: DeliveryRow): endpoints.ChannelDelivery => ({
  delivery_id: delivery.deliveryId,
  event: event.type,
  event_name: event.name,
  reference: event.reference,
  state: delivery.state,
  attempts: delivery.attempts,
  response: delivery.response,
  created_date: delivery.createdAt.toISOString(),
  sent_date: toText(delivery.sentAt),
  next_try_date: toText(delivery.dueAt),
  may_replay: mayReplay,
})
