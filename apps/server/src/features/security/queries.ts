import { asc, desc, eq, sql } from 'drizzle-orm'
import type { Db } from '../../database/open.ts'
import { commTypes, securityComms, securityIncidents } from '../../database/tables/security.ts'

export type IncidentRow = typeof securityIncidents.$inferSelect
export type CommRow = typeof securityComms.$inferSelect
export type CommTypeRow = typeof commTypes.$inferSelect

export const listIncidents = (db: Db): Promise<IncidentRow[]> =>
  db
    .select()
    .from(securityIncidents)
    .orderBy(desc(securityIncidents.startDate), desc(securityIncidents.secId))

export const hasIncident = async (db: Db, secId: number): Promise<boolean> =>
  (await db.$count(securityIncidents, eq(securityIncidents.secId, secId))) > 0

/**
 * Locks a security incident until the transaction ends, so that two edits, or a deletion and a new comm, run
 * one after the other.
 */
export async function lockIncident(db: Db, secId: number): Promise<IncidentRow | undefined> {
  const [row] = await db
    .select()
    .from(securityIncidents)
    .where(eq(securityIncidents.secId, secId))
    .for('update')
  return row
}

export async function createIncident(
  db: Db,
  row: typeof securityIncidents.$inferInsert,
): Promise<IncidentRow> {
  const [inserted] = await db.insert(securityIncidents).values(row).returning()
  return requireRow(inserted)
}

type IncidentFields = Pick<IncidentRow, 'title' | 'description' | 'status' | 'startDate' | 'endDate'>

export async function updateIncident(db: Db, secId: number, fields: IncidentFields): Promise<IncidentRow> {
  const [updated] = await db
    .update(securityIncidents)
    .set({ ...fields, version: sql`${securityIncidents.version} + 1` })
    .where(eq(securityIncidents.secId, secId))
    .returning()
  return requireRow(updated)
}

export const deleteIncident = (db: Db, secId: number) =>
  db.delete(securityIncidents).where(eq(securityIncidents.secId, secId))

/** All comm types in list order, retired ones last. */
export const listCommTypes = (db: Db): Promise<CommTypeRow[]> =>
  db
    .select()
    .from(commTypes)
    .orderBy(sql`${commTypes.retiredAt} is not null`, asc(commTypes.position), asc(commTypes.id))

export async function createCommTypes(db: Db, rows: (typeof commTypes.$inferInsert)[]): Promise<void> {
  if ((await db.$count(commTypes)) === 0) await db.insert(commTypes).values(rows)
}

/** The comms of one security incident, or all comms. */
export const listComms = (db: Db, secId?: number): Promise<CommRow[]> =>
  db
    .select()
    .from(securityComms)
    .where(secId === undefined ? undefined : eq(securityComms.secId, secId))
    .orderBy(desc(securityComms.createdDate), desc(securityComms.secCommId))

export const countComms = (db: Db, secId: number): Promise<number> =>
  db.$count(securityComms, eq(securityComms.secId, secId))

/**
 * `key share` prevents deletion of the comm while rows are added under it, but allows edits, because staging
 * may take a minute. Edits (`no key update`) run one after the other; a deletion (`update`) waits for all
 * other locks.
 */
type Lock = 'key share' | 'no key update' | 'update'

/** The comm, locked until the transaction ends. */
export async function lockComm(
  db: Db,
  secCommId: number,
  lock: Lock = 'key share',
): Promise<CommRow | undefined> {
  const [row] = await db.select().from(securityComms).where(eq(securityComms.secCommId, secCommId)).for(lock)
  return row
}

export async function createComm(db: Db, row: typeof securityComms.$inferInsert): Promise<CommRow> {
  const [inserted] = await db.insert(securityComms).values(row).returning()
  return requireRow(inserted)
}

type CommFields = Pick<CommRow, 'description' | 'status' | 'commType' | 'isHidden'>

export async function updateComm(db: Db, secCommId: number, fields: CommFields): Promise<CommRow> {
  const [updated] = await db
    .update(securityComms)
    .set({ ...fields, version: sql`${securityComms.version} + 1` })
    .where(eq(securityComms.secCommId, secCommId))
    .returning()
  return requireRow(updated)
}

export const deleteComm = (db: Db, secCommId: number) =>
  db.delete(securityComms).where(eq(securityComms.secCommId, secCommId))

function requireRow<T>(row: T | undefined): T {
  if (!row) throw new Error('The row is gone although it was locked')
  return row
}
