import * as endpoints from '@aviary/contract/administration/endpoints'
import { type Actor, mayTouchUser } from '@aviary/contract/administration/rules'
import type { AdminUser } from '@aviary/contract/administration/schemas'
import type { Db } from '../../database/open.ts'
import type { Call } from '../../http/call.ts'
import { refuseOutdated, requireFound } from '../../http/edits.ts'
import { Forbidden, fault } from '../../http/errors.ts'
import { deleteAccountsOf } from '../chat/public.ts'
import { renameOwner } from '../follow-ups/public.ts'
import { renameHolder } from '../incident-roles/public.ts'
import { renamePeople } from '../post-mortems/public.ts'
import { added, lockForActor, recordRightsChange, requireAnAdministrator, requireGrantable } from './actor.ts'
import * as queries from './queries.ts'
import { getUser } from './users/queries.ts'

export async function createUser(call: Call<typeof endpoints.createUser>) {
  const { db, body, now } = call
  const actor = await lockForActor(call, endpoints.createUser)
  await checkRoles(db, actor, body.role_ids)
  checkPages(actor, body.restricted_page_access)
  const userId = await queries.createAdminUser(db, {
    email: body.email,
    restrictedPageAccess: body.restricted_page_access,
    createdAt: now,
  })
  if (userId === undefined) throw emailTakenFault()
  await queries.replaceUserRoles(db, userId, body.role_ids)
  const user = await requireUser(db, userId)
  recordRightsChange(call, { user_id: userId }, { before: null, after: user })
  return { user }
}

/**
 * Takes effect on the user's next request. A new e-mail counts as another person, so it ends the user's
 * sessions, personal tokens and links of chats.
 */
export async function updateUser(call: Call<typeof endpoints.updateUser>) {
  const { db, body } = call
  const actor = await lockForActor(call, endpoints.updateUser)
  const before = await requireUser(db, body.user_id)
  requireTouchableUser(actor, before)
  refuseOutdated(before, body.version)
  const email = body.email ?? before.email
  const handRoleIds = handRolesOf(before, body)
  const pages = body.restricted_page_access ?? before.restricted_page_access
  const isNewIdentity = email.toLowerCase() !== before.email.toLowerCase()
  await checkRoles(db, actor, added({ before: before.hand_role_ids, after: handRoleIds }))
  // With a new e-mail, the user counts as another person: the actor must be allowed to give each restricted
  // page that the user then has.
  checkPages(actor, added({ before: isNewIdentity ? [] : before.restricted_page_access, after: pages }))
  if (isNewIdentity && before.user_id === actor.userId)
    throw fault('email', 'your own e-mail is what you sign in with: somebody else has to change it')
  if (isNewIdentity && (await queries.getUserIdByEmail(db, email)) !== undefined) throw emailTakenFault()
  await queries.updateUser(db, before.user_id, { email, restrictedPageAccess: pages })
  await queries.replaceUserRoles(db, before.user_id, handRoleIds)
  await requireAnAdministrator(call)
  const endedTokens = isNewIdentity ? await queries.deleteTokensOf(db, before.user_id) : []
  const endedChats = isNewIdentity ? await deleteAccountsOf(db, before.user_id) : []
  if (isNewIdentity) await endSessionsOf(call, before.user_id)
  if (isNewIdentity) await renameHolder(db, { from: before.email, to: email })
  if (isNewIdentity) await renameOwner(db, { from: before.email, to: email })
  if (isNewIdentity) await renamePeople(db, { from: before.email, to: email })
  if (isNewIdentity) call.changed('incidents')
  const user = await requireUser(db, before.user_id)
  recordRightsChange(call, { user_id: user.user_id }, { before, after: user })
  if (endedTokens.length > 0) call.audit({ ended_token_ids: endedTokens })
  if (endedChats.length > 0)
    call.audit({ ended_chat_account_ids: endedChats.map(({ accountId }) => accountId) })
  return { user }
}

export async function deleteUser(call: Call<typeof endpoints.deleteUser>) {
  const { db, body } = call
  const actor = await lockForActor(call, endpoints.deleteUser)
  const before = await requireUser(db, body.user_id)
  requireTouchableUser(actor, before)
  if (before.user_id === actor.userId) throw new Forbidden('You cannot delete yourself')
  await endSessionsOf(call, before.user_id)
  await queries.deleteUser(db, before.user_id)
  await requireAnAdministrator(call)
  recordRightsChange(call, { user_id: before.user_id }, { before, after: null })
  return { user_id: before.user_id }
}

type RoleFields = { role_ids?: number[] | undefined; hand_role_ids?: number[] | undefined }

/** Roles given by hand that the user has after an edit. Roles from the sign-in provider cannot be removed here. */
function handRolesOf(before: AdminUser, { role_ids, hand_role_ids }: RoleFields): readonly number[] {
  const { hand_role_ids: givenByHand, provider_role_ids: givenByProvider } = before
  if (!role_ids) return hand_role_ids ?? givenByHand
  const missing = givenByProvider.find((id) => !role_ids.includes(id))
  if (missing !== undefined)
    throw fault('role_ids', `the sign-in provider gives the role ${missing}: it is taken away there`)
  return hand_role_ids ?? role_ids.filter((id) => givenByHand.includes(id) || !givenByProvider.includes(id))
}

const requireUser = async (db: Db, userId: number): Promise<AdminUser> =>
  requireFound(await getUser(db, userId), `user ${userId}`)

const emailTakenFault = () => fault('email', 'Email Already Exists')

async function endSessionsOf(call: Call, userId: number): Promise<void> {
  for (const idHash of await queries.deleteSessionsOf(call.db, userId)) call.endsSession(idHash)
}

function requireTouchableUser(actor: Actor, user: AdminUser): void {
  if (mayTouchUser(actor, user)) return
  throw new Forbidden(`${user.email} holds roles that you do not hold: only who holds them all may do this`)
}

async function checkRoles(db: Db, actor: Actor, given: readonly number[]): Promise<void> {
  requireGrantable(given, {
    field: 'role_ids',
    word: 'role',
    known: new Map(
      (await queries.listRolesById(db, given)).map(({ roleId, displayName }) => [roleId, displayName]),
    ),
    isHeld: (roleId) => actor.is_admin || actor.role_ids.includes(roleId),
  })
}

function checkPages(actor: Actor & { pages: readonly string[] }, given: readonly string[]): void {
  const foreign = given.find((page) => !actor.is_admin && !actor.pages.includes(page))
  if (foreign) throw new Forbidden(`You do not have access to the page '${foreign}' and so cannot give it`)
}
