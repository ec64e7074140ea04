import type * as endpoints from '@aviary/contract/post-mortems/endpoints'
import { MOST_REVIEWERS } from '@aviary/contract/post-mortems/rules'
import type { Call } from '../../http/call.ts'
import { changedMeanwhile } from '../../http/edits.ts'
import { Forbidden, fault, NotFound } from '../../http/errors.ts'
import type { MailSettings } from '../../mail/public.ts'
import { requireAccount, requireVisibleIncident } from '../incidents/public.ts'
import { presentPostMortem } from './present.ts'
import * as queries from './queries.ts'
import { mailReviewers } from './review-mail/mail-reviewers.ts'
import { lockWritable, noPostMortem } from './write.ts'

type Located = queries.PostMortemRow & { jiraId: string }

async function lock({ db }: Pick<Call, 'db'>, incident: { incidentId: number; jiraId: string }) {
  const row = await queries.lockPostMortem(db, incident.incidentId)
  if (!row) throw noPostMortem(incident.jiraId)
  return { ...row, jiraId: incident.jiraId }
}

const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()

/** Whether somebody can be asked again: for their answer is about an earlier version, and nobody has asked since. */
const isAnswerOld = ({ answeredAt, askedAt, version }: queries.ReviewRow, newest: number): boolean =>
  answeredAt !== null && askedAt <= answeredAt && version !== newest

export async function createReviews(
  call: Call<typeof endpoints.createReviews>,
  settings: Pick<MailSettings, 'internalDomains' | 'providerName' | 'publicUrl'>,
) {
  const { db, body, now, person } = call
  const incident = await lockWritable(call, body.jira_id)
  const row = await lock(call, incident)
  const before = await queries.listReviews(db, row.postMortemId)
  const asked: string[] = []
  for (const email of body.reviewers) {
    if (isSame(email, person().email)) throw fault('reviewers', 'name somebody else than yourself')
    const { isInternal } = incident
    const reviewer = await requireAccount(db, { field: 'reviewers', email, isInternal })
    const review = before.find((known) => isSame(known.reviewer, reviewer))
    if ((review && !isAnswerOld(review, row.version)) || asked.includes(reviewer)) continue
    asked.push(reviewer)
    const { postMortemId } = row
    await queries.createReview(db, {
      ...{ postMortemId, reviewer: review?.reviewer ?? reviewer, askedBy: person().email, askedAt: now },
    })
  }
  const post_mortem = await presentPostMortem(db, row)
  if (asked.length > 0 && post_mortem.reviews.length > MOST_REVIEWERS)
    throw fault('reviewers', `at most ${MOST_REVIEWERS} people review a post-mortem`)
  const mailed = await mailReviewers(
    db,
    { jiraId: row.jiraId, askedBy: person().email, asked },
    { settings, now },
  )
  call.audit({ jira_id: row.jiraId, version: row.version, asked })
  call.changed('incidents', ...(mailed.length > 0 ? (['mails'] as const) : []))
  return { post_mortem, asked, not_mailed: asked.filter((email) => !mailed.includes(email)) }
}

export async function deleteReview(call: Call<typeof endpoints.deleteReview>) {
  const { db, body } = call
  const row = await lock(call, await lockWritable(call, body.jira_id))
  const review = await findReview(call, row, body.reviewer)
  if (!review) throw new NotFound(`${body.reviewer} is not asked to review this post-mortem`)
  await queries.deleteReview(db, review)
  call.audit({ jira_id: row.jiraId, version: row.version, reviewer: review.reviewer, before: review.answer })
  call.changed('incidents')
  return { post_mortem: await presentPostMortem(db, row) }
}

/** A reviewer needs no right to post: whoever is asked answers. */
export async function answerReview(call: Call<typeof endpoints.answerReview>) {
  const { db, body, now, person } = call
  const row = await lock(call, await requireVisibleIncident(call, body.jira_id))
  const review = await findReview(call, row, person().email)
  if (!review) throw new Forbidden('You are not asked to review this post-mortem')
  if (body.version !== row.version) {
    const newest = await presentPostMortem(db, row)
    throw changedMeanwhile('this post-mortem', newest.saved_by, newest)
  }
  const { postMortemId, reviewer } = review
  const { answer, version, note } = body
  const saved = await queries.getVersion(db, row)
  if (saved && isSame(saved.savedBy, reviewer))
    throw new Forbidden('You saved this version: somebody else has to review it')
  if (answer === 'CHANGES_REQUESTED' && note.trim() === '') throw fault('note', 'say what is to be changed')
  await queries.updateReview(db, { postMortemId, reviewer, answer, version, note, answeredAt: now })
  call.audit({
    ...{ jira_id: row.jiraId, before: { answer: review.answer, version: review.version } },
    after: { answer, version, note },
  })
  call.changed('incidents')
  return { post_mortem: await presentPostMortem(db, row) }
}

const findReview = async ({ db }: Pick<Call, 'db'>, { postMortemId }: Located, email: string) =>
  (await queries.listReviews(db, postMortemId)).find(({ reviewer }) => isSame(reviewer, email))
