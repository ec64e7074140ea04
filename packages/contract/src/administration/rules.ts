import { requires } from '../access.ts'
import type { Authorization } from '../actions.ts'
import type { Guarded } from '../rights.ts'

/** The columns that the list of users can be sorted by. */
export const USER_SORT_COLUMNS = ['email', 'roles', 'actions'] as const
export type UserSortColumn = (typeof USER_SORT_COLUMNS)[number]

/** Hours that the secret of a service token is accepted after its rotation, unless asked otherwise. */
export const OLD_TOKEN_HOURS = 24
/** From so many days before the end of a service token people are warned. */
export const TOKEN_WARNS_DAYS = 14

/** Live personal tokens that one person may have. */
export const PERSONAL_TOKENS = 20
/** A personal token ends after so many days at the latest. */
export const PERSONAL_TOKEN_DAYS = 366
/** A personal token is refused while its person has not signed in for so many days: they may have left. */
export const PERSONAL_TOKEN_SIGN_IN_DAYS = 30

/** Spec 3 §5: the lowercased name with spaces as underscores. */
export const systemNameOf = (displayName: string): string =>
  displayName.trim().toLowerCase().replace(/\s+/g, '_')

export type Actor = Authorization & { role_ids: readonly number[] }

const isSubset = <T>(subset: readonly T[], all: readonly T[]): boolean =>
  subset.every((element) => all.includes(element))

/**
 * Whether the actor may edit or delete a user: as an administrator, or by holding every role of that user. A
 * user who is an administrator needs an administrator (spec 3 §6).
 */
export const mayTouchUser = (
  actor: Actor,
  user: { role_ids: readonly number[]; is_admin: boolean },
): boolean => actor.is_admin || (!user.is_admin && isSubset(user.role_ids, actor.role_ids))

/**
 * Whether the actor may edit or delete a role: as an administrator, or by having every permission of the
 * role. A role of administrators needs an administrator (spec 3 §6).
 */
export const mayTouchRole = (
  actor: Actor,
  role: { actions: readonly string[]; is_admin: boolean },
): boolean => actor.is_admin || (!role.is_admin && isSubset(role.actions, actor.allowed_actions))

/** Permission that each part of the administration screen needs (spec 3 §2). */
export const administrationTiles = {
  users: { access: requires('view_admin_users_tile') },
  roles: { access: requires('view_admin_roles_tile') },
  actions: { access: requires('view_admin_actions_tile') },
} satisfies Record<string, Guarded>

/**
 * Maximum characters of a group name; a sign-in ignores longer group names, because no mapping can contain
 * them.
 */
export const LONGEST_GROUP_NAME = 300
