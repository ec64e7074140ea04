/** A share of companies in percent with 2 decimals, or `n/a` if the base is zero (spec 3 §9). */
export type Scale = number | 'n/a'

const HUNDREDTHS = 100

/** The base must not be less than the filtered count; a base of 0 gives `n/a`. */
export function scaleOf(companyCount: number, baseCount: number): Scale {
  if (baseCount === 0 || baseCount < companyCount) return 'n/a'
  // Divide last: 57 of 20,000 is 0.285 and rounds up, but 57 / 20,000 times 10,000 is slightly less.
  return Math.round((companyCount * 100 * HUNDREDTHS) / baseCount) / HUNDREDTHS
}
