import * as endpoints from '@aviary/contract/administration/endpoints'
import { systemNameOf } from '@aviary/contract/administration/rules'
import type { AdminAction } from '@aviary/contract/administration/schemas'
import type { Db } from '../../database/open.ts'
import type { Call } from '../../http/call.ts'
import { refuseOutdated, requireFound } from '../../http/edits.ts'
import { Conflict, fault } from '../../http/errors.ts'
import { lockForActor, recordRightsChange } from './actor.ts'
import * as queries from './queries.ts'

export async function createAction(call: Call<typeof endpoints.createAction>) {
  const { db, body } = call
  await lockForActor(call, endpoints.createAction)
  await refuseTakenName(db, body.display_name)
  const actionId = await queries.createAction(db, {
    displayName: body.display_name,
    systemName: systemNameOf(body.display_name),
    description: body.description,
  })
  if (actionId === undefined) throw fault('display_name', 'Action Name Already Exists')
  const action = await requireAction(db, actionId)
  recordRightsChange(call, { action_id: actionId }, { before: null, after: action })
  return { action }
}

/** Keeps the system name, because permission checks use it. */
export async function updateAction(call: Call<typeof endpoints.updateAction>) {
  const { db, body } = call
  await lockForActor(call, endpoints.updateAction)
  const before = await requireAction(db, body.action_id)
  refuseOutdated(before, body.version)
  const displayName = body.display_name ?? before.display_name
  // Checks only a new name: older releases allowed two actions with the same name, whose descriptions must
  // stay editable.
  if (displayName !== before.display_name) await refuseTakenName(db, displayName, before.action_id)
  await queries.updateAction(db, before.action_id, {
    displayName,
    description: body.description ?? before.description,
  })
  const action = await requireAction(db, before.action_id)
  recordRightsChange(call, { action_id: action.action_id }, { before, after: action })
  return { action }
}

export async function deleteAction(call: Call<typeof endpoints.deleteAction>) {
  const { db, body } = call
  await lockForActor(call, endpoints.deleteAction)
  const before = await requireAction(db, body.action_id)
  if (before.is_built_in)
    throw new Conflict(`'${before.display_name}' is built in: screens and calls ask for it, so it stays`)
  await queries.deleteAction(db, before.action_id)
  recordRightsChange(call, { action_id: before.action_id }, { before, after: null })
  return { action_id: before.action_id }
}

/**
 * Refuses a display name that another action has: a role's list of actions shows only display names, so the
 * two would look the same.
 */
async function refuseTakenName(db: Db, displayName: string, exceptActionId?: number): Promise<void> {
  const sameNamed = await queries.getActionByName(db, displayName, exceptActionId)
  if (sameNamed)
    throw fault('display_name', `Action Name Already Exists: '${displayName}' is ${sameNamed.system_name}`)
}

const requireAction = async (db: Db, actionId: number): Promise<AdminAction> =>
  requireFound((await queries.listActions(db, actionId))[0], `action ${actionId}`)
