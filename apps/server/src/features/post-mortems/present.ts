import { postMortemState } from '@aviary/contract/post-mortems/rules'
import type { PostMortem, PostMortemReview } from '@aviary/contract/post-mortems/schemas'
import type { Db } from '../../database/open.ts'
import { requireFound } from '../../http/edits.ts'
import * as queries from './queries.ts'

const presentReview = (row: queries.ReviewRow): PostMortemReview => ({
  ...{ reviewer: row.reviewer, asked_by: row.askedBy, asked_date: row.askedAt.toISOString() },
  ...{ answer: row.answer, version: row.version, note: row.note },
  answered_date: row.answeredAt?.toISOString() ?? null,
})

/** The newest version, or another one. Throws NotFound. */
export async function presentPostMortem(
  db: Db,
  row: queries.PostMortemRow & { jiraId: string },
  version = row.version,
): Promise<PostMortem> {
  const saved = requireFound(
    await queries.getVersion(db, { postMortemId: row.postMortemId, version }),
    `version ${version} of this post-mortem`,
  )
  const reviews = (await queries.listReviews(db, row.postMortemId)).map(presentReview)
  return {
    ...{ jira_id: row.jiraId, version: saved.version, newest_version: row.version },
    state: postMortemState(row.version, reviews),
    ...{ created_by: row.createdBy, created_date: row.createdAt.toISOString() },
    ...{ saved_by: saved.savedBy, saved_date: saved.savedAt.toISOString(), note: saved.note },
    ...{ summary: saved.summary, impact: saved.impact, root_cause: saved.rootCause },
    ...{ solution: saved.solution, corrective_measures: saved.correctiveMeasures, lessons: saved.lessons },
    ...{ timeline: saved.timeline, facts: saved.facts, reviews },
  }
}

/** Whether an incident has a post-mortem, and how far it is. */
export async function getStateOfIncident(db: Db, incidentId: number) {
  const row = await queries.getPostMortem(db, incidentId)
  if (!row) return null
  const reviews = await queries.listReviews(db, row.postMortemId)
  return { state: postMortemState(row.version, reviews), version: row.version }
}
