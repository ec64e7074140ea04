import type { IncidentField } from '@aviary/contract/channels/events'
import { isOpenStatus, ROOT_CAUSE_TITLES } from '@aviary/contract/incidents/rules'
import { RESTORED_TYPE } from '@aviary/contract/messages/rules'
import type { Db } from '../../../database/open.ts'
import { getIncidentPlaces } from '../../incidents/public.ts'
import * as queries from './queries.ts'

/** An incident as channels are to know it. */
export type View = Omit<queries.Told, 'isStale'> & Pick<queries.IncidentFacts, 'jiraId' | 'priorityType'>

type Reading = { told: queries.Told | undefined; now: Date }

/** The present view of an incident; undefined if it is gone. */
export async function readView(
  db: Db,
  incidentId: number,
  { told, now }: Reading,
): Promise<View | undefined> {
  const facts = await queries.getIncidentFacts(db, incidentId)
  if (!facts) return undefined
  const messages = facts.isInternal ? [] : await queries.listPublicMessages(db, incidentId)
  const isOver = isOverBySource(facts, now)
  const reopenedAt = told?.isOver && !isOver ? now : (told?.reopenedAt ?? null)
  const counted = messages.filter(({ createdDate }) => !reopenedAt || createdDate > reopenedAt)
  const isResolved = isOver || isRestored(counted.map(({ type }) => type))
  return {
    ...{ incidentId, jiraId: facts.jiraId, priorityType: facts.priorityType },
    isPublic: messages.length > 0,
    ...{ severity: facts.severity, startedAt: facts.startDate, endsAt: facts.endDate },
    ...(await getIncidentPlaces(db, [incidentId]))(incidentId),
    ...{ isOver, isResolved, reopenedAt },
    nextUpdateAt: isResolved ? null : (messages.at(-1)?.nextUpdateDue ?? null),
  }
}

const isOverBySource = ({ status, endDate }: queries.IncidentFacts, now: Date): boolean =>
  endDate === null ? !isOpenStatus(status) : endDate < now || status.toUpperCase() === 'RESOLVED'

/** A root cause that follows does not open an incident again. */
const isRestored = (types: readonly string[]): boolean =>
  types.findLast((type) => !ROOT_CAUSE_TITLES.includes(type)) === RESTORED_TYPE

const isSameTime = (a: Date | null, b: Date | null): boolean => a?.getTime() === b?.getTime()
const isSameSet = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((name) => b.includes(name))

export function listChangedFields(told: queries.Told, view: View): IncidentField[] {
  const isSame: Record<IncidentField, boolean> = {
    severity: told.severity === view.severity,
    is_resolved: told.isResolved === view.isResolved,
    started_at: isSameTime(told.startedAt, view.startedAt),
    services: isSameSet(told.services, view.services),
    data_centers: isSameSet(told.dataCenters, view.dataCenters),
    next_update_at: isSameTime(told.nextUpdateAt, view.nextUpdateAt),
  }
  const fields = Object.keys(isSame) as IncidentField[] // the record has exactly these keys
  return fields.filter((field) => !isSame[field])
}
