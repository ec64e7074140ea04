import type { Change } from '@aviary/contract/changes/schemas'
import { CHANGES_BEFORE_LONGEST_HOURS } from '@aviary/contract/constants'
import type * as endpoints from '@aviary/contract/correlation/endpoints'
import { type Shared, sharedOf, wasUnderWay } from '@aviary/contract/correlation/rules'
import type { AnswerOf, InputOf } from '@aviary/contract/endpoint'
import { toYesNo } from '@aviary/contract/wire'
import type { Db } from '../../database/open.ts'
import { listChanges } from '../changes/public.ts'
import { requireIncident } from '../incidents/public.ts'
import { getNamesOf, hoursLater, wholeSeconds } from './compared.ts'
import type { EventRow } from './queries.ts'
import * as queries from './queries.ts'
import { type Candidate, MAX_LISTED, nearestOf } from './rank.ts'

type Query = InputOf<typeof endpoints.listChangesBefore>['query']

/** What changed in the hours before an incident, or was being changed when it began, and has something in common with it. */
export async function listChangesBefore(
  db: Db,
  { jira_id, hours }: Query,
): Promise<AnswerOf<typeof endpoints.listChangesBefore>> {
  const incident = await requireIncident(db, jira_id)
  const names = (await getNamesOf(db, [incident]))(incident)
  const to = incident.startDate
  const from = hoursLater(to, -hours)
  const { changeIds, related, unrelated } = await queries.listRelatedChanges(db, {
    ...{ names, from, to },
    goingOnSince: hoursLater(from, -CHANGES_BEFORE_LONGEST_HOURS),
    limit: MAX_LISTED,
  })
  const changes = await listChanges(db, changeIds)
  const events = await queries.listMaintenanceDuring(db, { names: names.data_centers, from, to })
  const compared = { names, to: to.getTime() }
  const items = nearestOf<endpoints.Precedent>([
    ...changes.map((change) => candidateOfChange(change, compared)),
    ...events.map((row) => candidateOfEvent(row, compared)),
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

type Compared = { names: Shared; to: number }

function candidateOfChange(change: Change, { names, to }: Compared): Candidate<endpoints.Precedent> {
  const awayMs = to - Date.parse(change.effective_at)
  const shared = sharedOf(names, change)
  const item = {
    kind: 'change' as const,
    change,
    seconds_before: wholeSeconds(awayMs),
    is_under_way: wasUnderWay(change, to),
    shared,
  }
  return { item, shared, awayMs, id: change.id }
}

function candidateOfEvent(row: EventRow, { names, to }: Compared): Candidate<endpoints.Precedent> {
  const awayMs = to - row.startDate.getTime()
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
    seconds_before: wholeSeconds(awayMs),
    is_under_way: row.endDate.getTime() > to,
    shared,
  }
  return { item, shared, awayMs, id: row.eventId }
}
