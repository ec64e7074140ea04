import type { Audience } from '@aviary/contract/messages/rules'
import { sql } from 'drizzle-orm'
import type { Db } from '../../database/open.ts'
import { integers, texts } from '../../database/parameters.ts'
import {
  channelDeliveries,
  channelEvents,
  channelLanes,
  channelSubscriptions,
  channels,
} from '../../database/tables/channels.ts'
import { choseGroup } from '../queries.ts'

// Which channels hear of incidents themselves and of the status, besides messages.

/** Channels that were told of an incident itself and may hear of an event of this audience. */
export async function listToldOfIncident(db: Db, incidentId: number, audience: Audience): Promise<number[]> {
  const { rows } = await db.execute<{ id: number }>(sql`
    select distinct ${channels.channelId} as id
    from ${channelEvents} join ${channelDeliveries} using (event_id) join ${channels} using (channel_id)
    where ${channelEvents.incidentId} = ${incidentId} and ${channelEvents.type} like 'incident.%'
      and ${channels.deletedAt} is null
      and (${channelEvents.audience} = ${audience} or ${audience} = 'INTERNAL')
      and (${channelDeliveries.state} <> 'stopped' or ${channelDeliveries.sentAt} is not null
        or ${channelEvents.withdrawnAt} is null)
      and (${audience} = 'EXTERNAL' or ${channels.audience} = 'INTERNAL')
    order by 1`)
  return rows.map(({ id }) => id)
}

type Places = { services: readonly string[]; dataCenters: readonly string[] }

const chosePlaces = ({ services, dataCenters }: Places) =>
  sql`${channelSubscriptions.category} in ('P1', 'P2')
    and ${channelSubscriptions.services} && ${texts(services)}
    and ${channelSubscriptions.dataCenters} && ${texts(dataCenters)}`

/**
 * Locks every lane that any event about these incidents or places may need, so that a transaction with several
 * events takes all its lanes in one order.
 */
export const lockLanesOf = (
  db: Db,
  { incidentIds, ...places }: Places & { incidentIds: readonly number[] },
) =>
  db.execute(sql`
    select from ${channelLanes} where channel_id in (
      select channel_id from ${channelSubscriptions} where ${chosePlaces(places)}
      union
      select channel_id from ${channelDeliveries} join ${channelEvents} using (event_id)
      where ${channelEvents.incidentId} = any(${integers(incidentIds)}))
    order by channel_id for update`)

export type StatusListener = { channelId: number; services: string[]; dataCenters: string[] }

/** Webhooks of one audience that chose some of these places, with what each chose in one of its categories. */
export async function listStatusListeners(
  db: Db,
  { audience, ...places }: Places & { audience: Audience },
): Promise<StatusListener[]> {
  const { rows } = await db.execute<StatusListener>(sql`
    select ${channels.channelId} as "channelId", ${channelSubscriptions.services} as services,
      ${channelSubscriptions.dataCenters} as "dataCenters"
    from ${channels} join ${channelSubscriptions} using (channel_id)
    where ${channels.kind} = 'webhook' and ${channels.audience} = ${audience} and ${channels.deletedAt} is null
      and ${choseGroup('status')} and ${chosePlaces(places)}
    order by 1`)
  return rows
}

/** Moves what was sent about an incident to another one, into which it is merged. */
export const moveEvents = (db: Db, { from, into }: { from: number; into: number }) =>
  db.execute(sql`
    update ${channelEvents} set incident_id = ${into} where incident_id = ${from} and message_id is not null`)
