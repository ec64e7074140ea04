import type * as endpoints from '@aviary/contract/changes/endpoints'
import { bodyPreview } from '@aviary/contract/messages/body'
import { toYesNo } from '@aviary/contract/rules'
import type { IncidentRow } from '../incidents/public.ts'

const DETAILS_LENGTH = 300

type Row = Pick<
  IncidentRow,
  'jiraId' | 'priorityType' | 'severity' | 'status' | 'isInternal' | 'startDate' | 'endDate' | 'details'
>

/** A summary of an incident, shown beside changes. */
export const presentMarked = (row: Row): endpoints.MarkedIncident => ({
  jira_id: row.jiraId,
  priority_type: row.priorityType,
  severity: row.severity,
  status: row.status,
  is_internal: toYesNo(row.isInternal),
  start_date: row.startDate.toISOString(),
  end_date: row.endDate?.toISOString() ?? null,
  details: bodyPreview(row.details, DETAILS_LENGTH),
})
