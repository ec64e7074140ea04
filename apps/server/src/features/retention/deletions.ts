import type { Deletion } from './batch.ts'
import * as changes from './changes/queries.ts'
import * as incidents from './incidents/queries.ts'
import type { KindName } from './kinds.ts'
import * as mails from './mails/queries.ts'
import * as others from './others/queries.ts'

export const DELETIONS: Record<KindName, Deletion> = {
  changes: {
    steps: [
      { rows: 'changes', run: changes.deleteChanges },
      { rows: null, run: changes.deleteHours },
    ],
    count: changes.countChanges,
  },
  incidents: {
    steps: [
      { rows: 'incidents', run: incidents.deleteIncidents },
      { rows: 'versions_of_deleted_messages', run: incidents.deleteVersionsOfDeleted },
    ],
    count: incidents.countIncidents,
  },
  maintenance: {
    steps: [{ rows: 'maintenance_events', run: incidents.deleteMaintenance }],
    count: incidents.countMaintenance,
  },
  mails: {
    steps: [
      { rows: 'mails', run: mails.deleteMails },
      { rows: 'broadcasts', run: mails.deleteBroadcasts },
    ],
    count: mails.countMails,
  },
  channels: {
    steps: [
      { rows: 'requests', run: mails.deleteAttempts },
      { rows: 'events', run: mails.deleteEvents },
    ],
    count: mails.countAttempts,
  },
  status: {
    steps: [{ rows: 'status_changes', run: others.deleteStatusChanges }],
    count: others.countStatusChanges,
  },
  error_reports: {
    steps: [{ rows: 'error_reports', run: others.deleteErrorReports }],
    count: others.countErrorReports,
  },
  unknown_names: {
    steps: [{ rows: 'unknown_names', run: others.deleteUnknownNames }],
    count: others.countUnknownNames,
  },
  webhooks: {
    steps: [{ rows: 'keys_of_webhooks', run: others.deleteWebhooks }],
    count: others.countWebhooks,
  },
  repeated_writes: {
    steps: [{ rows: 'answers', run: others.deleteAnswers }],
    count: others.countAnswers,
  },
}
