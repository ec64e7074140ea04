import type { ChangeRecord } from '@aviary/contract/changes/record'
import type { ChangeRow } from '../../features/changes/public.ts'
import type { KnownNames } from '../../features/reference/public.ts'
import { cut, matchNames, type Unknown } from '../foreign.ts'
import type { NamedRecords, Repository } from './repository.ts'

/** The merged record, and what the answer reports about it. */
export type Merged = {
  record: ChangeRecord
  /** Unknown names in the event. */
  unknown: Unknown
  /** Whether the stored record is newer than the event. */
  isOlder: boolean
  /**
   * GitHub's time of the event, else the time of its arrival; undefined for a deployment without a status.
   */
  at: Date | undefined
}

export type Known = Pick<KnownNames, 'services' | 'dataCenters'>

type Event = { repository: Repository; namedRecords: NamedRecords; environment?: string }
type Names = Pick<ChangeRecord, 'services' | 'data_centers' | 'cis'> & { unknown: Unknown }

const MAX_NAMES = 100

/**
 * The services, data centers and CIs that the events of the change named so far: sorted, at most 100 of each.
 */
export function namesOf(event: Event, stored: ChangeRow | undefined, known: Known): Names {
  const { repository, namedRecords, environment = '' } = event
  const services = matchNames(namedRecords.services, known.services)
  const dataCenters = matchNames(namedRecords.dataCenters, known.dataCenters)
  // Environment names are free text; a part that equals a data center's name, as in production-us2, counts as
  // that data center.
  const environmentName = environment
    .split(/[^\p{L}\p{N}]+/u)
    .flatMap((part) => known.dataCenters.find(part) ?? [])
  const all = (stored: readonly string[] = [], ...reported: string[]) =>
    [...new Set([...stored, ...reported])].sort().slice(0, MAX_NAMES)
  return {
    services: all(stored?.services, ...services.known),
    data_centers: all(stored?.dataCenters, ...dataCenters.known, ...environmentName),
    cis: all(stored?.cis, cut(`${repository.owner}/${repository.name}`, 200), ...namedRecords.cis),
    unknown: { services: services.unknown, dataCenters: dataCenters.unknown },
  }
}

/** Times that GitHub's events lack: the stored values stay. */
export const times = (stored: ChangeRow | undefined) => ({
  planned_start: stored?.plannedStart?.toISOString() ?? null,
  planned_end: stored?.plannedEnd?.toISOString() ?? null,
  submitted_on: stored?.submittedOn?.toISOString() ?? null,
})
