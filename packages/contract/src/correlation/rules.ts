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

/** What two incidents share: names, and significant words of their details. */
export type SharedWithIncident = Shared & { words: readonly string[] }

/**
 * Weight of each shared name or word, of which `MOST_COUNTED` of each kind count. A CI weighs more than all else
 * together.
 */
const SIMILARITY_WEIGHTS = { cis: 25, services: 5, words: 2, data_centers: 1 } as const
const MOST_COUNTED = 3

/** Shared words without which two incidents need a shared CI or service. */
const FEWEST_WORDS = 2

/**
 * How alike two incidents are; higher values are listed first. 0 is not listed: a data center or a single word alone
 * is no reason (ADR 83).
 */
export function similarityOf(shared: SharedWithIncident): number {
  const { cis, services, words } = shared
  if (cis.length === 0 && services.length === 0 && words.length < FEWEST_WORDS) return 0
  const kinds = Object.keys(SIMILARITY_WEIGHTS) as (keyof typeof SIMILARITY_WEIGHTS)[]
  return kinds.reduce(
    (sum, kind) => sum + SIMILARITY_WEIGHTS[kind] * Math.min(MOST_COUNTED, shared[kind].length),
    0,
  )
}
