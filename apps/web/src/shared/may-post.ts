import type { IncidentDetail } from '@aviary/contract/incidents/schemas'
import { internalTypes, messagesOf } from '@aviary/contract/messages/rules'
import { useMay } from './may.ts'

type Posted = Pick<IncidentDetail, 'priorityType' | 'isInternal'>

/** Whether the person may post on an incident, and so also change its roles and follow-ups. */
export function useMayPost(): (incident: Posted) => boolean {
  const may = useMay()
  return ({ priorityType, isInternal }) =>
    may(messagesOf[priorityType].create) && (isInternal === 'N' || may(internalTypes))
}
