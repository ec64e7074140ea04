import type { MarkedIncident } from '@aviary/contract/changes/endpoints'
import { bodyPreview } from '@aviary/contract/messages/body'
import type { Severity } from '@aviary/contract/status/rules'
import { type PriorityType, toYesNo } from '@aviary/contract/wire'
import type { IncidentRow } from '../incidents/public.ts'

const DETAILS_LENGTH = 300

type Row = Pick<
  IncidentRow,
  'jiraId' | 'priorityType' | 'severity' | 'status' | 'isInternal' | 'startDate' | 'endDate' | 'details'
>

/** An incident in one line, as it stands beside changes. */
export const presentMarked = (row: Row): MarkedIncident => ({
  jira_id: row.jiraId,
  priority_type: row.priorityType as PriorityType, // the foreign keys allow no others
  severity: row.severity as Severity,
  status: row.status,
  is_internal: toYesNo(row.isInternal),
  start_date: row.startDate.toISOString(),
  end_date: row.endDate?.toISOString() ?? null,
  details: bodyPreview(row.details, DETAILS_LENGTH),
})
