import { randomBytes } from 'node:crypto'
import { and, eq, isNull, lte, or, sql } from 'drizzle-orm'
import type { Db } from '../../../database/open.ts'
import { followUpIssues, followUps } from '../../../database/tables/follow-ups.ts'
import { incidents } from '../../../database/tables/incidents.ts'

/** At most this many in one round, so that one process does not keep the others from helping. */
const MOST = 200

/** Follow-ups of which the tracker does not know everything. */
export async function listDue(db: Db, now: Date): Promise<number[]> {
  const { rows } = await db.execute<{ id: number }>(sql`
    select coalesce(f.follow_up_id, i.follow_up_id) as id
    from ${followUps} f full join ${followUpIssues} i on i.follow_up_id = f.follow_up_id
    where (i.not_before is null or i.not_before <= ${now.toISOString()})
      and ((i.follow_up_id is null and f.state = 'OPEN') or f.follow_up_id is null or i.issue_key is null or i.failing_since is not null
        or i.title is distinct from f.title or i.due_date is distinct from f.due_date or i.state <> f.state)
    order by i.not_before nulls first, 1 limit ${MOST}`)
  return rows.map(({ id }) => id)
}

type IssueRow = typeof followUpIssues.$inferSelect
export type Claimed = {
  issue: IssueRow
  /** A process may have told the tracker before, and have died before it could note that. */
  isRetry: boolean
  /** Undefined: deleted. */
  followUp: (typeof followUps.$inferSelect & { jiraId: string }) | undefined
}

type Claim = { followUpId: number; now: Date; until: Date }

/** Keeps other processes from a follow-up for a while; undefined if one of them has it, or it is gone. */
export async function claim(db: Db, { followUpId, now, until }: Claim): Promise<Claimed | undefined> {
  const [before] = await db
    .select()
    .from(followUpIssues)
    .where(
      and(
        eq(followUpIssues.followUpId, followUpId),
        or(isNull(followUpIssues.notBefore), lte(followUpIssues.notBefore, now)),
      ),
    )
    .for('update', { skipLocked: true })
  const issue = before ?? (await createIssue(db, followUpId, until))
  if (!issue) return undefined
  const [found] = await db
    .select({ followUp: followUps, jiraId: incidents.jiraId })
    .from(followUps)
    .innerJoin(incidents, eq(incidents.incidentId, followUps.incidentId))
    .where(eq(followUps.followUpId, followUpId))
  if (found && isTold(issue, found.followUp)) return undefined
  if (before) await updateIssue(db, followUpId, { notBefore: until })
  const isRetry = before !== undefined && (before.notBefore !== null || before.issueKey === null)
  return { issue, isRetry, followUp: found && { ...found.followUp, jiraId: found.jiraId } }
}

/** Whether another process was faster. */
const isTold = (issue: IssueRow, { title, dueDate, state }: typeof followUps.$inferSelect): boolean =>
  issue.issueKey !== null &&
  issue.failingSince === null &&
  issue.title === title &&
  issue.dueDate === dueDate &&
  issue.state === state

/** Begins the issue of a follow-up; undefined if it is deleted, or another process was first. */
async function createIssue(db: Db, followUpId: number, notBefore: Date): Promise<IssueRow | undefined> {
  const [exists] = await db
    .select({ followUpId: followUps.followUpId })
    .from(followUps)
    .where(eq(followUps.followUpId, followUpId))
    .for('key share', { skipLocked: true })
  if (!exists) return undefined
  // The id alone is not enough: it is used again after a restore, and in other installations.
  const label = `aviary-follow-up-${followUpId}-${randomBytes(4).toString('hex')}`
  const rows = await db
    .insert(followUpIssues)
    .values({ followUpId, label, notBefore })
    .onConflictDoNothing()
    .returning()
  return rows[0]
}

export const updateIssue = (
  db: Db,
  followUpId: number,
  changed: Partial<typeof followUpIssues.$inferInsert>,
) => db.update(followUpIssues).set(changed).where(eq(followUpIssues.followUpId, followUpId))

export const deleteIssue = (db: Db, followUpId: number) =>
  db.delete(followUpIssues).where(eq(followUpIssues.followUpId, followUpId))

/** Undefined if the issue is of no follow-up, or of a deleted one. */
export const findByIssue = async (db: Db, issueKey: string): Promise<number | undefined> =>
  (
    await db
      .select({ followUpId: followUpIssues.followUpId })
      .from(followUpIssues)
      .innerJoin(followUps, eq(followUps.followUpId, followUpIssues.followUpId))
      .where(eq(followUpIssues.issueKey, issueKey))
  )[0]?.followUpId

export const lockIssue = async (db: Db, followUpId: number): Promise<IssueRow | undefined> =>
  (await db.select().from(followUpIssues).where(eq(followUpIssues.followUpId, followUpId)).for('update'))[0]
