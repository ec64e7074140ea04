import type { AdminAction, AdminRole } from '@aviary/contract/administration/schemas'
import { and, countDistinct, eq, inArray, ne, sql } from 'drizzle-orm'
import { lockUntilEnd } from '../../database/locks.ts'
import type { Db } from '../../database/open.ts'
import { integers } from '../../database/parameters.ts'
import {
  actions,
  heldRoles,
  providerRoles,
  roleActions,
  roles,
  serviceTokens,
  sessions,
  userRoles,
  users,
} from '../../database/tables/access.ts'

/** Serializes administrative writes, so that the checks of one write stay valid until it commits. */
export const lockAdministration = (db: Db) => lockUntilEnd(db, { text: 'administration' })

/** All roles ordered by name, or only those with these ids. */
export async function listRoles(db: Db, roleIds?: readonly number[]): Promise<AdminRole[]> {
  const result = await db.execute<AdminRole>(sql`
    select r.role_id, r.display_name, r.system_name, r.description, r.is_admin, r.version,
      coalesce(held.ids, '{}') as action_ids, coalesce(held.names, '{}') as actions_display,
      coalesce(held.system_names, '{}') as actions
    from ${roles} r
    left join lateral (
      select array_agg(a.action_id order by a.display_name, a.action_id) as ids,
        array_agg(a.display_name order by a.display_name, a.action_id) as names,
        array_agg(a.system_name order by a.display_name, a.action_id) as system_names
      from ${roleActions} ra join ${actions} a using (action_id) where ra.role_id = r.role_id) held on true
    ${roleIds === undefined ? sql`` : sql`where r.role_id = any(${integers(roleIds)})`}
    order by lower(r.display_name), r.role_id`)
  return result.rows
}

/** All actions ordered by name, or only the one with this id. */
export const listActions = (db: Db, actionId?: number): Promise<AdminAction[]> =>
  db
    .select({
      action_id: actions.actionId,
      display_name: actions.displayName,
      system_name: actions.systemName,
      description: actions.description,
      is_built_in: actions.isBuiltIn,
      version: actions.version,
    })
    .from(actions)
    .where(actionId === undefined ? undefined : eq(actions.actionId, actionId))
    .orderBy(sql`lower(${actions.displayName})`, actions.actionId)

/**
 * Another action (not `exceptActionId`) with this display name, ignoring case; undefined if the name is free.
 */
export async function getActionByName(
  db: Db,
  displayName: string,
  exceptActionId?: number,
): Promise<{ system_name: string } | undefined> {
  const [row] = await db
    .select({ system_name: actions.systemName })
    .from(actions)
    .where(
      and(
        sql`lower(${actions.displayName}) = lower(${displayName})`,
        exceptActionId === undefined ? undefined : ne(actions.actionId, exceptActionId),
      ),
    )
  return row
}

export const listActionsById = (db: Db, actionIds: readonly number[]) =>
  db
    .select({ actionId: actions.actionId, systemName: actions.systemName })
    .from(actions)
    .where(inArray(actions.actionId, [...actionIds]))

export const listRolesById = (db: Db, roleIds: readonly number[]) =>
  db
    .select({ roleId: roles.roleId, displayName: roles.displayName })
    .from(roles)
    .where(inArray(roles.roleId, [...roleIds]))

/** How many people hold an administrator role. */
export async function countAdministrators(db: Db): Promise<number> {
  const [row] = await db
    .select({ people: countDistinct(heldRoles.userId) })
    .from(heldRoles)
    .innerJoin(roles, eq(roles.roleId, heldRoles.roleId))
    .where(eq(roles.isAdmin, true))
  return row?.people ?? 0
}

type NewUser = { email: string; restrictedPageAccess: string[]; createdAt: Date }

/** Returns the new user's id, or undefined if the e-mail is taken, ignoring case. */
export const createAdminUser = async (db: Db, row: NewUser) =>
  (await db.insert(users).values(row).onConflictDoNothing().returning({ userId: users.userId }))[0]?.userId

/** Ignores the case of the e-mail. */
export const getUserIdByEmail = async (db: Db, email: string): Promise<number | undefined> =>
  (
    await db
      .select({ userId: users.userId })
      .from(users)
      .where(eq(sql`lower(${users.email})`, email.toLowerCase()))
  )[0]?.userId

