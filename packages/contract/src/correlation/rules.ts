/** What an incident and a change or maintenance have in common. */
export type Shared = { cis: readonly string[]; services: readonly string[]; data_centers: readonly string[] }

/**
 * How near a change is to an incident: 4 for a CI in common, 2 for a service, 1 for a data center. The greater comes
 * first, and of equals the closer in time; 0 is no reason to list it.
 */
export const closenessOf = (shared: Shared): number =>
  (shared.cis.length > 0 ? 4 : 0) +
  (shared.services.length > 0 ? 2 : 0) +
  (shared.data_centers.length > 0 ? 1 : 0)

const common = (left: readonly string[], right: readonly string[]): string[] =>
  left.filter((name) => right.includes(name))

/** What the two have in common, in the order of the first. */
export const sharedOf = (left: Shared, right: Shared) => ({
  cis: common(left.cis, right.cis),
  services: common(left.services, right.services),
  data_centers: common(left.data_centers, right.data_centers),
})

type Course = { actual_start: string | null; actual_end: string | null; submitted_on: string | null }

/**
 * Whether a change was under way at a moment (milliseconds since 1970), as far as is recorded: one that is submitted is
 * completed, and one without an end goes on.
 */
export function wasUnderWay({ actual_start, actual_end, submitted_on }: Course, time: number): boolean {
  const over = actual_end ?? submitted_on
  return (
    actual_start !== null && Date.parse(actual_start) <= time && (over === null || Date.parse(over) > time)
  )
}
