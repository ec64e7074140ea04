import type { AdminRole, AdminUser } from '@aviary/contract/administration/schemas'
import { APPLICATION_NAME } from '@aviary/contract/constants'
import { announce } from '../../database/changes.ts'
import type { Db } from '../../database/open.ts'
import { createAudit } from '../audit/public.ts'
import * as queries from './queries.ts'
import { getUser } from './users/queries.ts'

/** `role`: system name or display name, ignoring case. `author`: the user named in the audit row. */
export type Grant = { email: string; role: string; author: string; now: Date }

/**
 * Gives a role by hand, independent of provider groups; creates the user if the address is unknown. Returns a
 * sentence that says what was done.
 */
export const grantRole = (db: Db, grant: Grant): Promise<string> =>
  db.transaction(async (transaction) => {
    await queries.lockAdministration(transaction)
    const role = await requireRole(transaction, grant.role)
    const known = await queries.getUserIdByEmail(transaction, grant.email)
    const userId = known ?? (await createUser(transaction, grant))
    const before = await requireUser(transaction, userId)
    if (before.hand_role_ids.includes(role.role_id))
      return `${before.email} already holds the role ${role.system_name}. Nothing was changed.`
    await queries.createHandRole(transaction, userId, role.role_id)
    const written = { userId, role, before: known === undefined ? null : before }
    await auditAndAnnounce(transaction, grant, { actionName: 'Grant Role', ...written })
    const isNew = known === undefined ? ', who is new here,' : ''
    return `${before.email}${isNew} now holds the role ${role.system_name}.`
  })

/** Revokes a role that was given by hand. Returns a sentence that says what was done. */
export const revokeRole = (db: Db, grant: Grant & { isForced: boolean }): Promise<string> =>
  db.transaction(async (transaction) => {
    await queries.lockAdministration(transaction)
    const role = await requireRole(transaction, grant.role)
    const userId = await queries.getUserIdByEmail(transaction, grant.email)
    if (userId === undefined) throw new Error(`There is no user ${grant.email}. Nothing was changed.`)
    const before = await requireUser(transaction, userId)
    const isProvided = before.provider_role_ids.includes(role.role_id)
    if (!before.hand_role_ids.includes(role.role_id)) {
      if (isProvided) throw new Error(`${providedTo(before, role)} Nothing was changed.`)
      return `${before.email} does not hold the role ${role.system_name}. Nothing was changed.`
    }
    await queries.deleteHandRole(transaction, userId, role.role_id)
    if (role.is_admin && !grant.isForced && (await queries.countAdministrators(transaction)) === 0)
      throw new Error(
        `${before.email} is the last administrator: grant the role to somebody else first, or say --force. Nothing was changed.`,
      )
    await auditAndAnnounce(transaction, grant, { actionName: 'Revoke Role', userId, role, before })
    const rest = isProvided ? ` by hand. ${providedTo(before, role)}` : '.'
    return `${before.email} no longer holds the role ${role.system_name}${rest}`
  })

const providedTo = ({ email }: AdminUser, { system_name }: AdminRole): string =>
  `The sign-in provider gives ${email} the role ${system_name}: take the person out of the group there, or change the mapping in Administration.`

async function requireRole(db: Db, name: string): Promise<AdminRole> {
  const roles = await queries.listRoles(db)
  const requestedName = name.trim().toLowerCase()
  const role =
    roles.find(({ system_name }) => system_name === requestedName) ??
    roles.find(({ display_name }) => display_name.toLowerCase() === requestedName)
  if (role) return role
  const known = roles.map(({ system_name }) => system_name).join(', ')
  throw new Error(`There is no role '${name}'. There are: ${known}.`)
}

async function createUser(db: Db, { email, now }: Grant): Promise<number> {
  const userId = await queries.createAdminUser(db, { email, restrictedPageAccess: [], createdAt: now })
  if (userId === undefined) throw new Error(`${email} was created by somebody else just now: try again.`)
  return userId
}

async function requireUser(db: Db, userId: number): Promise<AdminUser> {
  const user = await getUser(db, userId)
  if (!user) throw new Error(`There is no user ${userId}`)
  return user
}

type GrantChange = { actionName: string; userId: number; role: AdminRole; before: AdminUser | null }

/** Writes the audit row and announces the change to every running process: rights apply from the next request. */
async function auditAndAnnounce(
  db: Db,
  { author, now }: Grant,
  { actionName, userId, role, before }: GrantChange,
): Promise<void> {
  await queries.raiseUserVersion(db, userId)
  await createAudit(db, {
    applicationName: APPLICATION_NAME,
    userEmail: author,
    actionName,
    createdDate: now,
    context: { user_id: userId, role: role.system_name, before, after: await requireUser(db, userId) },
  })
  await announce(db, { topics: ['rights'], sessions: [] })
}
