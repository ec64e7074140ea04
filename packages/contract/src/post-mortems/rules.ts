/** Longest text of one field of a post-mortem. */
export const LONGEST_POST_MORTEM_TEXT = 10_000

/** Longest line of its timeline, and most lines. */
export const LONGEST_LINE = 500
export const MOST_LINES = 300

/** Versions kept of one post-mortem; a further one replaces the oldest. */
export const MOST_VERSIONS = 200
export const LONGEST_VERSION_NOTE = 200

export const MOST_REVIEWERS = 20
export const LONGEST_REVIEW_NOTE = 2_000

/** The texts of a post-mortem in their order; the middle four are those of a message about the root cause. */
export const POST_MORTEM_TEXTS = [
  'summary',
  'impact',
  'root_cause',
  'solution',
  'corrective_measures',
  'lessons',
] as const
export type PostMortemText = (typeof POST_MORTEM_TEXTS)[number]

export const REVIEW_ANSWERS = ['APPROVED', 'CHANGES_REQUESTED'] as const
export type ReviewAnswer = (typeof REVIEW_ANSWERS)[number]

export const POST_MORTEM_STATES = ['DRAFT', 'IN_REVIEW', 'REVIEWED'] as const
export type PostMortemState = (typeof POST_MORTEM_STATES)[number]

type Reviewed = { answer: ReviewAnswer | null; version: number | null }

/** Reviewed: everybody who was asked has approved the newest version. */
export function postMortemState(newest: number, reviews: readonly Reviewed[]): PostMortemState {
  if (reviews.length === 0) return 'DRAFT'
  const isReviewed = reviews.every(({ answer, version }) => answer === 'APPROVED' && version === newest)
  return isReviewed ? 'REVIEWED' : 'IN_REVIEW'
}
