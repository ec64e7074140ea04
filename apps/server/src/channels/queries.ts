import type { Audience } from '@aviary/contract/messages/rules'
import { asc, eq, isNotNull, sql } from 'drizzle-orm'
import type { Db } from '../database/open.ts'
import { integers, texts } from '../database/parameters.ts'
import { actions, heldRoles, roleActions, roles } from '../database/tables/access.ts'
import {
  channelDeliveries,
  channelEvents,
  channelLanes,
  channelSubscriptions,
  channels,
} from '../database/tables/channels.ts'

export type Sealed = { channelId: number; address: string }

/** The channels with a sealed address. */
export const listSealed = async (db: Db): Promise<Sealed[]> =>
  db
    .select({ channelId: channels.channelId, address: sql<string>`${channels.address}` })
    .from(channels)
    .where(isNotNull(channels.address))
    .orderBy(asc(channels.channelId))

/** Seals the address and secrets of a channel anew, unless another process has done so meanwhile. */
export const reseal = (db: Db, { channelId, address }: Sealed, again: (sealed: string) => string) =>
  db.transaction(async (transaction) => {
    const [row] = await transaction
      .select()
      .from(channels)
      .where(eq(channels.channelId, channelId))
      .for('update')
    if (!row || row.address !== address) return
    await transaction
      .update(channels)
      .set({
        address: again(address),
        secret: row.secret && again(row.secret),
        oldSecret: row.oldSecret && again(row.oldSecret),
      })
      .where(eq(channels.channelId, channelId))
  })

/** Pauses channels whose key is lost. */
export const pauseLost = (db: Db, lost: readonly Sealed[]) =>
  db
    .update(channels)
    .set({ pausedAt: sql`coalesce(${channels.pausedAt}, now())`, pauseReason: 'key' })
    .where(sql`${channels.channelId} = any(${integers(lost.map(({ channelId }) => channelId))})`)

/** Whether the owner's account exists and may still have channels. */
export const ownerMay = sql<boolean>`exists (
  select from ${heldRoles} join ${roles} using (role_id)
    left join ${roleActions} using (role_id) left join ${actions} using (action_id)
  where ${heldRoles.userId} = ${channels.ownerId}
    and (${roles.isAdmin} or ${actions.systemName} in ('create_channel', 'manage_channels')))`

/** Gets new deliveries: neither deleted, nor paused, nor without an owner who may have it. */
const isLive = sql`${channels.deletedAt} is null and ${channels.pausedAt} is null and ${ownerMay}`

export type EventCriteria =
  | {
      category: 'P1' | 'P2'
      services: readonly string[]
      dataCenters: readonly string[]
      alertType: number
    }
  | { category: 'notifications'; dataCenters: readonly string[]; notificationType: string }

const chose = (criteria: EventCriteria) =>
  criteria.category === 'notifications'
    ? sql`${criteria.notificationType} = any(${channelSubscriptions.notificationTypes})`
    : sql`${criteria.alertType} = any(${channelSubscriptions.alertTypes})
        and ${channelSubscriptions.services} && ${texts(criteria.services)}`

type Subscribed = { criteria: EventCriteria; audience: Audience }

/** The channels that hear of an event, in the order in which their lanes are locked. */
export async function listSubscribed(db: Db, { criteria, audience }: Subscribed): Promise<number[]> {
  const { rows } = await db.execute<{ id: number }>(sql`
    select ${channels.channelId} as id
    from ${channels} join ${channelSubscriptions} using (channel_id)
    where ${channelSubscriptions.category} = ${criteria.category} and ${chose(criteria)}
      and ${channelSubscriptions.dataCenters} && ${texts(criteria.dataCenters)}
      and ${channels.deletedAt} is null
      and (${audience} = 'EXTERNAL' or ${channels.audience} = 'INTERNAL')
    order by 1`)
  return rows.map(({ id }) => id)
}

/** The channels that were told of a message, or are still to be, and may hear of an event of this audience. */
export async function listTold(db: Db, messageId: number, audience: Audience): Promise<number[]> {
  const { rows } = await db.execute<{ id: number }>(sql`
    select distinct ${channels.channelId} as id
    from ${channelEvents} join ${channelDeliveries} using (event_id) join ${channels} using (channel_id)
    where ${channelEvents.messageId} = ${messageId} and ${channels.deletedAt} is null
      and (${audience} = 'EXTERNAL' or ${channels.audience} = 'INTERNAL')
    order by 1`)
  return rows.map(({ id }) => id)
}

/** EXTERNAL if any event about a message was; undefined if there was none. */
export async function getToldAudience(db: Db, messageId: number): Promise<Audience | undefined> {
  const rows = await db
    .selectDistinct({ audience: channelEvents.audience })
    .from(channelEvents)
    .where(eq(channelEvents.messageId, messageId))
  return rows.find(({ audience }) => audience === 'EXTERNAL')?.audience ?? rows[0]?.audience
}

export const createEvent = async (db: Db, row: typeof channelEvents.$inferInsert): Promise<number> => {
  const [event] = await db.insert(channelEvents).values(row).returning({ id: channelEvents.eventId })
  if (!event) throw new Error('The event was not stored')
  return event.id
}

type NewDeliveries = { eventId: number; channelIds: readonly number[]; paused: string; now: Date }

/**
 * Creates one delivery for each channel and wakes its lane. A paused channel gets a stopped one, with `paused` as the
 * reason, which can be replayed. Returns how many are due.
 */
export async function createDeliveries(db: Db, { eventId, channelIds, paused, now }: NewDeliveries) {
  const ids = integers(channelIds)
  const at = now.toISOString()
  // Locked in one order, so that two writers cannot wait for each other.
  await db.execute(sql`
    select from ${channelLanes} where channel_id = any(${ids}) order by channel_id for update`)
  const { rows } = await db.execute<{ id: number; isDue: boolean }>(sql`
    insert into ${channelDeliveries} (channel_id, event_id, state, response, due_at, created_at)
    select ${channels.channelId}, ${eventId}::bigint, case when ${isLive} then 'queued' else 'stopped' end,
      case when ${isLive} then null else ${paused} end, case when ${isLive} then ${at}::timestamptz end, ${at}
    from ${channels} where ${channels.channelId} = any(${ids})
    returning channel_id as id, due_at is not null as "isDue"`)
  const due = rows.filter(({ isDue }) => isDue).map(({ id }) => id)
  await db.execute(sql`
    update ${channelLanes} set due_at = least(due_at, ${at}::timestamptz)
    where channel_id = any(${integers(due)})`)
  return due.length
}
