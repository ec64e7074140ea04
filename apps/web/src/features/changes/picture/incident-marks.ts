import type { MarkedIncident } from '@aviary/contract/changes/endpoints'
import type { Severity } from '@aviary/contract/status/rules'
import { worst } from '@aviary/contract/status/rules'
import type { Range } from '../range.ts'
import { placeOf } from './bars.ts'

/** Incidents that began so close to each other that one mark stands for them, where the first of them is. */
export type IncidentMark = {
  /** From 0 to 1. */
  place: number
  severity: Severity
  incidents: readonly MarkedIncident[]
}

/** The marks in the order of time, none closer to the one before it than `apart`, a part of the whole from 0 to 1. */
export function marksOf(incidents: readonly MarkedIncident[], range: Range, apart: number): IncidentMark[] {
  const groups: { place: number; incidents: MarkedIncident[] }[] = []
  for (const incident of incidents.toSorted((a, b) => a.start_date.localeCompare(b.start_date))) {
    const place = placeOf(Date.parse(incident.start_date), range)
    const last = groups.at(-1)
    if (last && place - last.place < apart) last.incidents.push(incident)
    else groups.push({ place, incidents: [incident] })
  }
  return groups.map((group) => ({
    ...group,
    severity: worst(group.incidents.map(({ severity }) => severity)) as Severity, // the worst of severities is one
  }))
}
