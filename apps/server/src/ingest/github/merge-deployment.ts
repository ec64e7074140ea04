import type { ChangeRecord } from '@aviary/contract/changes/record'
import type { ChangeRow } from '../../features/changes/public.ts'
import { type Known, type Merged, namesOf, times } from './merge.ts'
import type { DeploymentEvent, DeploymentStatus } from './read-deployment.ts'

const WAITS = ['queued', 'pending', 'waiting', 'requested']
const ENDS = ['success', 'failure', 'error', 'inactive']
const ORDER = ['', ...WAITS, 'in_progress', ...ENDS]

/**
 * Merges a deployment's event into the stored record, with the same result in any order of events. The status
 * is the newest one. The start is the time of the earliest state that is neither waiting nor final, the end
 * is the time of the earliest final state. If only final states are reported, the start is the creation,
 * because many pipelines report only success.
 */
export function mergeDeployment(
  event: DeploymentEvent,
  stored: ChangeRow | undefined,
  { known, now }: { known: Known; now: Date },
): Merged {
  const { deployment, status, repository, id } = event
  const at = status ? (status.at ?? now.toISOString()) : null
  const isNews = !status || !at || isLater({ state: status.state, at }, stored)
  const state = status?.state.toLowerCase() ?? ''
  // A deployment never changes on GitHub: known fields stay, missing ones are filled in.
  const isFirst = !stored || (stored.catalogType === null && deployment !== undefined)
  const createdOn = deployment?.createdOn ?? stored?.createdOn.toISOString() ?? null
  const { unknown, ...names } = namesOf(event, stored, known)
  const record: ChangeRecord = {
    source: 'github',
    key: `${repository.owner}/${repository.name}/deployments/${id}`,
    change_type: 'auto',
    summary: isFirst ? (deployment?.summary ?? event.summary) : stored.summary,
    description: isFirst ? (deployment?.description ?? '') : stored.description,
    status: isNews ? (status?.state ?? stored?.status ?? null) : (stored?.status ?? null),
    catalog_type: stored?.catalogType ?? deployment?.catalogType ?? null,
    ...times(stored),
    ...timesOf({ state, at: WAITS.includes(state) ? null : at, createdOn }, stored),
    submitted_by: stored?.submittedBy ?? deployment?.submittedBy ?? null,
    created_on: createdOn,
    ...names,
    github_owner: repository.owner,
    github_repo: repository.name,
    github_sha: stored?.githubSha ?? deployment?.sha ?? null,
    github_tag: stored?.githubTag ?? deployment?.tag ?? null,
  }
  return { record, unknown, isOlder: !isNews, at: at ? new Date(at) : undefined }
}

/**
 * GitHub's times are whole seconds: of two states in the same second, the one that comes later in a
 * deployment counts as newer.
 */
function isLater({ state, at }: DeploymentStatus & { at: string }, stored: ChangeRow | undefined): boolean {
  const known = stored?.sourceUpdatedAt
  if (!known || Date.parse(at) > known.getTime()) return true
  return Date.parse(at) === known.getTime() && placeOf(state) >= placeOf(stored.status ?? '')
}

const placeOf = (state: string): number => ORDER.indexOf(state.toLowerCase())

type StateChange = { state: string; at: string | null; createdOn: string | null }

function timesOf({ state, at, createdOn }: StateChange, stored: ChangeRow | undefined) {
  const isEnd = ENDS.includes(state)
  const end = earliest(stored?.actualEnd, isEnd ? at : null)
  const start = earliest(previousStart(stored), isEnd ? null : at)
  if (end === null || (start !== null && start <= end)) return { actual_start: start, actual_end: end }
  return { actual_start: createdOn !== null && createdOn <= end ? createdOn : end, actual_end: end }
}

/**
 * The stored start if a status reported it; null if it was only derived. An ended deployment gets its
 * creation time as start or, while that is unknown, its end time.
 */
function previousStart(stored: ChangeRow | undefined): Date | null {
  if (!stored?.actualStart || !stored.actualEnd) return stored?.actualStart ?? null
  const start = stored.actualStart.getTime()
  const isCreation = start === stored.createdOn.getTime()
  const isEnd = stored.catalogType === null && start === stored.actualEnd.getTime()
  return isCreation || isEnd ? null : stored.actualStart
}

function earliest(stored: Date | null | undefined, reported: string | null): string | null {
  if (!stored) return reported
  return reported && Date.parse(reported) < stored.getTime() ? reported : stored.toISOString()
}
