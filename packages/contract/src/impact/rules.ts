/**
 * Companies affected ÷ companies in scope, in percent with 2 decimals; `n/a` if it cannot be computed (spec 3
 * §9).
 */
export type Scale = number | 'n/a'

const HUNDREDTHS = 100

/** Computes the scale; `n/a` if no company is in scope, or fewer than are affected. */
export function scaleOf(companyCount: number, baseCount: number): Scale {
  if (baseCount === 0 || baseCount < companyCount) return 'n/a'
  // Divides last, to round exactly: 57 of 20,000 is 0.285 % and rounds up, but 57 / 20,000 * 10,000 is
  // slightly less than 28.5.
  return Math.round((companyCount * 100 * HUNDREDTHS) / baseCount) / HUNDREDTHS
}
