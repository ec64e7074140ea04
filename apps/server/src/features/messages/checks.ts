import { NEXT_UPDATE_MAX_DAYS } from '@aviary/contract/constants'
import { isInternalTitle } from '@aviary/contract/incidents/rules'
import { findNextUpdateFault, internalTypes } from '@aviary/contract/messages/rules'
import type { PriorityType } from '@aviary/contract/rules'
import type { Db } from '../../database/open.ts'
import type { Author } from '../../http/call.ts'
import { fault } from '../../http/errors.ts'
import { type IncidentRow, requireVisibleIncident } from '../incidents/public.ts'
import * as queries from './queries.ts'

/** Error text for a body that is empty after sanitizing (spec 1 §5). */
export const BODY_ISSUE = 'Issue with Message Body'

/**
 * The incident of a message. Throws NotFound, or InvalidInput if the caller names another priority than the
 * incident's.
 */
export async function requireMessageIncident(
  db: Db,
  { jira_id, priority_type }: { jira_id: string; priority_type: PriorityType },
  { sees }: Pick<Author, 'sees'>,
): Promise<IncidentRow> {
  const incident = await requireVisibleIncident({ db, sees }, jira_id)
  if (incident.priorityType !== priority_type)
    throw fault('priority_type', `${jira_id} is a ${incident.priorityType} incident`)
  return incident
}

/** The alert type of that name; throws InvalidInput if the priority has no such type. */
export async function requireAlertType(db: Db, priorityType: PriorityType, name: string) {
  const known = (await queries.listAlertTypes(db)).filter((type) => type.priorityType === priorityType)
  const alertType = known.find((type) => type.name === name)
  if (alertType) return alertType
  const names = known.map((type) => type.name).join(', ')
  throw fault('message_type', `'${name}' is no ${priorityType} message type; known are ${names}`)
}

/** Requires the permission for internal types if a type is internal (spec 1 §2.9); direct API calls need it too. */
export function requireInternalRight(author: Author, ...types: string[]): void {
  if (types.some(isInternalTitle)) author.require(internalTypes)
}

/**
 * Refuses a public message type on an internal incident (spec 1 §2.9), so that nothing about it is mailed
 * outside.
 */
export function refusePublicTypeOnInternal(incident: IncidentRow, type: string): void {
  if (incident.isInternal && !isInternalTitle(type))
    throw fault('message_type', `${incident.jiraId} is internal: choose an internal message type`)
}

/** Refuses a next update in the past, or so far ahead that the date must be a mistake. */
export function refuseUnlikelyNextUpdate(due: Date, now: Date): void {
  const issue = findNextUpdateFault(due.getTime(), now.getTime())
  if (issue === 'past') throw fault('next_update_due', 'must be later than now')
  if (issue === 'far') throw fault('next_update_due', `must be within ${NEXT_UPDATE_MAX_DAYS} days`)
}
