import type { Topic } from '@aviary/contract/push/rules'

/** How long each kind of row is kept, and what keeps a row although it is old. What is deleted stands in decision 89. */
type Kind = {
  /** What is deleted; the audit log and the command say it. */
  rows: string
  /** The time from which the days count. */
  countsFrom: string
  /** Name of the variable with the number of days. */
  setting: string
  /** Undefined: kept for good. */
  defaultDays: number | undefined
  leastDays: number
  /** What goes with it. */
  related: string
  /** What keeps it although it is old. */
  exceptions: string
  /** Tables whose rows it deletes. */
  tables: readonly string[]
  /** What open pages load again. */
  topics: readonly Topic[]
}

/** Longer than what is shown outside and the availability of a quarter: 90 days. */
const LONGER_THAN_SHOWN = 100

export const KINDS = {
  changes: {
    rows: 'changes',
    countsFrom: 'when it took effect',
    setting: 'CHANGES_RETENTION_DAYS',
    defaultDays: undefined,
    leastDays: 30,
    related:
      'its place in the lists of its services, data centers and CIs, and in the index of short keywords',
    exceptions: 'a post-mortem names it, or it took effect in the week before an incident that is open',
    tables: [
      ...['changes', 'marked_changes', 'change_letters', 'unread_changes'],
      ...['changes_per_day', 'changes_per_hour', 'changes_per_hour_deltas', 'changes_per_hour_progress'],
    ],
    topics: ['changes'],
  },
  incidents: {
    rows: 'incidents that are over',
    countsFrom: 'its end, or its last update if it has none',
    setting: 'INCIDENTS_RETENTION_DAYS',
    defaultDays: undefined,
    leastDays: LONGER_THAN_SHOWN,
    related:
      'messages and their versions, roles, follow-ups, post-mortem, affected companies, threads in chats',
    exceptions:
      'a follow-up is open or its issue is not told yet, a message, follow-up, role or its post-mortem was written since, it is not over for people outside, or something about it is still to be sent',
    tables: [
      'incidents',
      'incident_aliases',
      'incident_services',
      'incident_data_centers',
      'incident_companies',
      'incident_messages',
      'incident_role_changes',
      'message_changes',
      'message_writers',
      'put_off_updates',
      'reminders',
      'published_incidents',
      'channel_threads',
      'chat_taken_messages',
      'follow_ups',
      'follow_up_issues',
      'post_mortems',
      'post_mortem_versions',
      'post_mortem_reviews',
    ],
    topics: ['incidents', 'maintenance'],
  },
  maintenance: {
    rows: 'maintenance that is over',
    countsFrom: 'its end',
    setting: 'MAINTENANCE_RETENTION_DAYS',
    defaultDays: undefined,
    leastDays: LONGER_THAN_SHOWN,
    related: 'notifications, threads in chats',
    exceptions:
      'a post-mortem names it, a notification is shown longer, or something about it is still to be sent',
    tables: ['maintenance_events', 'maintenance_data_centers', 'notifications'],
    topics: ['maintenance'],
  },
  mails: {
    rows: 'mails',
    countsFrom: 'when they were made',
    setting: 'MAIL_RETENTION_DAYS',
    defaultDays: undefined,
    leastDays: 30,
    related:
      'what happened to each; the numbers of a mailing and its text stay until what it was about is deleted',
    exceptions:
      'one of the mailing is still to be sent, its incident is open, its maintenance is not over, or it is about a security incident',
    tables: ['deliveries', 'delivery_events', 'delivery_queue', 'broadcasts'],
    topics: ['mails'],
  },
  channels: {
    rows: 'requests to channels',
    countsFrom: 'when it was made',
    setting: 'CHANNEL_RETENTION_DAYS',
    defaultDays: undefined,
    leastDays: 30,
    related:
      'what a channel was told stays until what it was told of, and the mails of the same, are deleted',
    exceptions: 'its delivery is to be tried again',
    tables: ['channel_attempts', 'channel_deliveries', 'channel_events'],
    topics: ['channels'],
  },
  status: {
    rows: 'changes of status',
    countsFrom: 'when the status changed',
    setting: 'STATUS_RETENTION_DAYS',
    defaultDays: undefined,
    leastDays: LONGER_THAN_SHOWN,
    related: '',
    exceptions: 'it says which status the service had at that time',
    tables: ['status_history'],
    topics: ['status'],
  },
  error_reports: {
    rows: 'error reports of browsers',
    countsFrom: 'when it came',
    setting: 'ERROR_REPORT_RETENTION_DAYS',
    defaultDays: undefined,
    leastDays: 1,
    related: '',
    exceptions: '',
    tables: ['error_reports'],
    topics: [],
  },
  unknown_names: {
    rows: 'names that Aviary did not know',
    countsFrom: 'when it was last sent',
    setting: 'UNKNOWN_NAME_RETENTION_DAYS',
    defaultDays: undefined,
    leastDays: 7,
    related: '',
    exceptions: 'somebody chose to ignore it',
    tables: ['unknown_names'],
    topics: ['reference'],
  },
  webhooks: {
    rows: 'keys of webhooks, by which repeated ones are recognized',
    countsFrom: 'when it came',
    setting: 'WEBHOOK_RETENTION_DAYS',
    defaultDays: 30,
    leastDays: 7,
    related: '',
    exceptions: '',
    tables: ['webhook_deliveries'],
    topics: [],
  },
  repeated_writes: {
    rows: 'answers by Idempotency-Key',
    countsFrom: 'when it was given',
    setting: 'IDEMPOTENCY_RETENTION_DAYS',
    defaultDays: 1,
    leastDays: 1,
    related: '',
    exceptions: '',
    tables: ['idempotency_keys'],
    topics: [],
  },
} as const satisfies Record<string, Kind>

export type KindName = keyof typeof KINDS
export const KIND_NAMES = Object.keys(KINDS) as KindName[]

/** Days by kind; undefined: kept for good. */
export type RetentionDays = Record<KindName, number | undefined>
