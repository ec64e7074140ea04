import { type Action, type Authorization, mayDo } from '../actions.ts'

/** Spec 3 §5: the lowercased name with spaces as underscores. */
export const systemNameOf = (displayName: string): string =>
  displayName.trim().toLowerCase().replace(/\s+/g, '_')

export type Actor = Authorization & { role_ids: readonly number[] }

const isSubset = <T>(subset: readonly T[], all: readonly T[]): boolean =>
  subset.every((element) => all.includes(element))

/** Spec 3 §6: the actor holds every role of the other person, or is an administrator. */
export const mayTouchUser = (
  actor: Actor,
  user: { role_ids: readonly number[]; is_admin: boolean },
): boolean => actor.is_admin || (!user.is_admin && isSubset(user.role_ids, actor.role_ids))

/** Spec 3 §6: the actor holds all its actions; a role for administrators only needs an administrator. */
export const mayTouchRole = (
  actor: Actor,
  role: { actions: readonly string[]; is_admin: boolean },
): boolean => actor.is_admin || (!role.is_admin && isSubset(role.actions, actor.allowed_actions))

/** Pages that need their title in a person's `restricted_page_access` besides their action (spec 1 §2.1). */
export const RESTRICTED_PAGES = [
  'Security Incidents',
  'Comms',
  'Emails',
  'Compose Email',
  'Security Users',
  'Mail Merge',
  'Staged Emails',
] as const
type RestrictedPage = (typeof RESTRICTED_PAGES)[number]

/** An action that opens a restricted page counts only together with that page. */
const PAGE_OF_ACTION: Partial<Record<Action, RestrictedPage>> = {
  view_security_incidents: 'Security Incidents',
  view_comms: 'Comms',
  view_emails: 'Emails',
  view_compose_email: 'Compose Email',
  view_manage_security_users: 'Security Users',
  view_mass_import: 'Mail Merge',
  view_staging_emails: 'Staged Emails',
}

/** Whether an action opens a restricted page. */
export const isRestricted = (action: Action): boolean => PAGE_OF_ACTION[action] !== undefined

/** A person's actions, and the restricted pages that they may open. */
export type Rights = { authorization: Authorization; pages: readonly string[] }

/** The restricted page that a person lacks for an action; undefined if it needs none, or they may open it. */
export function missingPage({ authorization, pages }: Rights, action: Action): RestrictedPage | undefined {
  const page = PAGE_OF_ACTION[action]
  return page && !authorization.is_admin && !pages.includes(page) ? page : undefined
}

/** Whether a person may perform an action, including its restricted page if it has one. */
export const mayUse = (rights: Rights, action: Action): boolean =>
  mayDo(rights.authorization, action) && missingPage(rights, action) === undefined
