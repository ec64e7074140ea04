import type { AnswerOf } from '@aviary/contract/endpoint'
import type { countAffectedCompanies } from '@aviary/contract/impact/endpoints'
import { type Scale, scaleOf } from '@aviary/contract/impact/rules'

export type Counted = AnswerOf<typeof countAffectedCompanies>

/** A CI's scale for display: `waiting` until counted, `unknown` if the server lacks the CI, null if not available. */
export type ShownScale = Scale | 'waiting' | 'unknown' | null

/** Looks up a CI's scale by its name in the server's answer. */
export function toScaleLookup(counted: Counted | undefined): (name: string) => ShownScale {
  if (!counted) return () => 'waiting'
  const counts = new Map(counted.cis.map((ci) => [ci.name, ci.company_count]))
  return (name) => {
    const count = counts.get(name)
    return count === undefined ? 'unknown' : scaleOf(count, counted.base_count)
  }
}

/** A scale as stored in a link; null unless calculated. */
export const linkedScale = (shown: ShownScale): Scale | null =>
  shown === 'waiting' || shown === 'unknown' ? null : shown
