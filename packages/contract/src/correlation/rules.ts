/** Names of CIs, services and data centers: those of one record, or those that two records share. */
export type Shared = { cis: readonly string[]; services: readonly string[]; data_centers: readonly string[] }

/**
 * Relevance of a change to an incident: 4 for a shared CI, plus 2 for a shared service, plus 1 for a shared
 * data center. Higher values are listed first; 0 is not listed.
 */
export const closenessOf = (shared: Shared): number =>
  (shared.cis.length > 0 ? 4 : 0) +
  (shared.services.length > 0 ? 2 : 0) +
  (shared.data_centers.length > 0 ? 1 : 0)

const common = (left: readonly string[], right: readonly string[]): string[] =>
  left.filter((name) => right.includes(name))

/** Names that two records share, in the order of `left`. */
export const sharedOf = (left: Shared, right: Shared) => ({
  cis: common(left.cis, right.cis),
  services: common(left.services, right.services),
  data_centers: common(left.data_centers, right.data_centers),
})

type Course = { actual_start: string | null; actual_end: string | null; submitted_on: string | null }

/**
 * Whether a change was running at `time` (milliseconds since 1970). Without an actual end, the submission
 * counts as the end, because a change is submitted when it is complete (ADR 19). Without either, the change
 * is still running.
 */
export function wasUnderWay({ actual_start, actual_end, submitted_on }: Course, time: number): boolean {
  const over = actual_end ?? submitted_on
  return (
    actual_start !== null && Date.parse(actual_start) <= time && (over === null || Date.parse(over) > time)
  )
}
