import { type EventGroup, GROUP_OF_EVENT, WEBHOOK_ONLY_EVENTS } from '@aviary/contract/channels/rules'
import type { Audience } from '@aviary/contract/messages/rules'
import { and, asc, eq, isNotNull, isNull, ne, notInArray, sql } from 'drizzle-orm'
import type { Db } from '../database/open.ts'
import { integers, isAnyOf, rowNumbers, texts } from '../database/parameters.ts'
import { actions, heldRoles, roleActions, roles } from '../database/tables/access.ts'
import {
  channelDeliveries,
  channelEvents,
  channelLanes,
  channelSubscriptions,
  channels,
} from '../database/tables/channels.ts'
import { currentTraceparent } from '../process/tracing.ts'

export type { OldSecret } from '../database/tables/channels.ts'

export type SealedTexts = Pick<
  typeof channels.$inferSelect,
  'channelId' | 'address' | 'secret' | 'oldSecrets' | 'pauseReason'
>

/** The channels that have sealed texts. */
export const listSealed = (db: Db): Promise<SealedTexts[]> =>
  db
    .select({
      channelId: channels.channelId,
      address: channels.address,
      secret: channels.secret,
      oldSecrets: channels.oldSecrets,
      pauseReason: channels.pauseReason,
    })
    .from(channels)
    .where(isNotNull(channels.address))
    .orderBy(asc(channels.channelId))

type Resealed = Pick<SealedTexts, 'address' | 'secret' | 'oldSecrets'>

/** Stores texts that were sealed anew, unless they have changed meanwhile. */
export const reseal = (db: Db, { channelId, address, secret }: SealedTexts, resealed: Resealed) =>
  db
    .update(channels)
    .set(resealed)
    .where(
      and(
        eq(channels.channelId, channelId),
        sql`${channels.address} is not distinct from ${address} and ${channels.secret} is not distinct from ${secret}`,
      ),
    )

const isOneOf = (channelIds: readonly number[]) => sql`${channels.channelId} = any(${integers(channelIds)})`

/** Pauses channels whose key is lost, unless they are paused already. */
export const pauseLost = (db: Db, channelIds: readonly number[], now: Date) =>
  db
    .update(channels)
    .set({ pausedAt: now, pauseReason: 'key' })
    .where(and(isOneOf(channelIds), isNull(channels.pausedAt)))

/** Resumes channels whose key is back. */
export const resumeFound = (db: Db, channelIds: readonly number[]) =>
  db
    .update(channels)
    .set({ pausedAt: null, pauseReason: null })
    .where(and(isOneOf(channelIds), eq(channels.pauseReason, 'key')))

const ownerHas = (...names: readonly string[]) =>
  sql`coalesce(bool_or(${actions.systemName} = any(${texts(names)})), false)`

/**
 * Whether the owner's account exists and may still have the channel: an INTERNAL one only with the right to see
 * internal types.
 */
export const ownerMay = sql<boolean>`(
  select coalesce(bool_or(${roles.isAdmin}), false) or (${ownerHas('create_channel', 'manage_channels')}
    and (${channels.audience} = 'EXTERNAL' or ${ownerHas('view_is_internal_message')}))
  from ${heldRoles} join ${roles} using (role_id)
    left join ${roleActions} using (role_id) left join ${actions} using (action_id)
  where ${heldRoles.userId} = ${channels.ownerId})`

/** Gets new deliveries: neither deleted, nor paused, nor without an owner who may have it. */
export const isLive = sql<boolean>`${channels.deletedAt} is null and ${channels.pausedAt} is null and ${ownerMay}`

export type EventCriteria =
  | {
      category: 'P1' | 'P2'
      services: readonly string[]
      dataCenters: readonly string[]
      /** Undefined for events about the incident itself: any type. */
      alertType: number | undefined
    }
  | { category: 'notifications'; dataCenters: readonly string[]; notificationType: string }

