import type { Change } from '@aviary/contract/changes/schemas'
import { CHANGES_BEFORE_LONGEST_HOURS } from '@aviary/contract/constants'
import type * as endpoints from '@aviary/contract/correlation/endpoints'
import { type Shared, sharedOf, wasUnderWay } from '@aviary/contract/correlation/rules'
import type { AnswerOf, InputOf } from '@aviary/contract/endpoint'
import { toYesNo } from '@aviary/contract/rules'
import type { Call } from '../../http/call.ts'
import { listChanges } from '../changes/public.ts'
import { requireVisibleIncident } from '../incidents/public.ts'
import { addHours, getIncidentNames, wholeSeconds } from './compare.ts'
import type { EventRow } from './queries.ts'
import * as queries from './queries.ts'
import { type Candidate, MAX_LISTED, selectNearest } from './rank.ts'

type Query = InputOf<typeof endpoints.listChangesBefore>['query']

/**
 * Changes that took effect within `hours` before an incident or were under way at its start, and maintenance
 * that overlaps these hours. All share a data center, service or CI with the incident.
 */
export async function listChangesBefore(
  { db, sees }: Pick<Call, 'db' | 'sees'>,
  { jira_id, hours }: Query,
): Promise<AnswerOf<typeof endpoints.listChangesBefore>> {
  const incident = await requireVisibleIncident({ db, sees }, jira_id)
  const names = (await getIncidentNames(db, [incident]))(incident)
  const to = incident.startDate
  const from = addHours(to, -hours)
  const { changeIds, related, unrelated } = await queries.listRelatedChanges(db, {
    ...{ names, from, to },
    underWaySince: addHours(from, -CHANGES_BEFORE_LONGEST_HOURS),
    limit: MAX_LISTED,
  })
  const changes = await listChanges(db, changeIds)
  const during = await queries.listMaintenanceDuring(db, { names: names.data_centers, from, to })
  const events = during.filter(({ isInternal }) => !isInternal || sees('read:internal'))
  const incidentStart = { names, to: to.getTime() }
  const items = selectNearest<endpoints.Precedent>([
    ...changes.map((change) => toChangeCandidate(change, incidentStart)),
    ...events.map((row) => toEventCandidate(row, incidentStart)),
  ])
  return {
    from: from.toISOString(),
    to: to.toISOString(),
    items,
    more: related + events.length - items.length,
    unrelated,
    incident: names,
  }
}

type IncidentStart = { names: Shared; to: number }

function toChangeCandidate(change: Change, { names, to }: IncidentStart): Candidate<endpoints.Precedent> {
  const distanceMs = to - Date.parse(change.effective_at)
  const shared = sharedOf(names, change)
  const item = {
    kind: 'change' as const,
    change,
    seconds_before: wholeSeconds(distanceMs),
    is_under_way: wasUnderWay(change, to),
    shared,
  }
  return { item, shared, distanceMs, id: change.id }
}

function toEventCandidate(row: EventRow, { names, to }: IncidentStart): Candidate<endpoints.Precedent> {
  const distanceMs = to - row.startDate.getTime()
  const shared = sharedOf(names, { cis: [], services: [], data_centers: row.dataCenters })
  const item = {
    kind: 'maintenance' as const,
    event: {
      id: row.eventId,
      title: row.title,
      is_internal: toYesNo(row.isInternal),
      start_date: row.startDate.toISOString(),
      end_date: row.endDate.toISOString(),
      data_centers: row.dataCenters,
    },
    seconds_before: wholeSeconds(distanceMs),
    is_under_way: row.endDate.getTime() > to,
    shared,
  }
  return { item, shared, distanceMs, id: row.eventId }
}
