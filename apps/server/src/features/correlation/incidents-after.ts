import type * as endpoints from '@aviary/contract/correlation/endpoints'
import { closenessOf, sharedOf } from '@aviary/contract/correlation/rules'
import type { AnswerOf, InputOf } from '@aviary/contract/endpoint'
import type { Call } from '../../http/call.ts'
import { NotFound } from '../../http/errors.ts'
import { listChanges, presentMarked } from '../changes/public.ts'
import { addHours, getIncidentNames, wholeSeconds } from './compare.ts'
import * as queries from './queries.ts'
import { selectNearest } from './rank.ts'

type Query = InputOf<typeof endpoints.listIncidentsAfter>['query']

/**
 * Incidents that began within `hours` after a change took effect and share a data center, service or CI with
 * it.
 */
export async function listIncidentsAfter(
  { db, sees }: Pick<Call, 'db' | 'sees'>,
  { change_id, hours }: Query,
): Promise<AnswerOf<typeof endpoints.listIncidentsAfter>> {
  const [change] = await listChanges(db, [change_id])
  if (!change) throw new NotFound(`There is no change ${change_id}`)
  const from = new Date(change.effective_at)
  const to = addHours(from, hours)
  const inHours = await queries.listStartedIncidents(db, { from, to })
  const started = inHours.filter(({ isInternal }) => !isInternal || sees('read:internal'))
  const namesOf = await getIncidentNames(db, started)
  const related = started
    .map((incident) => {
      const distanceMs = incident.startDate.getTime() - from.getTime()
      const shared = sharedOf(namesOf(incident), change)
      const item = { incidentId: incident.incidentId, seconds_after: wholeSeconds(distanceMs), shared }
      return { item, shared, distanceMs, id: incident.incidentId }
    })
    .filter(({ shared }) => closenessOf(shared) > 0)
  const nearest = selectNearest(related)
  const rows = await queries.listIncidentsById(
    db,
    nearest.map(({ incidentId }) => incidentId),
  )
  const byId = new Map(rows.map((row) => [row.incidentId, row]))
  return {
    from: from.toISOString(),
    to: to.toISOString(),
    items: nearest.flatMap(({ incidentId, ...rest }) => {
      const row = byId.get(incidentId)
      return row ? [{ incident: presentMarked(row), ...rest }] : []
    }),
    more: related.length - nearest.length,
  }
}
