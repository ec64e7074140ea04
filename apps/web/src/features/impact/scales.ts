import type { AnswerOf } from '@aviary/contract/endpoint'
import type { countAffectedCompanies } from '@aviary/contract/impact/endpoints'
import { type Scale, scaleOf } from '@aviary/contract/impact/rules'

export type Counted = AnswerOf<typeof countAffectedCompanies>

/** What is known of a CI's share of the companies: `waiting` for an answer, or `unknown` to the server by its name. */
export type ShownScale = Scale | 'waiting' | 'unknown' | null

/** The scales of the CIs that were counted, by their names. */
export function scalesOf(counted: Counted | undefined): (name: string) => ShownScale {
  if (!counted) return () => 'waiting'
  const counts = new Map(counted.cis.map((ci) => [ci.name, ci.company_count]))
  return (name) => {
    const count = counts.get(name)
    return count === undefined ? 'unknown' : scaleOf(count, counted.base_count)
  }
}

/** What of a scale a link can hold. */
export const linkedScale = (shown: ShownScale): Scale | null =>
  shown === 'waiting' || shown === 'unknown' ? null : shown
