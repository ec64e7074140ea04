import * as endpoints from '@aviary/contract/administration/endpoints'
import type { GroupMapping } from '@aviary/contract/administration/schemas'
import type { Db } from '../../../database/open.ts'
import { type Route, serve } from '../../../http/call.ts'
import { refuseOutdated, requireFound } from '../../../http/edits.ts'
import { Conflict, fault } from '../../../http/errors.ts'
import { lockForActor, recordRightsChange, requireGrantable } from '../actor.ts'
import { listRolesById } from '../queries.ts'
import * as queries from './queries.ts'

/** The list has no pages, so the number of mappings is limited. */
const MAX_MAPPINGS = 1_000

/**
 * Group mappings: the roles that the sign-in provider's groups give. A change takes effect at each person's
 * next sign-in.
 */
export const groupMappingRoutes = (groupsClaim: string | undefined): Route[] => [
  serve(endpoints.listGroupMappings, async ({ db }) => ({
    mappings: await queries.listGroupMappings(db),
    groups_claim: groupsClaim ?? null,
  })),

  serve(endpoints.createGroupMapping, async (call) => {
    const { db, body } = call
    await lockForActor(call, endpoints.createGroupMapping)
    await requireRoles(db, body.role_ids)
    if ((await queries.countGroupMappings(db)) >= MAX_MAPPINGS)
      throw new Conflict(`There are ${MAX_MAPPINGS} mappings already: delete what you do not use`)
    const mappingId = await queries.createGroupMapping(db, body.group_name)
    if (mappingId === undefined) throw groupTakenFault()
    await queries.replaceMappedRoles(db, mappingId, body.role_ids)
    const mapping = await requireMapping(db, mappingId)
    recordRightsChange(call, { mapping_id: mappingId }, { before: null, after: mapping })
    return { mapping }
  }),

  serve(endpoints.updateGroupMapping, async (call) => {
    const { db, body } = call
    await lockForActor(call, endpoints.updateGroupMapping)
    const before = await requireMapping(db, body.mapping_id)
    refuseOutdated(before, body.version)
    await requireRoles(db, body.role_ids)
    if (body.group_name !== before.group_name && (await queries.isGroupMapped(db, body.group_name)))
      throw groupTakenFault()
    await queries.renameGroup(db, before.mapping_id, body.group_name)
    await queries.replaceMappedRoles(db, before.mapping_id, body.role_ids)
    const mapping = await requireMapping(db, before.mapping_id)
    recordRightsChange(call, { mapping_id: mapping.mapping_id }, { before, after: mapping })
    return { mapping }
  }),

  serve(endpoints.deleteGroupMapping, async (call) => {
    await lockForActor(call, endpoints.deleteGroupMapping)
    const before = await requireMapping(call.db, call.body.mapping_id)
    await queries.deleteGroupMapping(call.db, before.mapping_id)
    recordRightsChange(call, { mapping_id: before.mapping_id }, { before, after: null })
    return { mapping_id: before.mapping_id }
  }),
]

const requireMapping = async (db: Db, mappingId: number): Promise<GroupMapping> =>
  requireFound((await queries.listGroupMappings(db, mappingId))[0], `group mapping ${mappingId}`)

const groupTakenFault = () => fault('group_name', 'Group Already Exists')

/** Refuses unknown roles only, because group mappings are for administrators, who may give every role. */
async function requireRoles(db: Db, roleIds: readonly number[]): Promise<void> {
  const known = new Map(
    (await listRolesById(db, roleIds)).map(({ roleId, displayName }) => [roleId, displayName]),
  )
  requireGrantable(roleIds, { field: 'role_ids', word: 'role', known, isHeld: () => true })
}
