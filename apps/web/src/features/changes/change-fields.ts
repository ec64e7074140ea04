import type { Change } from '@aviary/contract/changes/schemas'

/** The fields of a record that people read, in this order (spec 2 §3). */
export const CHANGE_FIELDS = [
  'id',
  'ticket_id',
  'summary',
  'description',
  'status',
  'change_type',
  'catalog_type',
  'effective_at',
  'planned_start',
  'planned_end',
  'actual_start',
  'actual_end',
  'submitted_by',
  'submitted_on',
  'data_centers',
  'services',
  'cis',
  'master_approval_entity_id',
  'company_id',
  'github_owner',
  'github_repo',
  'github_sha',
  'github_tag',
] as const satisfies readonly (keyof Change)[]
export type ChangeField = (typeof CHANGE_FIELDS)[number]

export const hasField = (change: Change, field: ChangeField): boolean => {
  const value = change[field]
  return Array.isArray(value) ? value.length > 0 : value !== null && value !== ''
}

/** What a change is called where there is room for one line. */
export const titleField = (change: Change): 'summary' | 'description' =>
  change.change_type === 'auto' && change.description !== '' ? 'description' : 'summary'

const SAFE_PART = /^[\w.-]+$/

/** The commit on GitHub; undefined where the record does not name one. */
export function commitLink({ github_owner, github_repo, github_sha }: Change): string | undefined {
  const parts = [github_owner, github_repo, github_sha]
  if (!parts.every((part) => part !== null && SAFE_PART.test(part) && !/^\.+$/.test(part))) return undefined
  return `https://github.com/${github_owner}/${github_repo}/commit/${github_sha}`
}
