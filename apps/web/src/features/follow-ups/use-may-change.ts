import { createFollowUp } from '@aviary/contract/follow-ups/endpoints'
import type { FollowUp } from '@aviary/contract/follow-ups/schemas'
import type { IncidentDetail } from '@aviary/contract/incidents/schemas'
import { useMemo } from 'react'
import { useMay } from '../../shared/may.ts'
import { useMayPost } from '../../shared/may-post.ts'

type Posted = Pick<IncidentDetail, 'priorityType' | 'isInternal'>

/** Whether the person may add follow-ups to an incident, and change and delete all of its follow-ups. */
export function useMayChange(): (incident: Posted) => boolean {
  const may = useMay()
  const mayPost = useMayPost()
  return (incident) => may(createFollowUp) && mayPost(incident)
}

const INCIDENTS = (['P1', 'P2'] as const).flatMap((priorityType) =>
  (['Y', 'N'] as const).map((isInternal): Posted => ({ priorityType, isInternal })),
)

const nameOf = ({ priorityType, isInternal }: Posted) => `${priorityType} ${isInternal}`

/** Whether the person may change and delete a follow-up. Stable between renders. */
export function useMayChangeRow(): (row: FollowUp) => boolean {
  const mayChange = useMayChange()
  const allowed = INCIDENTS.filter(mayChange).map(nameOf).join()
  return useMemo(() => {
    const names = new Set(allowed.split(','))
    return ({ priority_type: priorityType, is_internal: isInternal }) =>
      names.has(nameOf({ priorityType, isInternal }))
  }, [allowed])
}
