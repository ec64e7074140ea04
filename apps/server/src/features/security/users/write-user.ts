import type { SecurityUser } from '@aviary/contract/security/schemas'
import type * as endpoints from '@aviary/contract/security/user-endpoints'
import type { Call } from '../../../http/call.ts'
import { refuseOutdated, requireFound } from '../../../http/edits.ts'
import { fault } from '../../../http/errors.ts'
import { presentUser } from '../present.ts'
import type { SecurityUserRow } from './queries.ts'
import * as queries from './queries.ts'

export async function createUser(call: Call<typeof endpoints.createSecurityUser>) {
  const { db, body, now } = call
  const row = await queries.createSecurityUser(db, {
    companyId: body.company_id,
    email: body.email,
    isActive: body.active === 'Y',
    createdDate: now,
  })
  if (!row) throw alreadyExists(body)
  return finishWrite(call, { before: null, row })
}

export async function updateUser(call: Call<typeof endpoints.updateSecurityUser>) {
  const { db, body, now } = call
  const before = presentUser(await requireUser(call, body.id))
  refuseOutdated(before, body.version)
  const { company_id: companyId, email } = body
  if (await queries.getConflictingUserId(db, { id: body.id, companyId, email })) throw alreadyExists(body)
  const isActive = (body.active ?? before.active) === 'Y'
  const row = await queries.updateSecurityUser(db, body.id, { companyId, email, isActive, modifiedDate: now })
  return finishWrite(call, { before, row })
}

export async function deleteUser(call: Call<typeof endpoints.deleteSecurityUser>) {
  const { db, body } = call
  const before = presentUser(await requireUser(call, body.user_id))
  await queries.deleteSecurityUser(db, body.user_id)
  call.audit({ user_id: body.user_id, before, after: null })
  call.changed('security')
  return { user_id: body.user_id }
}

const requireUser = async (call: Call, id: number) =>
  requireFound(await queries.lockSecurityUser(call.db, id), `security user ${id}`)

const alreadyExists = ({ company_id, email }: { company_id: number; email: string }) =>
  fault('email', `${email} is a security user of company ${company_id} already`)

function finishWrite(call: Call, { before, row }: { before: SecurityUser | null; row: SecurityUserRow }) {
  const after = presentUser(row)
  call.audit({ user_id: after.id, before, after })
  call.changed('security')
  return { user_id: after.id, user: after }
}
