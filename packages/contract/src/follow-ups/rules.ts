export const LONGEST_FOLLOW_UP = 500

/** DROPPED: somebody decided against it. */
export const FOLLOW_UP_STATES = ['OPEN', 'DONE', 'DROPPED'] as const
export type FollowUpState = (typeof FOLLOW_UP_STATES)[number]

/** Most follow-ups that one incident can have. */
export const MOST_FOLLOW_UPS = 200

/** Most follow-ups in one answer of the list across incidents. */
export const FOLLOW_UPS_LARGEST_PAGE = 1_000

type Dated = { state: FollowUpState; due_date: string | null }

/** `today`: the day in UTC, as `2026-08-20`. It is due until the end of its day. */
export const isOverdue = ({ state, due_date }: Dated, today: string): boolean =>
  state === 'OPEN' && due_date !== null && due_date < today
