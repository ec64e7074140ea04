import type { ChangeField } from '@aviary/contract/changes/rules'
import type { Change } from '@aviary/contract/changes/schemas'

export const hasField = (change: Change, field: ChangeField): boolean => {
  const value = change[field]
  return Array.isArray(value) ? value.length > 0 : value !== null && value !== ''
}

/** The field that serves as the one-line title of a change. */
export const titleField = (change: Change): 'summary' | 'description' =>
  change.change_type === 'auto' && change.description !== '' ? 'description' : 'summary'

const SAFE_PART = /^[\w.-]+$/

/** URL of the commit on GitHub; undefined if owner, repository or hash is missing or not safe in a URL. */
export function commitLink({ github_owner, github_repo, github_sha }: Change): string | undefined {
  const parts = [github_owner, github_repo, github_sha]
  if (!parts.every((part) => part !== null && SAFE_PART.test(part) && !/^\.+$/.test(part))) return undefined
  return `https://github.com/${github_owner}/${github_repo}/commit/${github_sha}`
}
