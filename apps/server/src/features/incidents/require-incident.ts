import type { Db } from '../../database/open.ts'
import type { Call } from '../../http/call.ts'
import { NotFound } from '../../http/errors.ts'
import type { IncidentRow } from './queries.ts'
import * as queries from './queries.ts'

/**
 * Finds an incident by its id, or by the `AVI-…` id that it had before it was moved to the issue tracker. Throws
 * NotFound.
 */
export async function requireIncident(db: Db, jiraId: string): Promise<IncidentRow> {
  const incident = (await queries.getIncident(db, jiraId)) ?? (await queries.getIncidentByAlias(db, jiraId))
  if (!incident) throw noSuchIncident(jiraId)
  return incident
}

/** Like `requireIncident`; an internal incident does not exist for a caller who sees nothing internal. */
export async function requireVisibleIncident(
  { db, sees }: Pick<Call, 'db' | 'sees'>,
  jiraId: string,
): Promise<IncidentRow> {
  const incident = await requireIncident(db, jiraId)
  if (incident.isInternal && !sees('read:internal')) throw noSuchIncident(jiraId)
  return incident
}

const noSuchIncident = (jiraId: string) => new NotFound(`There is no incident ${jiraId}`)