function chose(criteria: EventCriteria) {
  if (criteria.category === 'notifications')
    return sql`${criteria.notificationType} = any(${channelSubscriptions.notificationTypes})`
  const { alertType } = criteria
  return sql`${channelSubscriptions.services} && ${texts(criteria.services)}
    and ${alertType === undefined ? sql`true` : sql`${alertType} = any(${channelSubscriptions.alertTypes})`}`
}

/** Events of this group are chosen. */
export const choseGroup = (group: EventGroup) => sql`${group} = any(${channels.eventGroups})`

/** Channels that chose events of this type; those that only webhooks get are kept from other kinds. */
const mayHear = (type: ChosenEventType) =>
  WEBHOOK_ONLY_EVENTS.some((only) => only === type)
    ? sql`${channels.kind} = 'webhook' and ${choseGroup(GROUP_OF_EVENT[type])}`
    : choseGroup(GROUP_OF_EVENT[type])

export type ChosenEventType = keyof typeof GROUP_OF_EVENT

type Subscribed = { criteria: EventCriteria; audience: Audience; type: ChosenEventType }

/** The channels that hear of an event, in the order in which their lanes are locked. */
export async function listSubscribed(db: Db, { criteria, audience, type }: Subscribed): Promise<number[]> {
  const { rows } = await db.execute<{ id: number }>(sql`
    select ${channels.channelId} as id
    from ${channels} join ${channelSubscriptions} using (channel_id)
    where ${channelSubscriptions.category} = ${criteria.category} and ${chose(criteria)}
      and ${channelSubscriptions.dataCenters} && ${texts(criteria.dataCenters)}
      and ${channels.deletedAt} is null and ${mayHear(type)}
      and (${audience} = 'EXTERNAL' or ${channels.audience} = 'INTERNAL')
    order by 1`)
  return rows.map(({ id }) => id)
}

/**
 * The channels that were told of a message, or are still to be, or can be sent it again; and that may hear of an event
 * of this audience.
 */
export async function listTold(db: Db, messageId: number, audience: Audience): Promise<number[]> {
  const { rows } = await db.execute<{ id: number }>(sql`
    select distinct ${channels.channelId} as id
    from ${channelEvents} join ${channelDeliveries} using (event_id) join ${channels} using (channel_id)
    where ${channelEvents.messageId} = ${messageId} and ${channels.deletedAt} is null
      and (${channelDeliveries.state} <> 'stopped' or ${channelDeliveries.sentAt} is not null
        or ${channelEvents.withdrawnAt} is null)
      and (${audience} = 'EXTERNAL' or ${channels.audience} = 'INTERNAL')
    order by 1`)
  return rows.map(({ id }) => id)
}

/** EXTERNAL if any event about a message is that was not withdrawn; undefined if there is none. */
export async function getToldAudience(db: Db, messageId: number): Promise<Audience | undefined> {
  const rows = await db
    .selectDistinct({ audience: channelEvents.audience })
    .from(channelEvents)
    .where(
      and(
        eq(channelEvents.messageId, messageId),
        isNull(channelEvents.withdrawnAt),
        ne(channelEvents.type, 'message.deleted'),
      ),
    )
  return rows.find(({ audience }) => audience === 'EXTERNAL')?.audience ?? rows[0]?.audience
}

export const createEvent = async (db: Db, row: typeof channelEvents.$inferInsert): Promise<number> => {
  const [event] = await db
    .insert(channelEvents)
    .values({ ...row, traceparent: currentTraceparent() })
    .returning({ id: channelEvents.eventId })
  if (!event) throw new Error('The event was not stored')
  return event.id
}

/** Locks the lanes of channels, in one order, so that two writers cannot wait for each other. */
export const lockLanes = (db: Db, channelIds: readonly number[]) =>
  db.execute(sql`
    select from ${channelLanes} where channel_id = any(${integers(channelIds)}) order by channel_id for update`)

/**
 * Locks the lanes that several events and withdrawals about one maintenance reach, in one order, before the first of
 * them locks its own.
 */
export const lockMaintenanceLanes = (db: Db, { maintenanceId, dataCenters }: MaintenanceReach) =>
  db.execute(sql`
    select from ${channelLanes} where channel_id in (
      select channel_id from ${channelSubscriptions}
      where category = 'notifications' and data_centers && ${texts(dataCenters)}
      union select channel_id from ${channelDeliveries} join ${channelEvents} using (event_id)
      where maintenance_id = ${maintenanceId} and due_at is not null)
    order by channel_id for update`)

