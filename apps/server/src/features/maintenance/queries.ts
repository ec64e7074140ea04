import {
  and,
  asc,
  desc,
  eq,
  getTableColumns,
  gt,
  gte,
  inArray,
  isNull,
  lt,
  ne,
  notInArray,
  type SQL,
  sql,
} from 'drizzle-orm'
import type { Db } from '../../database/open.ts'
import {
  calendarTokens,
  maintenanceDataCenters,
  maintenanceEvents,
} from '../../database/tables/maintenance.ts'
import { dataCenters } from '../../database/tables/reference.ts'

/** A maintenance event; its data centers by system name, in the order of the reference list. */
export type EventRow = typeof maintenanceEvents.$inferSelect & { dataCenters: string[] }

export async function getEvent(db: Db, eventId: number): Promise<EventRow | undefined> {
  const [event] = await selectEvents(db, eq(maintenanceEvents.eventId, eventId))
  return event
}

/**
 * Locks and returns the event: until the transaction ends, nobody else can edit or delete the event, or add
 * notifications to it.
 */
export async function lockEvent(db: Db, eventId: number): Promise<EventRow | undefined> {
  const locked = await db
    .select({ eventId: maintenanceEvents.eventId })
    .from(maintenanceEvents)
    .where(eq(maintenanceEvents.eventId, eventId))
    .for('update')
  // Read after the lock is acquired: the data centers may have changed while waiting for it.
  return locked.length > 0 ? getEvent(db, eventId) : undefined
}

/** Every event, newest start first. */
export const listEvents = (db: Db): Promise<EventRow[]> => selectEvents(db)

async function selectEvents(db: Db, condition?: SQL): Promise<EventRow[]> {
  const placed = db
    .select({
      eventId: maintenanceDataCenters.eventId,
      names: sql<string[]>`array_agg(${dataCenters.systemName} order by ${dataCenters.position})`.as('names'),
    })
    .from(maintenanceDataCenters)
    .innerJoin(dataCenters, eq(dataCenters.systemName, maintenanceDataCenters.dataCenter))
    .groupBy(maintenanceDataCenters.eventId)
    .as('placed')
  return db
    .select({
      ...getTableColumns(maintenanceEvents),
      dataCenters: sql<string[]>`coalesce(${placed.names}, '{}')`,
    })
    .from(maintenanceEvents)
    .leftJoin(placed, eq(placed.eventId, maintenanceEvents.eventId))
    .where(condition)
    .orderBy(desc(maintenanceEvents.startDate), desc(maintenanceEvents.eventId))
}

const isInDataCenters = (db: Db, names: readonly string[]): SQL =>
  inArray(
    maintenanceEvents.eventId,
    db
      .select({ eventId: maintenanceDataCenters.eventId })
      .from(maintenanceDataCenters)
      .where(inArray(maintenanceDataCenters.dataCenter, [...names])),
  )

type Span = { start: Date; end: Date; dataCenters: readonly string[]; exceptEventId: number | undefined }

/**
 * Events in any of the data centers that overlap a span of time. An event that only touches it is left out, and so is
 * a cancelled one.
 */
export const listEventsDuring = (db: Db, { start, end, dataCenters: names, exceptEventId }: Span) =>
  selectEvents(
    db,
    and(
      isNull(maintenanceEvents.cancelledAt),
      lt(maintenanceEvents.startDate, end),
      gt(maintenanceEvents.endDate, start),
      isInDataCenters(db, names),
      exceptEventId === undefined ? undefined : ne(maintenanceEvents.eventId, exceptEventId),
    ),
  )

/** The events that end at `since` or later, in one data center or in all. */
export const listEventsSince = (db: Db, since: Date, dataCenter: string | undefined) =>
  selectEvents(
    db,
    and(
      gte(maintenanceEvents.endDate, since),
      dataCenter === undefined ? undefined : isInDataCenters(db, [dataCenter]),
    ),
  )

export type NewEvent = typeof maintenanceEvents.$inferInsert & { dataCenters: readonly string[] }

/** Stores an event with its data centers, each named once. */
export async function createEvent(db: Db, { dataCenters: names, ...row }: NewEvent): Promise<EventRow> {
  const [inserted] = await db.insert(maintenanceEvents).values(row).returning()
  if (!inserted) throw new Error('The event was not stored')
  await createEventDataCenters(db, inserted.eventId, names)
  return { ...inserted, dataCenters: [...names] }
}

const createEventDataCenters = (db: Db, eventId: number, names: readonly string[]) =>
  db.insert(maintenanceDataCenters).values(names.map((dataCenter) => ({ eventId, dataCenter })))

export type EventChange = Pick<
  EventRow,
  | 'title'
  | 'isInternal'
  | 'isTest'
  | 'flag'
  | 'jiraIds'
  | 'startDate'
  | 'endDate'
  | 'commSrc'
  | 'dataCenters'
  | 'updatedBy'
  | 'updatedAt'
