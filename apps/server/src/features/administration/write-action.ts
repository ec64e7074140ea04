import * as endpoints from '@aviary/contract/administration/endpoints'
import { systemNameOf } from '@aviary/contract/administration/rules'
import type { AdminAction } from '@aviary/contract/administration/schemas'
import type { Db } from '../../database/open.ts'
import type { Call } from '../../http/call.ts'
import { refuseOutdated, requireFound } from '../../http/edits.ts'
import { Conflict, fault } from '../../http/errors.ts'
import { lockForActor, tellWritten } from './actor.ts'
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
  tellWritten(call, { action_id: actionId }, { before: null, after: action })
  return { action }
}

/** The system name stays: it is what the product asks for. */
export async function updateAction(call: Call<typeof endpoints.updateAction>) {
  const { db, body } = call
  await lockForActor(call, endpoints.updateAction)
  const before = await requireAction(db, body.action_id)
  refuseOutdated(before, body.version)
  const displayName = body.display_name ?? before.display_name
  // Two may share a name since older releases: the description of either can be edited.
  if (displayName !== before.display_name) await refuseTakenName(db, displayName, before.action_id)
  await queries.updateAction(db, before.action_id, {
    displayName,
    description: body.description ?? before.description,
  })
  const action = await requireAction(db, before.action_id)
  tellWritten(call, { action_id: action.action_id }, { before, after: action })
  return { action }
}

export async function deleteAction(call: Call<typeof endpoints.deleteAction>) {
  const { db, body } = call
  await lockForActor(call, endpoints.deleteAction)
  const before = await requireAction(db, body.action_id)
  if (before.is_built_in)
    throw new Conflict(`'${before.display_name}' is built in: screens and calls ask for it, so it stays`)
  await queries.deleteAction(db, before.action_id)
  tellWritten(call, { action_id: before.action_id }, { before, after: null })
  return { action_id: before.action_id }
}

/** Lists show display names alone: of two that read the same nobody could tell which right they give. */
async function refuseTakenName(db: Db, displayName: string, butFor?: number): Promise<void> {
  const taken = await queries.getActionByName(db, displayName, butFor)
  if (taken)
    throw fault('display_name', `Action Name Already Exists: '${displayName}' is ${taken.system_name}`)
}

const requireAction = async (db: Db, actionId: number): Promise<AdminAction> =>
  requireFound((await queries.listActions(db, actionId))[0], `action ${actionId}`)
