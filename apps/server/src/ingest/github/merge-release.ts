import type { ChangeRecord } from '@aviary/contract/changes/record'
import type { ChangeRow } from '../../features/changes/public.ts'
import { type Known, type Merged, namesOf, times } from './merge.ts'
import type { ReleaseEvent } from './read-release.ts'

/**
 * Merges a release's event into the stored record: the values with the later GitHub date win, and the older
 * ones fill in missing fields. A deleted release stays deleted.
 */
export function mergeRelease(
  event: ReleaseEvent,
  stored: ChangeRow | undefined,
  { known, now }: { known: Known; now: Date },
): Merged {
  const { repository, id } = event
  const updatedAt = event.at ? new Date(event.at) : now
  const isOlder = stored?.sourceUpdatedAt ? updatedAt < stored.sourceUpdatedAt : false
  const pick = <T>(stored: T | null | undefined, reported: T | null): T | null =>
    (isOlder ? (stored ?? reported) : (reported ?? stored)) ?? null
  const publishedAt = pick(stored?.actualStart?.toISOString(), event.publishedAt)
  const { unknown, ...names } = namesOf(event, stored, known)
  const record: ChangeRecord = {
    source: 'github',
    key: `${repository.owner}/${repository.name}/releases/${id}`,
    change_type: 'auto',
    summary: pick(stored?.summary, event.summary) ?? event.summary,
    description: pick(stored?.description, event.description) ?? event.description,
    status: stored?.status === 'deleted' ? 'deleted' : pick(stored?.status, event.status),
    catalog_type: 'release',
    ...times(stored),
    actual_start: publishedAt,
    actual_end: publishedAt,
    submitted_by: pick(stored?.submittedBy, event.submittedBy),
    created_on: pick(stored?.createdOn.toISOString(), event.createdOn),
    ...names,
    github_owner: repository.owner,
    github_repo: repository.name,
    github_sha: pick(stored?.githubSha, event.sha),
    github_tag: pick(stored?.githubTag, event.tag),
  }
  return { record, unknown, isOlder, at: updatedAt }
}