type MaintenanceReach = { maintenanceId: number; dataCenters: readonly string[] }

type NewDeliveries = { eventId: number; channelIds: readonly number[]; paused: string; now: Date }

/**
 * Creates one delivery for each channel that may still hear of the event, and wakes its lane. A paused channel gets a
 * stopped one, with `paused` as the reason, which can be replayed. Returns how many are due.
 */
export async function createDeliveries(db: Db, { eventId, channelIds, paused, now }: NewDeliveries) {
  const at = now.toISOString()
  await lockLanes(db, channelIds)
  const { rows } = await db.execute<{ id: number; isDue: boolean }>(sql`
    with heard as (
      select ${channels.channelId} as channel_id, ${isLive} as is_live
      from ${channels}, ${channelEvents}
      where ${isOneOf(channelIds)} and ${channelEvents.eventId} = ${eventId}::bigint
        and (${channelEvents.audience} = 'EXTERNAL' or ${channels.audience} = 'INTERNAL')
        and ${channels.deletedAt} is null
        and (${channels.kind} = 'webhook' or ${channelEvents.type} <> all(${texts(WEBHOOK_ONLY_EVENTS)}))
    )
    insert into ${channelDeliveries} (channel_id, event_id, state, response, due_at, created_at)
    select channel_id, ${eventId}::bigint, case when is_live then 'queued' else 'stopped' end,
      case when is_live then null else ${paused} end, case when is_live then ${at}::timestamptz end, ${at}
    from heard
    returning channel_id as id, due_at is not null as "isDue"`)
  const due = rows.filter(({ isDue }) => isDue).map(({ id }) => id)
  await db.execute(sql`
    update ${channelLanes} set due_at = least(due_at, ${at}::timestamptz)
    where channel_id = any(${integers(due)})`)
  return due.length
}

type Withdrawal =
  | { messageId: number }
  | { notificationIds: readonly number[] }
  /** The events about the incident itself, not its messages. */
  | { incidentId: number }
  | { eventIds: readonly number[] }
  /** The events about the maintenance itself, not its notifications. */
  | { maintenanceId: number }

const DELETIONS = ['message.deleted', 'incident.deleted'] as const

function isAbout(about: Withdrawal) {
  if ('messageId' in about) return eq(channelEvents.messageId, about.messageId)
  if ('notificationIds' in about) return isAnyOf(channelEvents.notificationId, about.notificationIds)
  if ('eventIds' in about) return isAnyOf(channelEvents.eventId, about.eventIds)
  if ('incidentId' in about)
    return and(eq(channelEvents.incidentId, about.incidentId), isNull(channelEvents.messageId))
  return and(eq(channelEvents.maintenanceId, about.maintenanceId), isNull(channelEvents.notificationId))
}

/**
 * Stops the unsent deliveries of a message, a notification, an incident or a maintenance event, except its deletion,
 * and keeps them from being sent again. What is being sent at this moment may still arrive.
 */
export async function withdrawEvents(
  db: Db,
  about: Withdrawal,
  { reason, now }: { reason: string; now: Date },
) {
  const events = await db
    .update(channelEvents)
    .set({ withdrawnAt: now })
    .where(
      and(isAbout(about), isNull(channelEvents.withdrawnAt), notInArray(channelEvents.type, [...DELETIONS])),
    )
    .returning({ id: channelEvents.eventId })
  if (events.length === 0) return
  const ids = rowNumbers(events.map(({ id }) => id))
  const { rows } = await db.execute<{ id: number }>(sql`
    select distinct channel_id as id from ${channelDeliveries} where event_id = any(${ids}) and due_at is not null`)
  await lockLanes(
    db,
    rows.map(({ id }) => id),
  )
  await db.execute(sql`
    update ${channelDeliveries} set state = 'stopped', due_at = null, response = ${reason}
    where event_id = any(${ids}) and due_at is not null`)
}
