/** A share of companies in percent with 2 decimals, or `n/a` when nothing is known to divide by (spec 3 §9). */
export type Scale = number | 'n/a'

const HUNDREDTHS = 100

/** Only when the base is at least the filtered count; a base of 0 gives `n/a`. */
export function scaleOf(companyCount: number, baseCount: number): Scale {
  if (baseCount === 0 || baseCount < companyCount) return 'n/a'
  // Divided last: 57 of 20,000 is 0.285 and rounds up, but 57 / 20,000 times 10,000 is a little less.
  return Math.round((companyCount * 100 * HUNDREDTHS) / baseCount) / HUNDREDTHS
}
