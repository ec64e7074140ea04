import type { Change } from './changes/schemas.ts'
import type { Incident, IncidentMessage } from './incidents/schemas.ts'
import type { MaintenanceEvent } from './maintenance/schemas.ts'
import type { ManagedMessage } from './messages/schemas.ts'
import type { NAMED_SCHEMAS } from './named-schemas.ts'
import type { Problem } from './wire.ts'

const text = '<p>Payments are refused in eu2. We are failing over to a healthy database.</p>'

const incidentMessage: IncidentMessage = {
  message_id: 4502,
  ...{ title: 'Update', message_type: 'Update', priorityType: 'P1' },
  created_date: '2026-08-20T10:14:00.000Z',
  created_epoch: 1_787_220_840,
  body: {
    en: text,
    de: '<p>Zahlungen werden in eu2 abgelehnt. Wir schalten auf eine gesunde Datenbank um.</p>',
  },
  message: text,
}

const message: ManagedMessage = {
  ...incidentMessage,
  ...{ id: 4502, jira_id: 'OPI-1801', created_by: 'ines.incident@acme.example' },
  ...{ updated_date: null, updated_by: null, next_update_due: '2026-08-20T10:45:00.000Z', version: 1 },
}

const incident: Incident = {
  ...{ opi: 'OPI-1801', jiraId: 'OPI-1801', details: 'Payments are refused' },
  ...{ affectedCompanies: 310, affectedUsers: null },
  ...{ affectedDataCenters: ['eu2'], affectedServices: ['Travel'] },
  ...{ startDate: '2026-08-20T10:02:00.000Z', endDate: null, slaEndTime: '2026-08-20T14:02:00.000Z' },
  ...{ status: 'INVESTIGATION', symbol: 'OUTAGE', rca: null, isInternal: 'N', priorityType: 'P1' },
  messages: [incidentMessage],
  nextUpdateDue: '2026-08-20T10:45:00.000Z',
  roles: [
    { role: 'lead', name: 'Lead', translations: { de: 'Leitung' }, holder: 'ines.incident@acme.example' },
  ],
}

const maintenanceEvent: MaintenanceEvent = {
  ...{ id: 12, title: 'Carrier network maintenance in us2', is_internal: 'N', is_test: 'N', flag: null },
  ...{ jira_id: 'GEN-4541', comm_src: 'Aviary', data_centers: [{ name: 'us2', system_name: 'us2' }] },
  ...{ start_date: '2026-12-20T03:00:00.000Z', end_date: '2026-12-20T06:00:00.000Z' },
  ...{ start_epoch: 1_797_735_600, end_epoch: 1_797_746_400 },
  ...{ created_by: 'oleg.operator@acme.example', created_date: '2026-11-27T16:51:47.000Z' },
  ...{ created_epoch: 1_795_798_307, updated_by: null, updated_date: null },
  ...{ cancelled_by: null, cancelled_date: null, version: 1, notifications: [] },
}

const change: Change = {
  ...{ id: 17_723, ticket_id: null, summary: 'Deploy publishing-api v1694 to production' },
  ...{ description: 'An automated deployment.', status: 'Completed' },
  ...{ change_type: 'auto', catalog_type: 'deploy', planned_start: null, planned_end: null },
  ...{ actual_start: '2026-08-20T09:58:05.000Z', actual_end: '2026-08-20T09:58:05.000Z' },
  ...{ submitted_by: null, submitted_on: null, effective_at: '2026-08-20T09:58:05.000Z' },
  ...{ data_centers: ['eu2'], services: ['Travel'], cis: ['publishing-api'] },
  ...{ master_approval_entity_id: null, company_id: null },
  ...{ github_owner: 'acme', github_repo: 'deployments', github_sha: '811399ac7b58', github_tag: 'v1694' },
}

const problem: Problem = {
  ...{ type: 'about:blank', title: 'Not found', status: 404, detail: 'There is no incident OPI-1' },
  request_id: 'c17d3983-abe1-408e-acea-3c582116c314',
}

/** An example of each schema that most clients read, for the OpenAPI document. */
export const EXAMPLES: Partial<Record<keyof typeof NAMED_SCHEMAS, object>> = {
  Change: change,
  Incident: incident,
  IncidentMessage: incidentMessage,
  MaintenanceEvent: maintenanceEvent,
  Message: message,
  Problem: problem,
}
