import type { Db } from '../../database/open.ts'
import { NotFound } from '../../http/errors.ts'
import type { IncidentRow } from './queries.ts'
import * as queries from './queries.ts'

/**
 * Finds an incident by its id, or by the `AVI-…` id that it had before it was moved to the issue tracker. Throws
 * NotFound.
 */
export async function requireIncident(db: Db, jiraId: string): Promise<IncidentRow> {
  const incident = (await queries.getIncident(db, jiraId)) ?? (await queries.getIncidentByAlias(db, jiraId))
  if (!incident) throw new NotFound(`There is no incident ${jiraId}`)
  return incident
}
