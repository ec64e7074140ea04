import type { Actor } from '@aviary/contract/administration/rules'
import type { Call } from '../../http/call.ts'
import { Conflict, Forbidden, NotFound, NotSignedIn } from '../../http/errors.ts'
import { countAdministrators, findRoles, findUsers, lockAdministration } from './queries.ts'

/**
 * Who writes, with the rights they hold now: read under the lock of all administrative writes, so that nobody gives on a
 * right that was taken from them a moment ago.
 */
export async function lockForActor(
  call: Call,
): Promise<Actor & { userId: number; pages: readonly string[] }> {
  await lockAdministration(call.db)
  const { userId } = call.person()
  const [user] = await findUsers(call.db, userId)
  if (!user) throw new NotSignedIn()
  const held = await Promise.all(user.role_ids.map((roleId) => findRoles(call.db, roleId)))
  return {
    userId,
    is_admin: user.is_admin,
    role_ids: user.role_ids,
    allowed_actions: held.flat().flatMap((role) => role.actions),
    pages: user.restricted_page_access,
  }
}

/** The record, or a refusal that says that it is gone. */
export function demandFound<T>(found: T | undefined, what: string): T {
  if (!found) throw new NotFound(`There is no ${what}; it may have been deleted`)
  return found
}

/** Of two who edit a record the second is told (409) what it is now. */
export function refuseOutdated(before: { version: number }, version: number | undefined): void {
  if (version === undefined || version === before.version) return
  throw new Conflict('Somebody changed this meanwhile. Compare with it and save again', before)
}

/** To be called after a write that may have taken an administrator away; throwing undoes it. */
export async function demandAnAdministrator(call: Call): Promise<void> {
  if ((await countAdministrators(call.db)) > 0) return
  throw new Forbidden('This would leave no administrator: make somebody else one first')
}
