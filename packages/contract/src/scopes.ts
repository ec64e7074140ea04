/**
 * Permissions of service tokens, which are for other systems; people have the permissions in `actions.ts`.
 */

/** What systems do that send data, and metrics. The first token of an installation has these. */
export const SENDER_SCOPES = [
  'ingest:incidents',
  'ingest:status',
  'ingest:companies',
  'ingest:changes',
  'ingest:impact',
  'ingest:bounces',
  'webhook:alertmanager',
  'read:metrics',
] as const

/**
 * What an answer may hold besides the records that the call is about. Without the scope, fields marked with it (`onlyWith`)
 * and internal records are left out.
 */
export const VIEW_SCOPES = ['read:internal', 'read:people', 'read:companies', 'read:subscribers'] as const
export type ViewScope = (typeof VIEW_SCOPES)[number]

/** Scopes that change what people read here, or send it to them. */
export const WRITE_SCOPES = [
  'write:messages',
  'write:maintenance',
  'write:subscriptions',
  'broadcast:external',
] as const

/** Scopes of calls that people make, too: the only ones that personal tokens may have. */
export const PERSONAL_SCOPES = [
  'read:status',
  'read:incidents',
  ...VIEW_SCOPES,
  'read:maintenance',
  'read:changes',
  'read:deliveries',
  'read:audit',
  ...WRITE_SCOPES,
] as const
export type PersonalScope = (typeof PERSONAL_SCOPES)[number]

export const SCOPES = [...SENDER_SCOPES, ...PERSONAL_SCOPES] as const

export type Scope = (typeof SCOPES)[number]
