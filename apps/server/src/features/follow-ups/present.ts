import type { FollowUp } from '@aviary/contract/follow-ups/schemas'
import { toYesNo } from '@aviary/contract/rules'
import type { Db } from '../../database/open.ts'
import * as queries from './queries.ts'

/** `trackerUrl`: where issues of follow-ups are; undefined: nowhere, and nothing is said of them. */
export const presentFollowUp = (
  { followUp, incident, issue }: queries.FollowUpRow,
  trackerUrl: string | undefined,
): FollowUp => ({
  ...{ follow_up_id: followUp.followUpId, jira_id: incident.jiraId },
  ...{ priority_type: incident.priorityType, is_internal: toYesNo(incident.isInternal) },
  ...{ title: followUp.title, owner: followUp.owner },
  ...{ due_date: followUp.dueDate, state: followUp.state, version: followUp.version },
  ...{ created_by: followUp.createdBy, created_date: followUp.createdAt.toISOString() },
  closed_date: followUp.closedAt?.toISOString() ?? null,
  tracker:
    trackerUrl !== undefined && issue?.issueKey
      ? { key: issue.issueKey, url: `${trackerUrl}/browse/${issue.issueKey}` }
      : null,
  tracker_fault: trackerUrl === undefined ? null : (issue?.fault ?? null),
})

/** The follow-ups of an incident: the open ones by due date, then the others. */
export const presentFollowUps = async (
  db: Db,
  incidentId: number,
  trackerUrl: string | undefined,
): Promise<FollowUp[]> =>
  (await queries.listOfIncident(db, incidentId)).map((row) => presentFollowUp(row, trackerUrl))
