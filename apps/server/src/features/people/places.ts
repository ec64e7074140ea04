/**
 * What is done with people in one table, by column. Each column of a text type is in one of the lists; a test holds
 * this against the schema.
 */
export type Place = {
  /** Address of the person that the row is about: the row is exported and deleted. */
  row?: readonly string[]
  /** The row is deleted if the address is anywhere in this column, which holds secrets: it is not exported. */
  dropped?: readonly string[]
  /** The pseudonym takes the place of the address, wherever it is in the text. */
  replaced?: readonly string[]
  /** The address stays; `why` says why. */
  kept?: readonly string[]
  why?: string
  /** Says something about the person that the row belongs to: exported and deleted with it. */
  own?: readonly string[]
  /** Never exported and never searched. */
  secret?: readonly string[]
  /** Keys, words of a list, names of things: no person is in them. */
  nobody?: readonly string[]
  /** The column that says whose the row is, by the table of the owner; the row goes with its owner. */
  ownedBy?: readonly [column: string, table: 'users' | 'subscribers']
  /** The same for rows that stay without an owner. */
  leftBy?: readonly [column: string, table: 'users' | 'subscribers']
}

const AS_SENT = 'a security email stays as its company was sent it; change an unsent one on its page'

export const PLACES: Readonly<Record<string, Place>> = {
  users: { row: ['email'], nobody: ['restricted_page_access'] },
  listed_administrators: { row: ['email'] },
  user_roles: { ownedBy: ['user_id', 'users'] },
  provider_roles: { ownedBy: ['user_id', 'users'] },
  user_preferences: { ownedBy: ['user_id', 'users'], replaced: ['preferences'], nobody: ['application'] },
  sessions: {
    ownedBy: ['user_id', 'users'],
    own: ['user_agent'],
    secret: ['id_hash', 'anti_forgery_token', 'id_token'],
  },
  sign_ins: { replaced: ['next_path'], secret: ['state', 'code_verifier', 'nonce'] },
  service_tokens: {
    ownedBy: ['user_id', 'users'],
    replaced: ['name', 'created_by'],
    secret: ['token_hash', 'hint', 'old_token_hash'],
    nobody: ['scopes'],
  },
  oidc_records: { dropped: ['payload'], secret: ['id', 'grant_id', 'uid'], nobody: ['model'] },
  calendar_tokens: { ownedBy: ['user_id', 'users'], secret: ['token_hash'] },
  test_mails: { ownedBy: ['user_id', 'users'] },
  chat_accounts: { ownedBy: ['user_id', 'users'], own: ['chat_user', 'name'], nobody: ['chat', 'team'] },
  chat_codes: { ownedBy: ['user_id', 'users'], secret: ['code_hash'] },
  chat_drafts: {
    ownedBy: ['user_id', 'users'],
    replaced: ['body'],
    secret: ['draft_id'],
    nobody: ['call', 'state'],
  },

  subscribers: {
    row: ['email'],
    own: ['pause_reason', 'time_zone'],
    secret: ['uuid'],
    nobody: ['locale', 'reminders'],
  },
  subscriptions: {
    ownedBy: ['subscriber_id', 'subscribers'],
    nobody: ['category', 'services', 'data_centers', 'notification_types'],
  },
  subscription_requests: {
    row: ['email', 'mailbox'],
    secret: ['token_hash'],
    nobody: ['locale', 'services', 'data_centers'],
  },
  broadcasts: {
    replaced: ['contents', 'created_by'],
    nobody: [
      'kind',
      'reference',
      'message_type',
      'audience',
      'series',
      'headline',
      'criteria',
      'traceparent',
    ],
  },
  deliveries: { replaced: ['email', 'response'], nobody: ['locale', 'state', 'time_zone'] },
  delivery_events: { replaced: ['response'], nobody: ['event', 'status'] },

  channels: {
    leftBy: ['owner_id', 'users'],
    replaced: ['name'],
    secret: ['address', 'secret', 'old_secrets'],
    nobody: ['kind', 'host', 'target', 'locale', 'audience', 'event_groups', 'pause_reason'],
  },
  channel_events: { replaced: ['bodies'], nobody: ['name', 'type', 'audience', 'reference', 'traceparent'] },
  channel_deliveries: { replaced: ['response'], nobody: ['state', 'message_key'] },
  channel_attempts: { replaced: ['answer'] },

  incidents: {
    replaced: ['details', 'jira_info', 'slack_info'],
    nobody: ['jira_id', 'priority_type', 'severity', 'status', 'cis', 'record_hash', 'declared_from'],
  },
  incident_messages: {
    replaced: ['title', 'created_by', 'body', 'particulars', 'updated_by'],
    nobody: ['source_key', 'message_type'],
  },
  message_changes: { replaced: ['prev_title', 'prev_body', 'changed_by'], nobody: ['prev_message_type'] },
  put_off_updates: { replaced: ['note', 'put_off_by'] },
  message_writers: { row: ['email'] },
  status_reports: {
    replaced: ['summary', 'link'],
    nobody: ['source', 'service', 'data_center', 'status'],
  },
  incident_role_changes: { replaced: ['prev_holder', 'holder', 'note', 'changed_by'], nobody: ['role'] },
  follow_ups: { replaced: ['title', 'owner', 'created_by', 'state_by'], nobody: ['state'] },
  follow_up_issues: { replaced: ['title', 'fault', 'deleted_by'], nobody: ['label', 'issue_key', 'state'] },
  post_mortems: { replaced: ['created_by'], nobody: ['known_entries'] },
  post_mortem_versions: {
    replaced: [
      ...['saved_by', 'note', 'summary', 'impact', 'root_cause', 'solution', 'corrective_measures'],
      ...['lessons', 'timeline', 'facts'],
    ],
  },
  post_mortem_reviews: { replaced: ['reviewer', 'asked_by', 'note'], nobody: ['answer'] },
  customer_links: { replaced: ['name', 'created_by'], secret: ['token_hash'] },

  maintenance_events: {
    replaced: ['title', 'created_by', 'updated_by', 'cancelled_by'],
    nobody: ['flag', 'jira_ids', 'comm_src'],
  },
  notifications: {
    replaced: ['title', 'body', 'subject', 'email_fields', 'created_by', 'updated_by'],
    nobody: ['type', 'flag', 'comm_src'],
  },
  templates: {
    replaced: ['title', 'body', 'created_by', 'updated_by'],
    nobody: ['template_type', 'message_type', 'affected_service', 'notification_type'],
  },
  template_changes: {
    replaced: ['prev_title', 'prev_body', 'changed_by'],
    nobody: ['prev_message_type', 'prev_affected_service', 'prev_notification_type'],
  },
  banner: { replaced: ['text', 'updated_by'] },
  setup: { replaced: ['hidden_by'] },

  security_users: { row: ['email'] },
  security_incidents: { replaced: ['title', 'description'], nobody: ['status'] },
  security_comms: { replaced: ['description'], nobody: ['status'] },
  security_emails: { replaced: ['upload_source', 'created_by'], kept: ['subject', 'body'], why: AS_SENT },
  security_imports: { replaced: ['title', 'filename', 'created_by'], nobody: ['columns', 'digest'] },
  staged_emails: { kept: ['subject', 'body'], why: AS_SENT },

  changes: {
    replaced: ['summary', 'description', 'submitted_by'],
    nobody: [
      ...[
        'source',
        'source_key',
        'change_type',
        'ticket_id',
        'status',
        'catalog_type',
        'data_centers',
        'services',
      ],
      ...['cis', 'master_approval_entity_id', 'company_id', 'github_owner', 'github_repo', 'github_sha'],
      ...['github_tag', 'record_hash'],
    ],
  },
  idempotency_keys: { row: ['caller'], replaced: ['answer'], nobody: ['endpoint', 'key', 'request_hash'] },
  error_reports: { replaced: ['user_email', 'report'] },
  unknown_names: { replaced: ['name', 'last_caller'], nobody: ['source', 'kind'] },
}

/** Tables whose texts name things only, are secrets, or have a procedure of their own (the audit log). */
export const WITHOUT_PLACES: readonly string[] = [
  ...['audit_archives', 'audit_log', 'audit_seals'],
  ...['actions', 'roles', 'group_mappings', 'secrets', 'token_previews'],
  ...['services', 'data_centers', 'aliases', 'severities', 'locales', 'priorities', 'alert_types'],
  ...['incident_roles', 'maintenance_flags', 'company_domains', 'companies', 'comm_types'],
  ...['incident_aliases', 'incident_services', 'incident_data_centers', 'maintenance_data_centers'],
  ...['status_history', 'published_incidents', 'change_marks', 'change_letters', 'unread_changes'],
  ...['changes_per_day', 'changes_per_hour', 'changes_per_hour_deltas'],
  ...['cis', 'ci_services', 'ci_data_centers', 'service_companies', 'data_center_companies'],
  ...['delivery_queue', 'channel_subscriptions', 'channel_lanes', 'channel_threads', 'chat_taken_messages'],
  ...['customer_devices', 'webhook_deliveries', 'retention_runs'],
  // Files as they were uploaded. They go with their import.
  'security_import_parts',
]
