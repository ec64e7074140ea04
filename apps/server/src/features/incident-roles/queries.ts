import { and, asc, desc, eq, isNotNull, isNull, or, sql } from 'drizzle-orm'
import type { Db } from '../../database/open.ts'
import { isAnyOf } from '../../database/parameters.ts'
import { users } from '../../database/tables/access.ts'
import { incidentRoleChanges } from '../../database/tables/incident-roles.ts'
import { incidentRoles } from '../../database/tables/reference.ts'
import { seesInternal } from '../session/public.ts'

/** Who has the roles on an incident: the newest change of each role. */
export const listNewestChanges = (db: Db, incidentId: number) =>
  db
    .selectDistinctOn([incidentRoleChanges.role])
    .from(incidentRoleChanges)
    .where(eq(incidentRoleChanges.incidentId, incidentId))
    .orderBy(incidentRoleChanges.role, desc(incidentRoleChanges.changeId))

/** The roles in use and those that somebody has, in their order. */
export async function listRoles(db: Db, incidentId: number) {
  const newest = listNewestChanges(db, incidentId).as('newest')
  return db
    .select({
      role: incidentRoles.systemName,
      name: incidentRoles.displayName,
      translations: incidentRoles.translations,
      retiredAt: incidentRoles.retiredAt,
      holder: newest.holder,
      note: newest.note,
      prevHolder: newest.prevHolder,
      changedBy: newest.changedBy,
      changedAt: newest.changedAt,
    })
    .from(incidentRoles)
    .leftJoin(newest, eq(newest.role, incidentRoles.systemName))
    .where(or(isNull(incidentRoles.retiredAt), isNotNull(newest.holder)))
    .orderBy(asc(sql`${incidentRoles.retiredAt} is not null`), asc(incidentRoles.position))
}

/** Who has roles on incidents, in the order of the roles. */
export async function listHolders(db: Db, incidentIds: readonly number[]) {
  const newest = db
    .selectDistinctOn([incidentRoleChanges.incidentId, incidentRoleChanges.role])
    .from(incidentRoleChanges)
    .where(isAnyOf(incidentRoleChanges.incidentId, incidentIds))
    .orderBy(incidentRoleChanges.incidentId, incidentRoleChanges.role, desc(incidentRoleChanges.changeId))
    .as('newest')
  const rows = await db
    .select({
      incidentId: newest.incidentId,
      role: newest.role,
      name: incidentRoles.displayName,
      translations: incidentRoles.translations,
      holder: newest.holder,
    })
    .from(newest)
    .innerJoin(incidentRoles, eq(incidentRoles.systemName, newest.role))
    .orderBy(asc(sql`${incidentRoles.retiredAt} is not null`), asc(incidentRoles.position))
  return rows.flatMap(({ holder, ...row }) => (holder === null ? [] : { ...row, holder }))
}

export const createRoleChange = (db: Db, row: typeof incidentRoleChanges.$inferInsert) =>
  db.insert(incidentRoleChanges).values(row)

export const moveRoleChanges = (db: Db, { from, into }: { from: number; into: number }) =>
  db.update(incidentRoleChanges).set({ incidentId: into }).where(eq(incidentRoleChanges.incidentId, from))

/** Roles, and what the story says of them, stay with a person whose address changes. */
export async function renameHolder(db: Db, { from, to }: { from: string; to: string }): Promise<void> {
  for (const column of ['holder', 'prevHolder', 'changedBy'] as const)
    await db
      .update(incidentRoleChanges)
      .set({ [column]: to })
      .where(eq(sql`lower(${incidentRoleChanges[column]})`, from.toLowerCase()))
}

/** All changes of roles on an incident, the oldest first. */
export const listRoleChanges = (db: Db, incidentId: number) =>
  db
    .select({ change: incidentRoleChanges, role: incidentRoles })
    .from(incidentRoleChanges)
    .innerJoin(incidentRoles, eq(incidentRoles.systemName, incidentRoleChanges.role))
    .where(eq(incidentRoleChanges.incidentId, incidentId))
    .orderBy(asc(incidentRoleChanges.changeId))

type AccountFilter = { search: string; most: number; isInternal: boolean }

/** Accounts with the text in their address, by address; for an internal incident only those that may see it. */
export const listAccounts = (db: Db, { search, most, isInternal }: AccountFilter) =>
  db
    .select({ email: users.email })
    .from(users)
    .where(
      and(
        sql`position(${search.toLowerCase()} in lower(${users.email})) > 0`,
        isInternal ? seesInternal : undefined,
      ),
    )
    .orderBy(asc(sql`lower(${users.email})`))
    .limit(most)
