import type { Endpoint } from '@aviary/contract/endpoint'
import * as endpoints from '@aviary/contract/ingest/endpoints'

/** The label `source` of every call by which other systems send records. */
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

/** The source by the action in the audit log: each accepted request leaves one row of it. */
export const sourceByAction: ReadonlyMap<string, string> = new Map(
  [...SOURCES].map(([endpoint, source]) => [endpoint.audits ?? '', source]),
)

/** How many records an answer says were accepted. A webhook that was accepted is one record, whatever it holds. */
export function acceptedRecords(answer: unknown): number {
  const counts = answer as { created?: number; updated?: number; unchanged?: number; outcome?: string }
  if (counts.outcome !== undefined) return counts.outcome === 'not for Aviary' ? 0 : 1
  return (counts.created ?? 0) + (counts.updated ?? 0) + (counts.unchanged ?? 0)
}
