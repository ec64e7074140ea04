import type { Actor } from '@aviary/contract/administration/rules'
import type { Guarded } from '@aviary/contract/rights'
import type { Call } from '../../http/call.ts'
import { Forbidden, fault, NotSignedIn } from '../../http/errors.ts'
import { requireOf } from '../../http/permission.ts'
import * as queries from './queries.ts'
import { getUser } from './users/queries.ts'

/**
 * Takes the lock that serializes writes of users, roles, actions and group mappings, then reads the actor's
 * rights from the database. A right revoked a moment ago can therefore neither be used nor given to others.
 */
export async function lockForActor(call: Call, endpoint: Guarded): Promise<LockedActor> {
  const actor = await lockAndReadActor(call)
  requireOf({ authorization: actor, pages: actor.pages }, endpoint)
  return actor
}

type LockedActor = Actor & { userId: number; pages: readonly string[] }

async function lockAndReadActor(call: Call): Promise<LockedActor> {
  await queries.lockAdministration(call.db)
  const { userId } = call.person()
  const user = await getUser(call.db, userId)
  if (!user) throw new NotSignedIn()
  const heldRoles = await queries.listRoles(call.db, user.role_ids)
  return {
    userId,
    is_admin: user.is_admin,
    role_ids: user.role_ids,
    allowed_actions: heldRoles.flatMap((role) => role.actions),
    pages: user.restricted_page_access,
  }
}

/** Throws if no administrator is left, which rolls the write back. Call it after the write. */
export async function requireAnAdministrator(call: Call): Promise<void> {
  if ((await queries.countAdministrators(call.db)) > 0) return
  throw new Forbidden('This would leave no administrator: make somebody else one first')
}

type Change<T> = { before: readonly T[]; after: readonly T[] }
export const added = <T>({ before, after }: Change<T>): T[] => after.filter((item) => !before.includes(item))

type GivenRights = {
  field: 'role_ids' | 'action_ids'
  word: 'role' | 'action'
  /** Names by id, for the text of the refusal; an id that is missing here does not exist. */
  known: ReadonlyMap<number, string>
  isHeld: (id: number) => boolean
}

/** Refuses roles or permissions that do not exist or that the giver does not hold (spec 3 §6). */
export function requireGrantable(
  given: readonly number[],
  { field, word, known, isHeld }: GivenRights,
): void {
  for (const id of given) {
    const name = known.get(id)
    if (name === undefined) throw fault(field, `there is no ${word} ${id}`)
    if (!isHeld(id)) throw new Forbidden(`You do not hold the ${word} '${name}' and so cannot give it`)
  }
}

type BeforeAndAfter = { before: object | null; after: object | null }

/** Writes the audit row and announces that rights have changed, as every write after `lockForActor` must. */
export function recordRightsChange(
  call: Call,
  ids: Record<string, number>,
  { before, after }: BeforeAndAfter,
): void {
  call.audit({ ...ids, before, after })
  call.changed('rights')
}
