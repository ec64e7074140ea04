import type { Db } from '../../database/open.ts'
import { NotFound } from '../../http/errors.ts'
import type { IncidentRow } from './queries.ts'
import * as queries from './queries.ts'

/**
 * The incident with this id; the id that it had before it was handed over to the tracker is accepted too.
 * Throws NotFound.
 */
export async function requireIncident(db: Db, jiraId: string): Promise<IncidentRow> {
  const incident = (await queries.getIncident(db, jiraId)) ?? (await queries.getIncidentByAlias(db, jiraId))
  if (!incident) throw new NotFound(`There is no incident ${jiraId}`)
  return incident
}
