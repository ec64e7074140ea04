import type { Actor } from '@aviary/contract/administration/rules'
import type { Guarded } from '@aviary/contract/rights'
import type { Call } from '../../http/call.ts'
import { Forbidden, fault, NotSignedIn } from '../../http/errors.ts'
import { requireOf } from '../../http/permission.ts'
import * as queries from './queries.ts'

/**
 * Who writes, with the rights they hold now: read under the lock of all administrative writes, so that nobody gives on, or
 * uses, a right that was taken from them a moment ago.
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
  const [user] = await queries.listUsers(call.db, userId)
  if (!user) throw new NotSignedIn()
  const held = await queries.listRoles(call.db, user.role_ids)
  return {
    userId,
    is_admin: user.is_admin,
    role_ids: user.role_ids,
    allowed_actions: held.flatMap((role) => role.actions),
    pages: user.restricted_page_access,
  }
}

/** To be called after a write that may have taken an administrator away; throwing undoes it. */
export async function requireAnAdministrator(call: Call): Promise<void> {
  if ((await queries.countAdministrators(call.db)) > 0) return
  throw new Forbidden('This would leave no administrator: make somebody else one first')
}

type Change<T> = { before: readonly T[]; after: readonly T[] }
export const added = <T>({ before, after }: Change<T>): T[] => after.filter((one) => !before.includes(one))

type Given = {
  field: 'role_ids' | 'action_ids'
  word: 'role' | 'action'
  /** How those that exist are called, by their ids. */
  known: ReadonlyMap<number, string>
  isHeld: (id: number) => boolean
}

/** Only what exists and what the actor holds can be given (spec 3 §6). */
export function refuseForeign(given: readonly number[], { field, word, known, isHeld }: Given): void {
  for (const id of given) {
    const name = known.get(id)
    if (name === undefined) throw fault(field, `there is no ${word} ${id}`)
    if (!isHeld(id)) throw new Forbidden(`You do not hold the ${word} '${name}' and so cannot give it`)
  }
}

type Written = { before: object | null; after: object | null }

/** What every administrative write leaves behind: its audit row, and word to everybody that rights have changed. */
export function tellWritten(call: Call, of: Record<string, number>, { before, after }: Written): void {
  call.audit({ ...of, before, after })
  call.changed('rights')
}
