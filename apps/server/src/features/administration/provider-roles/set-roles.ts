import type { AdminUser } from '@aviary/contract/administration/schemas'
import { APPLICATION_NAME } from '@aviary/contract/constants'
import type { Db } from '../../../database/open.ts'
import { createAudit } from '../../audit/public.ts'
import { listRoleIdsOfGroups } from '../group-mappings/queries.ts'
import { createHandRole, listRoles, raiseUserVersion, replaceProviderRoles } from '../queries.ts'
import { getUser } from '../users/queries.ts'
import * as queries from './queries.ts'

/** Facts of a sign-in, for setting the person's roles and for the audit row. */
export type SignedIn = {
  userId: number
  email: string
  /**
   * The person's groups according to the provider; undefined if unknown, which leaves the provider's roles
   * unchanged.
   */
  groups: readonly string[] | undefined
  /** True if the setting ADMINISTRATORS lists the email address and the provider has verified the address. */
  isListedAdministrator: boolean
  requestId: string
  now: Date
}

/**
 * Sets the roles that the sign-in gives and returns whether any changed. The caller's transaction must be
 * that of the sign-in and must hold the lock of administrative writes.
 */
export async function setRolesAtSignIn(db: Db, signedIn: SignedIn): Promise<boolean> {
  const isGranted = signedIn.isListedAdministrator && (await grantToListed(db, signedIn))
  const isReplaced = signedIn.groups !== undefined && (await setProviderRoles(db, signedIn, signedIn.groups))
  if (isGranted || isReplaced) await raiseUserVersion(db, signedIn.userId)
  return isGranted || isReplaced
}

/**
 * Gives the administrator role to each address in the setting ADMINISTRATORS only once, so that revoking the
 * role is permanent.
 */
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
  const user = await getUser(db, userId)
  if (!user) throw new Error(`There is no user ${userId}`)
  return user
}
