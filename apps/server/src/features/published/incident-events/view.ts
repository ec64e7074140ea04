import type { IncidentField } from '@aviary/contract/channels/events'
import { isOpenStatus, ROOT_CAUSE_TITLES } from '@aviary/contract/incidents/rules'
import { RESTORED_TYPE } from '@aviary/contract/messages/rules'
import type { Db } from '../../../database/open.ts'
import { getIncidentPlaces } from '../../incidents/public.ts'
import * as queries from './queries.ts'

/** An incident as channels are to know it. */
export type View = Omit<queries.Told, 'isStale' | 'updatedAt'> &
  Pick<queries.IncidentFacts, 'jiraId' | 'priorityType'>

export type Change = { told: queries.Told | undefined; view: View }

/** What channels were told of incidents, with the present views. Incidents that are gone are left out. */
export async function readChanges(
  db: Db,
  incidents: readonly { incidentId: number; told: queries.Told | undefined }[],
  now: Date,
): Promise<Change[]> {
  if (incidents.length === 0) return []
  const ids = incidents.map(({ incidentId }) => incidentId)
  const facts = new Map((await queries.listIncidentFacts(db, ids)).map((row) => [row.incidentId, row]))
  const messages = Map.groupBy(await queries.listPublicMessages(db, ids), (message) => message.incidentId)
  const placesOf = await getIncidentPlaces(db, ids)
  return incidents.flatMap(({ incidentId, told }) => {
    const row = facts.get(incidentId)
    if (!row) return []
    const parts = { told, messages: messages.get(incidentId) ?? [], now }
    return { told, view: { ...toView(row, parts), ...placesOf(incidentId) } }
  })
}

type Parts = {
  told: queries.Told | undefined
  messages: Awaited<ReturnType<typeof queries.listPublicMessages>>
  now: Date
}

function toView(facts: queries.IncidentFacts, { told, messages, now }: Parts) {
  const { incidentId, jiraId, priorityType, severity } = facts
  const readable = facts.isInternal ? [] : messages
  const isOver = isOverBySource(facts, now)
  const reopenedAt = told?.isOver && !isOver ? now : (told?.reopenedAt ?? null)
  const counted = readable.filter(({ createdDate }) => !reopenedAt || createdDate > reopenedAt)
  const restoredAt = getRestoredAt(counted)
  const isResolved = isOver || restoredAt !== null
  const overAt = facts.endDate && facts.endDate < now ? facts.endDate : (told?.resolvedAt ?? now)
  return {
    ...{ incidentId, jiraId, priorityType, severity },
    isPublic: readable.length > 0,
    ...{ startedAt: facts.startDate, endsAt: facts.endDate },
    ...{ isOver, isResolved, reopenedAt },
    resolvedAt: isOver ? overAt : restoredAt,
    messages: readable.map(({ messageId, version }) => `${messageId}.${version}`).join(' '),
    nextUpdateAt: isResolved ? null : (readable.at(-1)?.nextUpdateDue ?? null),
  }
}

const isOverBySource = ({ status, endDate }: queries.IncidentFacts, now: Date): boolean =>
  endDate === null ? !isOpenStatus(status) : endDate < now || status.toUpperCase() === 'RESOLVED'

/** When messages said that it is over; null if they do not. A root cause that follows does not open it again. */
function getRestoredAt(messages: Parts['messages']): Date | null {
  const last = messages.findLast(({ type }) => !ROOT_CAUSE_TITLES.includes(type))
  return last?.type === RESTORED_TYPE ? last.createdDate : null
}

const isSameTime = (a: Date | null, b: Date | null): boolean => a?.getTime() === b?.getTime()
const isSameSet = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((name) => b.includes(name))

/** Whether people outside may read the same as before. */
export const isSameOutside = (told: queries.Told, view: View): boolean =>
  told.isPublic === view.isPublic &&
  (!view.isPublic || (told.messages === view.messages && listChangedFields(told, view).length === 0))

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
