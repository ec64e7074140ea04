import type { AdminUser } from '@aviary/contract/administration/schemas'
import { APPLICATION_NAME } from '@aviary/contract/constants'
import type { Db } from '../../../database/open.ts'
import { createAudit } from '../../audit/public.ts'
import { listRoleIdsOfGroups } from '../group-mappings/queries.ts'
import { createHandRole, listRoles, listUsers, raiseUserVersion, replaceProviderRoles } from '../queries.ts'
import * as queries from './queries.ts'

/** What a sign-in says about a person's roles, and who the audit row names. */
export type SignedIn = {
  userId: number
  email: string
  /** Groups named by the provider. Undefined if it could not list them: the roles then stay as they were. */
  groups: readonly string[] | undefined
  /** Whether ADMINISTRATORS lists this address and the address is trustworthy. */
  isListedAdministrator: boolean
  requestId: string
  now: Date
}

/**
 * Sets the roles that come with a sign-in and returns whether any changed. Call it inside the sign-in's transaction,
 * while holding the lock of administrative writes.
 */
export async function setRolesAtSignIn(db: Db, signedIn: SignedIn): Promise<boolean> {
  const isGranted = signedIn.isListedAdministrator && (await grantToListed(db, signedIn))
  const isReplaced = signedIn.groups !== undefined && (await setProviderRoles(db, signedIn, signedIn.groups))
  if (isGranted || isReplaced) await raiseUserVersion(db, signedIn.userId)
  return isGranted || isReplaced
}

/** Each address is given the role only once, so that an administrator can revoke it for good. */
async function grantToListed(db: Db, signedIn: SignedIn): Promise<boolean> {
  const role = (await listRoles(db))
    .filter(({ is_admin }) => is_admin)
    .toSorted(
      (a, b) => Number(isAdministratorRole(b)) - Number(isAdministratorRole(a)) || a.role_id - b.role_id,
    )[0]
  if (!role) return false
  if (!(await queries.createListedAdministrator(db, signedIn.email, signedIn.now))) return false
  const before = await requireUser(db, signedIn.userId)
  if (before.hand_role_ids.includes(role.role_id)) return false
  await createHandRole(db, signedIn.userId, role.role_id)
  await audit(db, signedIn, { actionName: 'Grant Role', before, reason: 'ADMINISTRATORS' })
  return true
}

const isAdministratorRole = ({ system_name }: { system_name: string }): boolean =>
  system_name === 'administrator'

async function setProviderRoles(db: Db, signedIn: SignedIn, groups: readonly string[]): Promise<boolean> {
  const before = await requireUser(db, signedIn.userId)
  const after = await listRoleIdsOfGroups(db, groups)
  if (after.join() === before.provider_role_ids.join()) return false
  await replaceProviderRoles(db, signedIn.userId, after)
  await audit(db, signedIn, { actionName: 'Set Provider Roles', before, reason: 'OIDC_GROUPS_CLAIM' })
  return true
}

type RoleChange = { actionName: string; before: AdminUser; reason: string }

async function audit(
  db: Db,
  { userId, email, requestId, now }: SignedIn,
  { actionName, before, reason }: RoleChange,
): Promise<void> {
  await createAudit(db, {
    applicationName: APPLICATION_NAME,
    userEmail: email,
    actionName,
    createdDate: now,
    context: {
      user_id: userId,
      because: reason,
      before,
      after: await requireUser(db, userId),
      request_id: requestId,
    },
  })
}

async function requireUser(db: Db, userId: number): Promise<AdminUser> {
  const [user] = await listUsers(db, userId)
  if (!user) throw new Error(`There is no user ${userId}`)
  return user
}
