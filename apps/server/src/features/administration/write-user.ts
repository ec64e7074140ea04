import type { createUser, deleteUser, editUser } from '@aviary/contract/administration/endpoints'
import { type Actor, mayTouchUser } from '@aviary/contract/administration/rules'
import type { AdminUser } from '@aviary/contract/administration/schemas'
import type { Db } from '../../database/open.ts'
import type { Call } from '../../http/call.ts'
import { Forbidden, fault } from '../../http/errors.ts'
import { demandAnAdministrator, demandFound, lockForActor, refuseOutdated } from './actor.ts'
import {
  findRolesById,
  findUsers,
  insertAdminUser,
  isEmailTaken,
  removeSessionsOf,
  removeUser,
  replaceUserRoles,
  updateUser,
} from './queries.ts'

export async function keepUser(call: Call<typeof createUser>) {
  const { db, body, now } = call
  const actor = await lockForActor(call)
  await checkRoles(db, actor, { before: [], after: body.role_ids })
  checkPages(actor, { before: [], after: body.restricted_page_access })
  const userId = await insertAdminUser(db, {
    email: body.email,
    restrictedPageAccess: body.restricted_page_access,
    createdAt: now,
  })
  if (userId === undefined) throw emailTaken()
  await replaceUserRoles(db, userId, body.role_ids)
  const user = await demandUser(db, userId)
  call.audit({ user_id: userId, before: null, after: user })
  call.changed('rights')
  return { user }
}

/** Changes somebody. It acts on their next request; a new e-mail ends their sessions, as it is another identity. */
export async function changeUser(call: Call<typeof editUser>) {
  const { db, body } = call
  const actor = await lockForActor(call)
  const before = await demandUser(db, body.user_id)
  refuseUntouchable(actor, before)
  refuseOutdated(before, body.version)
  const email = body.email ?? before.email
  const roleIds = body.role_ids ?? before.role_ids
  const pages = body.restricted_page_access ?? before.restricted_page_access
  await checkRoles(db, actor, { before: before.role_ids, after: roleIds })
  checkPages(actor, { before: before.restricted_page_access, after: pages })
  const isOther = email.toLowerCase() !== before.email.toLowerCase()
  if (isOther && before.user_id === actor.userId)
    throw fault('email', 'your own e-mail is what you sign in with: somebody else has to change it')
  if (isOther && (await isEmailTaken(db, email))) throw emailTaken()
  await updateUser(db, before.user_id, { email, restrictedPageAccess: pages })
  await replaceUserRoles(db, before.user_id, roleIds)
  await demandAnAdministrator(call)
  if (isOther) await endSessionsOf(call, before.user_id)
  const user = await demandUser(db, before.user_id)
  call.audit({ user_id: user.user_id, before, after: user })
  call.changed('rights')
  return { user }
}

export async function dropUser(call: Call<typeof deleteUser>) {
  const { db, body } = call
  const actor = await lockForActor(call)
  const before = await demandUser(db, body.user_id)
  refuseUntouchable(actor, before)
  if (before.user_id === actor.userId) throw new Forbidden('You cannot delete yourself')
  await endSessionsOf(call, before.user_id)
  await removeUser(db, before.user_id)
  await demandAnAdministrator(call)
  call.audit({ user_id: before.user_id, before, after: null })
  call.changed('rights')
  return { user_id: before.user_id }
}

const demandUser = async (db: Db, userId: number): Promise<AdminUser> =>
  demandFound((await findUsers(db, userId))[0], `user ${userId}`)

const emailTaken = () => fault('email', 'Email Already Exists')

async function endSessionsOf(call: Call, userId: number): Promise<void> {
  for (const idHash of await removeSessionsOf(call.db, userId)) call.endsSession(idHash)
}

function refuseUntouchable(actor: Actor, user: AdminUser): void {
  if (mayTouchUser(actor, user)) return
  throw new Forbidden(`${user.email} holds roles that you do not hold: only who holds them all may do this`)
}

type Change<T> = { before: readonly T[]; after: readonly T[] }
const added = <T>({ before, after }: Change<T>): T[] => after.filter((one) => !before.includes(one))

/** Only roles that exist and that the actor holds can be given (spec 3 §6). */
async function checkRoles(db: Db, actor: Actor, change: Change<number>): Promise<void> {
  const given = added(change)
  const known = new Set((await findRolesById(db, given)).map(({ roleId }) => roleId))
  for (const roleId of given) {
    if (!known.has(roleId)) throw fault('role_ids', `there is no role ${roleId}`)
    if (!actor.is_admin && !actor.role_ids.includes(roleId))
      throw new Forbidden(`You do not hold the role ${roleId} and so cannot give it`)
  }
}

function checkPages(actor: Actor & { pages: readonly string[] }, change: Change<string>): void {
  const foreign = added(change).find((page) => !actor.is_admin && !actor.pages.includes(page))
  if (foreign) throw new Forbidden(`You do not have access to the page '${foreign}' and so cannot give it`)
}
