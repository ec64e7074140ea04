/**
 * Permissions of service tokens, which are for other systems; people have the permissions in `actions.ts`.
 */
export const SCOPES = [
  'ingest:incidents',
  'ingest:status',
  'ingest:companies',
  'ingest:changes',
  'ingest:impact',
  'ingest:bounces',
  'webhook:alertmanager',
  'read:metrics',
] as const

export type Scope = (typeof SCOPES)[number]
