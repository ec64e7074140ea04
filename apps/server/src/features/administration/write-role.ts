import { mayDo } from '@aviary/contract/actions'
import * as endpoints from '@aviary/contract/administration/endpoints'
import { type Actor, mayTouchRole, systemNameOf } from '@aviary/contract/administration/rules'
import type { AdminRole } from '@aviary/contract/administration/schemas'
import type { Db } from '../../database/open.ts'
import type { Call } from '../../http/call.ts'
import { refuseOutdated, requireFound } from '../../http/edits.ts'
import { Forbidden, fault } from '../../http/errors.ts'
import { added, lockForActor, recordRightsChange, requireAnAdministrator, requireGrantable } from './actor.ts'
import * as queries from './queries.ts'

export async function createRole(call: Call<typeof endpoints.createRole>) {
  const { db, body } = call
  const actor = await lockForActor(call, endpoints.createRole)
  if (body.is_admin) requireRightToRaise(actor)
  await checkActions(db, actor, body.action_ids)
  const roleId = await queries.createRole(db, {
    displayName: body.display_name,
    systemName: systemNameOf(body.display_name),
    description: body.description,
    isAdmin: body.is_admin,
  })
  if (roleId === undefined) throw nameTakenFault()
  await queries.replaceRoleActions(db, roleId, body.action_ids)
  const role = await requireRole(db, roleId)
  recordRightsChange(call, { role_id: roleId }, { before: null, after: role })
  return { role }
}

export async function updateRole(call: Call<typeof endpoints.updateRole>) {
  const { db, body } = call
  const actor = await lockForActor(call, endpoints.updateRole)
  const before = await requireRole(db, body.role_id)
  requireTouchableRole(actor, before)
  refuseOutdated(before, body.version)
  const isAdmin = body.is_admin ?? before.is_admin
  if (isAdmin && !before.is_admin) requireRightToRaise(actor)
  const actionIds = body.action_ids ?? before.action_ids
  await checkActions(db, actor, added({ before: before.action_ids, after: actionIds }))
  const displayName = body.display_name ?? before.display_name
  const systemName = displayName === before.display_name ? before.system_name : systemNameOf(displayName)
  if (systemName !== before.system_name && (await queries.isRoleNameTaken(db, systemName)))
    throw nameTakenFault()
  await queries.updateRole(db, before.role_id, {
    displayName,
    systemName,
    description: body.description ?? before.description,
    isAdmin,
  })
  await queries.replaceRoleActions(db, before.role_id, actionIds)
  await requireAnAdministrator(call)
  const role = await requireRole(db, before.role_id)
  recordRightsChange(call, { role_id: role.role_id }, { before, after: role })
  return { role }
}

export async function deleteRole(call: Call<typeof endpoints.deleteRole>) {
  const { db, body } = call
  const actor = await lockForActor(call, endpoints.deleteRole)
  const before = await requireRole(db, body.role_id)
  requireTouchableRole(actor, before)
  await queries.deleteRole(db, before.role_id)
  await requireAnAdministrator(call)
  recordRightsChange(call, { role_id: before.role_id }, { before, after: null })
  return { role_id: before.role_id }
}

const requireRole = async (db: Db, roleId: number): Promise<AdminRole> =>
  requireFound((await queries.listRoles(db, [roleId]))[0], `role ${roleId}`)

const nameTakenFault = () => fault('display_name', 'Role Name Already Exists')

function requireTouchableRole(actor: Actor, role: AdminRole): void {
  if (mayTouchRole(actor, role)) return
  throw new Forbidden(`The role '${role.display_name}' allows actions that you do not hold`)
}

function requireRightToRaise(actor: Actor): void {
  if (!actor.is_admin) throw new Forbidden('Only an administrator can make a role one of administrators')
}

async function checkActions(db: Db, actor: Actor, given: readonly number[]): Promise<void> {
  const known = new Map(
    (await queries.listActionsById(db, given)).map((action) => [action.actionId, action.systemName]),
  )
  requireGrantable(given, {
    field: 'action_ids',
    word: 'action',
    known,
    isHeld: (actionId) => mayDo(actor, known.get(actionId) ?? ''),
  })
}
