import { shorten } from '@aviary/contract/cut-text'
import type { FollowUp } from '@aviary/contract/follow-ups/schemas'

const LONGEST_NAME = 80

export const idOf = ({ follow_up_id }: FollowUp) => follow_up_id
export const nameOf = ({ title }: FollowUp) => shorten(title, LONGEST_NAME)
/** What the filter searches. */
export const textOf = ({ title, jira_id, owner, tracker }: FollowUp) =>
  [title, jira_id, owner, tracker?.key].join(' ')
