import { and, desc, eq, getTableColumns, gt, gte, inArray, lt, ne, type SQL, sql } from 'drizzle-orm'
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
  const [found] = await selectEvents(db, eq(maintenanceEvents.eventId, eventId))
  return found
}

/** The event, locked until the transaction ends: nobody changes it, deletes it or adds to it meanwhile. */
export async function lockEvent(db: Db, eventId: number): Promise<EventRow | undefined> {
  const locked = await db
    .select({ eventId: maintenanceEvents.eventId })
    .from(maintenanceEvents)
    .where(eq(maintenanceEvents.eventId, eventId))
    .for('update')
  // Read after the lock is had: its data centers may have changed while it was waited for.
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

const isIn = (db: Db, names: readonly string[]): SQL =>
  inArray(
    maintenanceEvents.eventId,
    db
      .select({ eventId: maintenanceDataCenters.eventId })
      .from(maintenanceDataCenters)
      .where(inArray(maintenanceDataCenters.dataCenter, [...names])),
  )

type Span = { start: Date; end: Date; dataCenters: readonly string[]; except: number | undefined }

/** The events in some of the data centers that share more than a moment with a span of time. */
export const listEventsDuring = (db: Db, { start, end, dataCenters: names, except }: Span) =>
  selectEvents(
    db,
    and(
      lt(maintenanceEvents.startDate, end),
      gt(maintenanceEvents.endDate, start),
      isIn(db, names),
      except === undefined ? undefined : ne(maintenanceEvents.eventId, except),
    ),
  )

/** The events that end at `since` or later, in one data center or in all. */
export const listEventsSince = (db: Db, since: Date, dataCenter: string | undefined) =>
  selectEvents(
    db,
    and(gte(maintenanceEvents.endDate, since), dataCenter === undefined ? undefined : isIn(db, [dataCenter])),
  )

export type NewEvent = typeof maintenanceEvents.$inferInsert & { dataCenters: readonly string[] }

/** Stores an event with its data centers, each named once. */
export async function createEvent(db: Db, { dataCenters: names, ...row }: NewEvent): Promise<EventRow> {
  const [inserted] = await db.insert(maintenanceEvents).values(row).returning()
  if (!inserted) throw new Error('The event was not stored')
  await createDataCentersOf(db, inserted.eventId, names)
  return { ...inserted, dataCenters: [...names] }
}

const createDataCentersOf = (db: Db, eventId: number, names: readonly string[]) =>
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

/** An edit by a person: it counts. The event is locked. */
export async function updateEventRow(db: Db, eventId: number, change: EventChange): Promise<EventRow> {
  const { dataCenters: names, ...columns } = change
  const [updated] = await db
    .update(maintenanceEvents)
    .set({ ...columns, version: sql`${maintenanceEvents.version} + 1` })
    .where(eq(maintenanceEvents.eventId, eventId))
    .returning()
  if (!updated) throw new Error('The event is gone although it was locked')
  await db.delete(maintenanceDataCenters).where(eq(maintenanceDataCenters.eventId, eventId))
  await createDataCentersOf(db, eventId, names)
  return { ...updated, dataCenters: [...names] }
}

/** Its data centers and notifications go with it. */
export const deleteEvent = (db: Db, eventId: number) =>
  db.delete(maintenanceEvents).where(eq(maintenanceEvents.eventId, eventId))

/** A person has one: the one before it ends. */
export const upsertCalendarToken = (db: Db, row: typeof calendarTokens.$inferInsert) =>
  db
    .insert(calendarTokens)
    .values(row)
    .onConflictDoUpdate({
      target: calendarTokens.userId,
      set: { tokenHash: row.tokenHash, createdAt: row.createdAt },
    })

/** Answers whether the person had one. */
export const deleteCalendarToken = async (db: Db, userId: number): Promise<boolean> =>
  (await db.delete(calendarTokens).where(eq(calendarTokens.userId, userId)).returning()).length > 0

/** Since when the person has one; undefined without one. */
export const getCalendarTokenDate = async (db: Db, userId: number): Promise<Date | undefined> =>
  (
    await db
      .select({ createdAt: calendarTokens.createdAt })
      .from(calendarTokens)
      .where(eq(calendarTokens.userId, userId))
  )[0]?.createdAt

export const hasCalendarToken = async (db: Db, tokenHash: string): Promise<boolean> =>
  (await db.select().from(calendarTokens).where(eq(calendarTokens.tokenHash, tokenHash))).length > 0