export const updateUser = (
  db: Db,
  userId: number,
  change: { email: string; restrictedPageAccess: string[] },
) =>
  db
    .update(users)
    .set({ ...change, version: sql`${users.version} + 1` })
    .where(eq(users.userId, userId))

export async function replaceUserRoles(db: Db, userId: number, roleIds: readonly number[]): Promise<void> {
  await db.delete(userRoles).where(eq(userRoles.userId, userId))
  if (roleIds.length > 0) await db.insert(userRoles).values(roleIds.map((roleId) => ({ userId, roleId })))
}

export const createHandRole = (db: Db, userId: number, roleId: number) =>
  db.insert(userRoles).values({ userId, roleId }).onConflictDoNothing()

export const deleteHandRole = (db: Db, userId: number, roleId: number) =>
  db.delete(userRoles).where(and(eq(userRoles.userId, userId), eq(userRoles.roleId, roleId)))

/** Replaces the roles given by the sign-in provider; roles given by hand stay. */
export async function replaceProviderRoles(
  db: Db,
  userId: number,
  roleIds: readonly number[],
): Promise<void> {
  await db.delete(providerRoles).where(eq(providerRoles.userId, userId))
  if (roleIds.length > 0) await db.insert(providerRoles).values(roleIds.map((roleId) => ({ userId, roleId })))
}

/** Raises the user's version, so that edits based on an earlier version are refused (409). */
export const raiseUserVersion = (db: Db, userId: number) =>
  db
    .update(users)
    .set({ version: sql`${users.version} + 1` })
    .where(eq(users.userId, userId))

export const deleteUser = (db: Db, userId: number) => db.delete(users).where(eq(users.userId, userId))

/** Deletes all sessions of a person and returns the hashes of the session ids. */
export const deleteSessionsOf = async (db: Db, userId: number): Promise<string[]> =>
  (await db.delete(sessions).where(eq(sessions.userId, userId)).returning({ idHash: sessions.idHash })).map(
    ({ idHash }) => idHash,
  )

/** Deletes all tokens of a person and returns their numbers. */
export const deleteTokensOf = async (db: Db, userId: number): Promise<number[]> =>
  (
    await db
      .delete(serviceTokens)
      .where(eq(serviceTokens.userId, userId))
      .returning({ tokenId: serviceTokens.tokenId })
  ).map(({ tokenId }) => tokenId)

type NewRole = { displayName: string; systemName: string; description: string; isAdmin: boolean }

export const createRole = async (db: Db, row: NewRole) =>
  (await db.insert(roles).values(row).onConflictDoNothing().returning({ roleId: roles.roleId }))[0]?.roleId

export const isRoleNameTaken = async (db: Db, systemName: string): Promise<boolean> =>
  (await db.select({ roleId: roles.roleId }).from(roles).where(eq(roles.systemName, systemName))).length > 0

export const updateRole = (db: Db, roleId: number, change: NewRole) =>
  db
    .update(roles)
    .set({ ...change, version: sql`${roles.version} + 1` })
    .where(eq(roles.roleId, roleId))

export async function replaceRoleActions(
  db: Db,
  roleId: number,
  actionIds: readonly number[],
): Promise<void> {
  await db.delete(roleActions).where(eq(roleActions.roleId, roleId))
  if (actionIds.length > 0)
    await db.insert(roleActions).values(actionIds.map((actionId) => ({ roleId, actionId })))
}

export const deleteRole = (db: Db, roleId: number) => db.delete(roles).where(eq(roles.roleId, roleId))

type NewAction = { displayName: string; systemName: string; description: string }

export const createAction = async (db: Db, row: NewAction) =>
  (await db.insert(actions).values(row).onConflictDoNothing().returning({ actionId: actions.actionId }))[0]
    ?.actionId

export const updateAction = (
  db: Db,
  actionId: number,
  change: { displayName: string; description: string },
) =>
  db
    .update(actions)
    .set({ ...change, version: sql`${actions.version} + 1` })
    .where(eq(actions.actionId, actionId))

export const deleteAction = (db: Db, actionId: number) =>
  db.delete(actions).where(and(eq(actions.actionId, actionId), eq(actions.isBuiltIn, false)))
