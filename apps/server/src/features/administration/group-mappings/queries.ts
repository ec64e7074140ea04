import type { GroupMapping } from '@aviary/contract/administration/schemas'
import { eq, sql } from 'drizzle-orm'
import type { Db } from '../../../database/open.ts'
import { texts } from '../../../database/parameters.ts'
import { groupMappingRoles, groupMappings, roles } from '../../../database/tables/access.ts'

/** All mappings ordered by group, or only the one with this id. */
export async function listGroupMappings(db: Db, mappingId?: number): Promise<GroupMapping[]> {
  const result = await db.execute<GroupMapping>(sql`
    select m.mapping_id, m.group_name, m.version,
      coalesce(given.ids, '{}') as role_ids, coalesce(given.names, '{}') as roles_display
    from ${groupMappings} m
    left join lateral (
      select array_agg(r.role_id order by r.display_name, r.role_id) as ids,
        array_agg(r.display_name order by r.display_name, r.role_id) as names
      from ${groupMappingRoles} mr join ${roles} r using (role_id) where mr.mapping_id = m.mapping_id) given on true
    ${mappingId === undefined ? sql`` : sql`where m.mapping_id = ${mappingId}`}
    order by lower(m.group_name), m.mapping_id`)
  return result.rows
}

export const countGroupMappings = (db: Db): Promise<number> => db.$count(groupMappings)

/** The distinct roles that these groups give. */
export async function listRoleIdsOfGroups(db: Db, groups: readonly string[]): Promise<number[]> {
  const rows = await db
    .selectDistinct({ roleId: groupMappingRoles.roleId })
    .from(groupMappings)
    .innerJoin(groupMappingRoles, eq(groupMappingRoles.mappingId, groupMappings.mappingId))
    .where(sql`${groupMappings.groupName} = any(${texts(groups)})`)
    .orderBy(groupMappingRoles.roleId)
  return rows.map(({ roleId }) => roleId)
}

/** Whether any group gives an administrator role. */
export async function isAdministratorMapped(db: Db): Promise<boolean> {
  const rows = await db
    .select({ roleId: roles.roleId })
    .from(groupMappingRoles)
    .innerJoin(roles, eq(roles.roleId, groupMappingRoles.roleId))
    .where(eq(roles.isAdmin, true))
    .limit(1)
  return rows.length > 0
}

/** Returns the new mapping's id, or undefined if this group already has a mapping. */
export const createGroupMapping = async (db: Db, groupName: string) =>
  (
    await db
      .insert(groupMappings)
      .values({ groupName })
      .onConflictDoNothing()
      .returning({ mappingId: groupMappings.mappingId })
  )[0]?.mappingId

export const isGroupMapped = async (db: Db, groupName: string): Promise<boolean> =>
  (await db.$count(groupMappings, eq(groupMappings.groupName, groupName))) > 0

export const renameGroup = (db: Db, mappingId: number, groupName: string) =>
  db
    .update(groupMappings)
    .set({ groupName, version: sql`${groupMappings.version} + 1` })
    .where(eq(groupMappings.mappingId, mappingId))

export async function replaceMappedRoles(
  db: Db,
  mappingId: number,
  roleIds: readonly number[],
): Promise<void> {
  await db.delete(groupMappingRoles).where(eq(groupMappingRoles.mappingId, mappingId))
  if (roleIds.length > 0)
    await db.insert(groupMappingRoles).values(roleIds.map((roleId) => ({ mappingId, roleId })))
}

export const deleteGroupMapping = (db: Db, mappingId: number) =>
  db.delete(groupMappings).where(eq(groupMappings.mappingId, mappingId))
