import { MOST_FOLLOW_UPS } from '@aviary/contract/follow-ups/rules'
import { asc, count, desc, eq, ne, sql } from 'drizzle-orm'
import type { Db } from '../../database/open.ts'
import { followUpIssues, followUps } from '../../database/tables/follow-ups.ts'
import { incidents } from '../../database/tables/incidents.ts'
import type { Page } from '../../http/paging.ts'

const incidentColumns = {
  jiraId: incidents.jiraId,
  priorityType: incidents.priorityType,
  isInternal: incidents.isInternal,
}

const joined = (db: Db) =>
  db
    .select({
      followUp: followUps,
      incident: incidentColumns,
      issue: followUpIssues,
    })
    .from(followUps)
    .innerJoin(incidents, eq(incidents.incidentId, followUps.incidentId))
    .leftJoin(followUpIssues, eq(followUpIssues.followUpId, followUps.followUpId))

export type FollowUpRow = Awaited<ReturnType<typeof joined>>[number]

const isOpenState = eq(followUps.state, 'OPEN')
const byDue = [asc(sql`${followUps.dueDate} is null`), asc(followUps.dueDate), asc(followUps.followUpId)]

/** All of one incident: the open ones by due date, then the others. */
export const listOfIncident = (
  db: Db,
  incidentId: number,
  { startAt, size }: Page = { startAt: 0, size: 2 * MOST_FOLLOW_UPS },
): Promise<FollowUpRow[]> =>
  joined(db)
    .where(eq(followUps.incidentId, incidentId))
    .orderBy(asc(sql`${followUps.state} <> 'OPEN'`), ...byDue)
    .offset(startAt)
    .limit(size)

export const listFollowUps = (db: Db, { isOpen, startAt, size }: Page & { isOpen: boolean }) =>
  joined(db)
    .where(isOpen ? isOpenState : ne(followUps.state, 'OPEN'))
    .orderBy(...(isOpen ? byDue : [desc(followUps.closedAt), desc(followUps.followUpId)]))
    .offset(startAt)
    .limit(size)

/** Locked until the transaction ends. */
export const lockFollowUp = async (db: Db, followUpId: number): Promise<FollowUpRow | undefined> =>
  (await joined(db).where(eq(followUps.followUpId, followUpId)).for('update', { of: followUps }))[0]

export const countOfIncident = async (db: Db, incidentId: number): Promise<number> =>
  (await db.select({ rows: count() }).from(followUps).where(eq(followUps.incidentId, incidentId)))[0]?.rows ??
  0

export const createFollowUp = async (db: Db, row: typeof followUps.$inferInsert) =>
  (await db.insert(followUps).values(row).returning())[0]

type Changed = Pick<
  typeof followUps.$inferInsert,
  'title' | 'owner' | 'dueDate' | 'state' | 'closedAt' | 'stateBy' | 'stateAt'
>

export const updateFollowUp = async (db: Db, followUpId: number, changed: Changed) =>
  (
    await db
      .update(followUps)
      .set({
        ...changed,
        // A new owner has not been reminded.
        remindedOf: sql`case when ${followUps.owner} is distinct from ${changed.owner ?? null} then null else ${followUps.remindedOf} end`,
        version: sql`${followUps.version} + 1`,
      })
      .where(eq(followUps.followUpId, followUpId))
      .returning()
  )[0]

export async function deleteFollowUp(db: Db, followUpId: number, deletedBy: string): Promise<void> {
  await db.update(followUpIssues).set({ deletedBy }).where(eq(followUpIssues.followUpId, followUpId))
  await db.delete(followUps).where(eq(followUps.followUpId, followUpId))
}

export const moveFollowUps = (db: Db, { from, into }: { from: number; into: number }) =>
  db.update(followUps).set({ incidentId: into }).where(eq(followUps.incidentId, from))

/** Follow-ups stay with a person whose address changes. */
export async function renameOwner(db: Db, { from, to }: { from: string; to: string }): Promise<void> {
  for (const column of ['owner', 'createdBy', 'stateBy'] as const)
    await db
      .update(followUps)
      .set({ [column]: to })
      .where(eq(sql`lower(${followUps[column]})`, from.toLowerCase()))
}

/** Locks an incident, so that it is neither made internal nor merged meanwhile. */
export const lockIncidentOf = async (db: Db, followUpId: number) =>
  (
    await db
      .select({ incidents })
      .from(incidents)
      .innerJoin(followUps, eq(followUps.incidentId, incidents.incidentId))
      .where(eq(followUps.followUpId, followUpId))
      .for('no key update', { of: incidents })
  )[0]?.incidents