>

/** Stores a person's edit and increments the version. Requires the event to be locked. */
export async function updateEventRow(db: Db, eventId: number, change: EventChange): Promise<EventRow> {
  const { dataCenters: names, ...columns } = change
  const [updated] = await db
    .update(maintenanceEvents)
    .set({
      ...columns,
      // What was moved into the future starts, or ends, once more.
      ...(change.updatedAt && change.startDate > change.updatedAt ? { startToldAt: null } : {}),
      ...(change.updatedAt && change.endDate > change.updatedAt ? { endToldAt: null } : {}),
      version: sql`${maintenanceEvents.version} + 1`,
    })
    .where(eq(maintenanceEvents.eventId, eventId))
    .returning()
  if (!updated) throw new Error('The event is gone although it was locked')
  await db.delete(maintenanceDataCenters).where(eq(maintenanceDataCenters.eventId, eventId))
  await createEventDataCenters(db, eventId, names)
  return { ...updated, dataCenters: [...names] }
}

const isUntold = (now: Date): SQL => sql`${maintenanceEvents.cancelledAt} is null and (
  ${maintenanceEvents.startToldAt} is null and ${maintenanceEvents.startDate} <= ${now.toISOString()}
  or ${maintenanceEvents.endToldAt} is null and ${maintenanceEvents.endDate} <= ${now.toISOString()})`

/**
 * Locks an event that started or ended and of which channels were not told so, skipping `except` and those that
 * another process is telling of.
 */
export async function lockUntold(
  db: Db,
  now: Date,
  except: readonly number[],
): Promise<EventRow | undefined> {
  const [locked] = await db
    .select({ eventId: maintenanceEvents.eventId })
    .from(maintenanceEvents)
    .where(and(isUntold(now), notInArray(maintenanceEvents.eventId, [...except])))
    .orderBy(asc(maintenanceEvents.startDate), asc(maintenanceEvents.eventId))
    .limit(1)
    .for('update', { skipLocked: true })
  return locked && getEvent(db, locked.eventId)
}

export const markTold = (db: Db, eventId: number, told: { startToldAt: Date; endToldAt?: Date }) =>
  db.update(maintenanceEvents).set(told).where(eq(maintenanceEvents.eventId, eventId))

/** Marks events as told that ended before a time without channels having heard of their start. */
export const markMissed = (db: Db, { endedBefore, now }: { endedBefore: Date; now: Date }) =>
  db
    .update(maintenanceEvents)
    .set({ startToldAt: now, endToldAt: now })
    .where(
      and(
        isNull(maintenanceEvents.cancelledAt),
        isNull(maintenanceEvents.startToldAt),
        isNull(maintenanceEvents.endToldAt),
        lt(maintenanceEvents.endDate, endedBefore),
      ),
    )

type Cancellation = { by: string; now: Date }

/** Marks a locked event as cancelled. It is an edit, so the version rises, and with it the SEQUENCE in calendars. */
export async function cancelEventRow(db: Db, event: EventRow, { by, now }: Cancellation): Promise<EventRow> {
  const [cancelled] = await db
    .update(maintenanceEvents)
    .set({
      ...{ cancelledAt: now, cancelledBy: by, updatedAt: now, updatedBy: by },
      version: sql`${maintenanceEvents.version} + 1`,
    })
    .where(eq(maintenanceEvents.eventId, event.eventId))
    .returning()
  if (!cancelled) throw new Error('The event is gone although it was locked')
  return { ...cancelled, dataCenters: event.dataCenters }
}

/** Also deletes the event's data centers and notifications, by cascade. */
export const deleteEvent = (db: Db, eventId: number) =>
  db.delete(maintenanceEvents).where(eq(maintenanceEvents.eventId, eventId))

/** A person has one token; a new one replaces it. */
export const upsertCalendarToken = (db: Db, row: typeof calendarTokens.$inferInsert) =>
  db
    .insert(calendarTokens)
    .values(row)
    .onConflictDoUpdate({
      target: calendarTokens.userId,
      set: { tokenHash: row.tokenHash, createdAt: row.createdAt },
    })

/** Returns whether the person had a token. */
export const deleteCalendarToken = async (db: Db, userId: number): Promise<boolean> =>
  (await db.delete(calendarTokens).where(eq(calendarTokens.userId, userId)).returning()).length > 0

/** When the person's token was created; undefined without a token. */
export const getCalendarTokenDate = async (db: Db, userId: number): Promise<Date | undefined> =>
  (
    await db
      .select({ createdAt: calendarTokens.createdAt })
      .from(calendarTokens)
      .where(eq(calendarTokens.userId, userId))
  )[0]?.createdAt

export const hasCalendarToken = async (db: Db, tokenHash: string): Promise<boolean> =>
  (await db.select().from(calendarTokens).where(eq(calendarTokens.tokenHash, tokenHash))).length > 0
