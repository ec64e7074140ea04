/** What a service token may do. Tokens are for other systems; people hold actions. */
export const SCOPES = [
  'ingest:incidents',
  'ingest:status',
  'ingest:companies',
  'ingest:changes',
  'ingest:impact',
  'webhook:alertmanager',
  'read:metrics',
] as const

export type Scope = (typeof SCOPES)[number]
