import { CHANNEL_LARGEST_COUNT, type ChannelDeliveryState } from '@aviary/contract/channels/rules'
import { FALLBACK_LOCALE } from '@aviary/contract/constants'
import { and, asc, desc, eq, isNull, type SQL, sql } from 'drizzle-orm'
import { lockLane, ownerMay } from '../../channels/public.ts'
import type { Db } from '../../database/open.ts'
import { integers } from '../../database/parameters.ts'
import { users } from '../../database/tables/access.ts'
import {
  channelAttempts,
  channelDeliveries,
  channelEvents,
  channelLanes,
  channelSubscriptions,
  channels,
} from '../../database/tables/channels.ts'
import { subscribers } from '../../database/tables/mail.ts'
import type { Page } from '../../http/paging.ts'

const select = (db: Db, where: SQL | undefined) =>
  db
    .select({
      channel: channels,
      owner: users.email,
      ownerMay,
      waiting: sql<number>`(select count(*)::int from (select from ${channelDeliveries}
        where channel_id = ${channels.channelId} and due_at is not null limit ${CHANNEL_LARGEST_COUNT}) waiting)`,
      failed: sql<number>`(select count(*)::int from (select from ${channelDeliveries}
        where channel_id = ${channels.channelId} and state = 'failed' limit ${CHANNEL_LARGEST_COUNT}) failed)`,
      missedSince:
        sql<Date | null>`(select d.created_at from ${channelDeliveries} d join ${channelEvents} e using (event_id)
        where d.channel_id = ${channels.channelId} and d.state in ('failed', 'stopped') and e.withdrawn_at is null
          and (e.audience = 'EXTERNAL' or ${channels.audience} = 'INTERNAL')
        order by d.event_id limit 1)`.mapWith(channelDeliveries.createdAt),
    })
    .from(channels)
    .leftJoin(users, eq(users.userId, channels.ownerId))
    .where(and(isNull(channels.deletedAt), where))

export type ChannelRow = Awaited<ReturnType<typeof select>>[number]

/** `ownerId` limits the list to the channels of one person. */
export const listChannels = (db: Db, { ownerId, startAt, size }: Page & { ownerId: number | undefined }) =>
  select(db, ownerId === undefined ? undefined : eq(channels.ownerId, ownerId))
    .orderBy(asc(sql`lower(${channels.name})`), asc(channels.channelId))
    .offset(startAt)
    .limit(size)

export const getChannel = async (db: Db, channelId: number): Promise<ChannelRow | undefined> =>
  (await select(db, eq(channels.channelId, channelId)))[0]

/**
 * Locks a channel until the transaction ends, behind its lane: writers of messages lock the lanes first, too. They
 * refer to the channel meanwhile, which this lock allows.
 */
export async function lockChannel(db: Db, channelId: number): Promise<void> {
  await lockLane(db, channelId)
  await db
    .select({ id: channels.channelId })
    .from(channels)
    .where(eq(channels.channelId, channelId))
    .for('no key update')
}

/** The account that a channel belongs to, with the language of its subscriber; undefined once it is gone. */
export const getOwner = async (db: Db, channelId: number) =>
  (
    await db
      .select({
        email: users.email,
        locale: sql<string>`coalesce(${subscribers.locale}, ${FALLBACK_LOCALE})`,
        timeZone: subscribers.timeZone,
      })
      .from(channels)
      .innerJoin(users, eq(users.userId, channels.ownerId))
      .leftJoin(subscribers, sql`lower(${subscribers.email}) = lower(${users.email})`)
      .where(eq(channels.channelId, channelId))
  )[0]

/** How many channels a person owns. */
export const countOwned = (db: Db, ownerId: number): Promise<number> =>
  db.$count(channels, and(eq(channels.ownerId, ownerId), isNull(channels.deletedAt)))

export const listSubscriptions = (db: Db, channelIds: readonly number[]) =>
  db
    .select()
    .from(channelSubscriptions)
    .where(sql`${channelSubscriptions.channelId} = any(${integers(channelIds)})`)

export async function createChannel(db: Db, row: typeof channels.$inferInsert): Promise<number> {
  const [created] = await db.insert(channels).values(row).returning({ id: channels.channelId })
  if (!created) throw new Error('The channel was not stored')
  await db.insert(channelLanes).values({ channelId: created.id })
  return created.id
}

type Changed = Partial<Omit<typeof channels.$inferInsert, 'channelId' | 'version'>>

/** Changes the settings, which outdates what somebody else is editing. */
export const updateChannel = (db: Db, channelId: number, changed: Changed) =>
  db
    .update(channels)
    .set({ ...changed, version: sql`${channels.version} + 1` })
    .where(eq(channels.channelId, channelId))

/** Changes what no form edits. */
export const updateState = (db: Db, channelId: number, changed: Changed) =>
  db.update(channels).set(changed).where(eq(channels.channelId, channelId))

type Rows = readonly Omit<typeof channelSubscriptions.$inferInsert, 'channelId'>[]

export async function replaceSubscriptions(db: Db, channelId: number, rows: Rows): Promise<void> {
  await db.delete(channelSubscriptions).where(eq(channelSubscriptions.channelId, channelId))
  if (rows.length > 0)
    await db.insert(channelSubscriptions).values(rows.map((row) => ({ ...row, channelId })))
}

const selectDeliveries = (db: Db, where: SQL | undefined) =>
  db
    .select({
      delivery: channelDeliveries,
      event: { type: channelEvents.type, name: channelEvents.name, reference: channelEvents.reference },
      mayReplay: sql<boolean>`${channelEvents.withdrawnAt} is null
        and (${channelEvents.audience} = 'EXTERNAL' or ${channels.audience} = 'INTERNAL')`,
    })
    .from(channelDeliveries)
    .innerJoin(channelEvents, eq(channelEvents.eventId, channelDeliveries.eventId))
    .innerJoin(channels, eq(channels.channelId, channelDeliveries.channelId))
    .where(where)

export type DeliveryRow = Awaited<ReturnType<typeof selectDeliveries>>[number]

type DeliveryFilters = Page & { channelId: number; state: ChannelDeliveryState | undefined }

export const listDeliveries = (db: Db, { channelId, state, startAt, size }: DeliveryFilters) =>
  selectDeliveries(
    db,
    and(eq(channelDeliveries.channelId, channelId), state && eq(channelDeliveries.state, state)),
  )
    .orderBy(desc(channelDeliveries.eventId))
    .offset(startAt)
    .limit(size)

export const getDelivery = async (db: Db, channelId: number, deliveryId: number) =>
  (
    await selectDeliveries(
      db,
      and(eq(channelDeliveries.channelId, channelId), eq(channelDeliveries.deliveryId, deliveryId)),
    )
  )[0]

export const getBodies = async (db: Db, deliveryId: number): Promise<Record<string, string>> => {
  const [row] = await db
    .select({ bodies: channelEvents.bodies })
    .from(channelEvents)
    .innerJoin(channelDeliveries, eq(channelDeliveries.eventId, channelEvents.eventId))
    .where(eq(channelDeliveries.deliveryId, deliveryId))
  return row?.bodies ?? {}
}

const LARGEST_ATTEMPTS = 100

export const listAttempts = (db: Db, deliveryId: number) =>
  db
    .select()
    .from(channelAttempts)
    .where(eq(channelAttempts.deliveryId, deliveryId))
    .orderBy(desc(channelAttempts.attemptId))
    .limit(LARGEST_ATTEMPTS)
