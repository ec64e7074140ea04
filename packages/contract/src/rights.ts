import type { Access } from './access.ts'
import { ACTIONS, type Action, type Authorization, mayDo } from './actions.ts'
import type { Scope } from './scopes.ts'

/**
 * Pages that need, besides a permission, their title in the person's `restricted_page_access` (spec 1 §2.1).
 */
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

/** A permission for a restricted page has no effect unless the page's title is on the person's list. */
const PAGE_OF_ACTION: Partial<Record<Action, RestrictedPage>> = {
  view_security_incidents: 'Security Incidents',
  view_comms: 'Comms',
  view_emails: 'Emails',
  view_compose_email: 'Compose Email',
  view_manage_security_users: 'Security Users',
  view_mass_import: 'Mail Merge',
  view_staging_emails: 'Staged Emails',
}

export const isRestricted = (action: Action): boolean => PAGE_OF_ACTION[action] !== undefined

/** A person's permissions, and the titles of the restricted pages on their list. */
export type Rights = { authorization: Authorization; pages: readonly string[] }

/**
 * An endpoint, a screen or a part of a screen that needs a right. A service token needs the scope instead; without
 * `tokenScope` no token is admitted.
 */
export type Guarded = { access: Access; tokenScope?: Scope }

export type MissingRight =
  | { kind: 'action'; anyOf: readonly Action[] }
  | { kind: 'page'; page: RestrictedPage; action: Action }
  | { kind: 'administrator' }
  | { kind: 'program' }

/**
 * The right that a signed-in person lacks for a call, a screen or a part of a screen; undefined if none is
 * missing.
 */
export function missingRight(
  { authorization, pages }: Rights,
  { access }: Guarded,
): MissingRight | undefined {
  if (access.by === 'token' || access.by === 'signature') return { kind: 'program' }
  if (authorization.is_admin || access.by === 'anyone' || access.by === 'session') return undefined
  if (access.by === 'administrator') return { kind: 'administrator' }
  const held = access.anyOf.filter((action) => mayDo(authorization, action))
  const isOpen = (action: Action) => pages.includes(PAGE_OF_ACTION[action] ?? '') || !isRestricted(action)
  const [action] = held
  if (held.some(isOpen)) return undefined
  const page = action && PAGE_OF_ACTION[action]
  return page ? { kind: 'page', page, action } : { kind: 'action', anyOf: access.anyOf }
}

/** Whether a signed-in person may make a call, open a screen or see a part of a screen. */
export const mayCall = (rights: Rights, guarded: Guarded): boolean =>
  missingRight(rights, guarded) === undefined

/** Display name of the first sufficient permission; empty if the access does not depend on a permission. */
export const actionNameOf = ({ access }: Guarded): string =>
  access.by === 'action' ? ACTIONS[access.anyOf[0]] : ''
