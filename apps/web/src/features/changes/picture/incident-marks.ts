import type { MarkedIncident } from '@aviary/contract/changes/endpoints'
import type { Severity } from '@aviary/contract/status/rules'
import { worst } from '@aviary/contract/status/rules'
import type { Range } from '../range.ts'
import { toPosition } from './bars.ts'

/** One marker for incidents that began close together, placed at the start of the first incident. */
export type IncidentMark = {
  /** Start of this marker's first incident, as a fraction of the range (0 to 1). */
  position: number
  severity: Severity
  incidents: readonly MarkedIncident[]
}

/** Markers in order of time; incidents closer than `minDistance` (a fraction of the range) share a marker. */
export function toMarks(
  incidents: readonly MarkedIncident[],
  range: Range,
  minDistance: number,
): IncidentMark[] {
  const groups: { position: number; incidents: MarkedIncident[] }[] = []
  for (const incident of incidents.toSorted((a, b) => a.start_date.localeCompare(b.start_date))) {
    const position = toPosition(Date.parse(incident.start_date), range)
    const last = groups.at(-1)
    if (last && position - last.position < minDistance) last.incidents.push(incident)
    else groups.push({ position, incidents: [incident] })
  }
  return groups.map((group) => ({
    ...group,
    severity: worst(group.incidents.map(({ severity }) => severity)) as Severity, // worst() of severities is a severity
  }))
}
