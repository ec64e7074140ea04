import type { MarkedIncident } from '@aviary/contract/changes/endpoints'
import type { Severity } from '@aviary/contract/status/rules'
import { worst } from '@aviary/contract/status/rules'
import type { Range } from '../range.ts'
import { toPosition } from './bars.ts'

/** One mark for incidents that began close together, at the position of the first. */
export type IncidentMark = {
  /** From 0 to 1. */
  position: number
  severity: Severity
  incidents: readonly MarkedIncident[]
}

/** Marks in order of time, at least `minDistance` (0 to 1 of the range) apart. */
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
