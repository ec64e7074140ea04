import type { ChangeRecord } from '@aviary/contract/changes/record'
import type { ChangeRow } from '../../features/changes/public.ts'
import { cut, type Listed, matchName, matchNames, type Unknown } from '../foreign.ts'
import type { NamedRecords, Repository } from './repository.ts'

/** What an event becomes, and what the answer says of it. */
export type Merged = {
  record: ChangeRecord
  /** What it names and nobody knows here. */
  unknown: Unknown
  /** Whether newer things are known than the event tells. */
  isOlder: boolean
  /** When GitHub says it happened. */
  at: Date | undefined
}

export type Known = { services: Listed; dataCenters: Listed }

type Event = { repository: Repository; namedRecords: NamedRecords; environment?: string }
type Names = Pick<ChangeRecord, 'services' | 'data_centers' | 'cis'> & { unknown: Unknown }

const MAX_NAMES = 100

/** What the change touches: all that any event of it named, in one order whichever came first. */
export function namesOf(event: Event, stored: ChangeRow | undefined, known: Known): Names {
  const { repository, namedRecords, environment = '' } = event
  const services = matchNames(namedRecords.services, known.services)
  const dataCenters = matchNames(namedRecords.dataCenters, known.dataCenters)
  // An environment is anybody's word; where a part of it is a data center's name, such as production-us2, it is meant.
  const environmentName = environment
    .split(/[^\p{L}\p{N}]+/u)
    .flatMap((part) => matchName(part, known.dataCenters) ?? [])
  const all = (were: readonly string[] = [], ...told: string[]) =>
    [...new Set([...were, ...told])].sort().slice(0, MAX_NAMES)
  return {
    services: all(stored?.services, ...services.known),
    data_centers: all(stored?.dataCenters, ...dataCenters.known, ...environmentName),
    cis: all(stored?.cis, cut(`${repository.owner}/${repository.name}`, 200), ...namedRecords.cis),
    unknown: { services: services.unknown, dataCenters: dataCenters.unknown },
  }
}

/** What GitHub's events do not speak of, as another source may have told it. */
export const times = (stored: ChangeRow | undefined) => ({
  planned_start: stored?.plannedStart?.toISOString() ?? null,
  planned_end: stored?.plannedEnd?.toISOString() ?? null,
  submitted_on: stored?.submittedOn?.toISOString() ?? null,
})
