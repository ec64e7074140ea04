import type { Action } from './actions.ts'
import type { Scope } from './scopes.ts'

/** Systems whose webhooks create and change records. */
export type WebhookSender = 'jira' | 'github'

/** Systems that sign what they send. */
export type Signer = WebhookSender | 'slack'

/** Who may make a call. There is no default: an endpoint without `access` does not compile. */
export type Access =
  | { by: 'anyone' }
  | { by: 'session' }
  | { by: 'action'; anyOf: readonly [Action, ...Action[]] }
  | { by: 'administrator' }
  | { by: 'token'; scope: Scope | null }
  | { by: 'signature'; sender: Signer }

export const anyone: Access = { by: 'anyone' }
export const signedIn: Access = { by: 'session' }
/**
 * Any one of these permissions is enough for the call; its handler may require a certain one, depending on
 * the record.
 */
export const requires = (...anyOf: readonly [Action, ...Action[]]): Access => ({ by: 'action', anyOf })
/** Only administrators: for calls that could extend anybody's permissions. */
export const administrator: Access = { by: 'administrator' }
export const serviceToken = (scope: Scope): Access => ({ by: 'token', scope })
/** Any token, whatever its scopes. */
export const anyServiceToken: Access = { by: 'token', scope: null }
export const signedBy = (sender: Signer): Access => ({ by: 'signature', sender })
