import type { Db } from '../../../database/open.ts'
import { lockWithIncident } from '../lock.ts'
import { updateFollowUp } from '../queries.ts'
import * as queries from './queries.ts'

/** `isDone`: undefined if the event does not say. */
export type IssueNews = {
  key: string
  isDone: boolean | undefined
  at: Date | undefined
  now: Date
  author: string
}

export type FollowedIssue = {
  followUpId: number
  outcome: 'taken' | 'unchanged' | 'older than what is known'
  detail: string
}

/**
 * Closes or reopens the follow-up of an issue; undefined if the issue is of none. Only another category than the one known
 * counts: the tracker also sends events about what Aviary writes, whose category says nothing new.
 */
export async function followIssue(db: Db, news: IssueNews): Promise<FollowedIssue | undefined> {
  const followUpId = await queries.findByIssue(db, news.key)
  if (followUpId === undefined) return undefined
  const { row } = await lockWithIncident(db, followUpId)
  const issue = await queries.lockIssue(db, followUpId)
  const { isDone, at, now, author } = news
  const { key } = news
  if (issue?.heardAt && at && at < issue.heardAt) {
    const detail = `${key} is known as of ${issue.heardAt.toISOString()}`
    return { followUpId, outcome: 'older than what is known', detail }
  }
  const isNews = isDone !== undefined && isDone !== issue?.isDone
  await queries.updateIssue(db, followUpId, {
    ...(at ? { heardAt: at } : {}),
    ...(isNews ? { isDone } : {}),
  })
  const { title, owner, dueDate, state } = row.followUp
  if (!isNews || isDone === (state !== 'OPEN'))
    return { followUpId, outcome: 'unchanged', detail: `follow-up ${followUpId} is as it was` }
  await updateFollowUp(db, followUpId, {
    ...{ title, owner, dueDate, state: isDone ? ('DONE' as const) : ('OPEN' as const) },
    ...{ closedAt: isDone ? now : null, stateBy: author, stateAt: now },
  })
  return {
    followUpId,
    outcome: 'taken',
    detail: `follow-up ${followUpId} was ${isDone ? 'done' : 'reopened'}`,
  }
}
