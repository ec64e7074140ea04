import type { MailedMessage } from '@aviary/contract/messages/correction-endpoints'
import type { ManagedIncident, ManagedMessage, MessageChange } from '@aviary/contract/messages/schemas'
import { type PriorityType, toYesNo } from '@aviary/contract/rules'
import type { MailedGroup } from '../../mail/public.ts'
import { presentMessage } from '../incidents/public.ts'
import type { ManagedIncidentRow, MessageChangeRow, MessageRow } from './queries.ts'

type Incident = { jiraId: string; priorityType: PriorityType }

export function presentManaged(row: MessageRow, incident: Incident, locale: string): ManagedMessage {
  return {
    ...presentMessage(row, incident.priorityType, locale),
    id: row.messageId,
    jira_id: incident.jiraId,
    created_by: row.createdBy,
    updated_date: row.updatedAt?.toISOString() ?? null,
    updated_by: row.updatedBy,
    next_update_due: row.nextUpdateDue?.toISOString() ?? null,
    version: row.version,
  }
}

export const presentChange = (row: MessageChangeRow): MessageChange => ({
  message_id: row.messageId,
  changed_by: row.changedBy,
  changed_date: row.changedAt.toISOString(),
  prev_title: row.prevTitle,
  prev_message_type: row.prevMessageType,
  prev_body: row.prevBody,
  prev_next_update_due: row.prevNextUpdateDue?.toISOString() ?? null,
  prev_version: row.prevVersion,
})

export function presentMailed(groups: readonly MailedGroup[]): MailedMessage {
  const waiting = groups.reduce((sum, group) => sum + group.waiting, 0)
  const mailed = groups.map(({ mailedAt }) => mailedAt.getTime())
  return {
    people: groups.reduce((sum, { people }) => sum + people, 0) - waiting,
    waiting,
    audience: groups.some(({ audience }) => audience === 'EXTERNAL')
      ? 'EXTERNAL'
      : (groups[0]?.audience ?? null),
    mailed_date: mailed.length > 0 ? new Date(Math.max(...mailed)).toISOString() : null,
  }
}

type Places = { services: string[]; dataCenters: string[] }

export function presentManagedIncident(row: ManagedIncidentRow, places: Places): ManagedIncident {
  return {
    jira_id: row.jiraId,
    priority_type: row.priorityType,
    is_internal: toYesNo(row.isInternal),
    severity: row.severity,
    status: row.status,
    affected_services: places.services,
    data_centers: places.dataCenters,
    start_date: row.startDate.toISOString(),
    end_date: row.endDate?.toISOString() ?? null,
  }
}
