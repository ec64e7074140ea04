import { isInternalTitle } from '@aviary/contract/incidents/rules'
import type { Db } from '../../../database/open.ts'
import { getPutOffs, type IncidentRow, listIncidentMessages } from '../../incidents/public.ts'

/**
 * How many promises of a next update were kept, and missed. As ADR 55 has it, a promise to customers is kept by a
 * message to customers, one to staff by any; the end of the incident keeps what is due later. A promise that is not
 * due yet is neither, and an incident that is over has none.
 */
export async function countPromises(db: Db, incident: IncidentRow, now: Date) {
  const putOffs = await getPutOffs(db, incident.incidentId)
  const messages = (await listIncidentMessages(db, [incident.incidentId])).toReversed()
  const end = incident.endDate ?? undefined
  const counted = { kept: 0, missed: 0 }
  for (const [index, { messageId, messageType, nextUpdateDue, createdDate }] of messages.entries()) {
    if (!nextUpdateDue || (end && createdDate >= end)) continue
    const putOff = putOffs.get(messageId)
    const due = putOff?.promised.getTime() === nextUpdateDue.getTime() ? putOff.due : nextUpdateDue
    const isForStaff = incident.isInternal || isInternalTitle(messageType)
    const next = messages.slice(index + 1).find((later) => isForStaff || !isInternalTitle(later.messageType))
    const keptAt = [next?.createdDate, end].flatMap((time) => time?.getTime() ?? [])
    if (keptAt.some((time) => time <= due.getTime())) counted.kept += 1
    else if (due < now) counted.missed += 1
  }
  return counted
}
