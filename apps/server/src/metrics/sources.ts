import type { Endpoint } from '@aviary/contract/endpoint'
import * as endpoints from '@aviary/contract/ingest/endpoints'

/** Metric label `source` of each call by which other systems send records. */
const SOURCES: ReadonlyMap<Endpoint, string> = new Map<Endpoint, string>([
  [endpoints.ingestIncidents, 'incidents'],
  [endpoints.ingestAffectedCompanies, 'affected_companies'],
  [endpoints.ingestCompanies, 'companies'],
  [endpoints.ingestStatus, 'status'],
  [endpoints.ingestChanges, 'changes'],
  [endpoints.ingestCis, 'cis'],
  [endpoints.ingestCiDependencies, 'ci_dependencies'],
  [endpoints.jiraWebhook, 'jira'],
  [endpoints.githubWebhook, 'github'],
  [endpoints.alertmanagerWebhook, 'alertmanager'],
])

export const sourceNames: readonly string[] = [...SOURCES.values()]

export const sourceOf = (endpoint: Endpoint): string | undefined => SOURCES.get(endpoint)

/** Source by action name in the audit log, where each accepted request has one row. */
export const sourceByAction: ReadonlyMap<string, string> = new Map(
  [...SOURCES].map(([endpoint, source]) => [endpoint.audits ?? '', source]),
)

/** Number of records that an answer accepted; an accepted webhook counts as one, whatever it contains. */
export function acceptedRecords(answer: unknown): number {
  const counts = answer as { created?: number; updated?: number; unchanged?: number; outcome?: string }
  if (counts.outcome !== undefined) return counts.outcome === 'not for Aviary' ? 0 : 1
  return (counts.created ?? 0) + (counts.updated ?? 0) + (counts.unchanged ?? 0)
}
