const UNTIL_DELETED = 'kept until somebody deletes it'
const REFERENCE = 'reference data: what is deleted stays readable where it is named'
const SECURITY =
  'confidential, and proof of who was told: people delete what was not sent, nothing deletes the rest'
const PART = 'goes with what it belongs to'

/** Tables that no kind of `kinds.ts` deletes from, and why. */
export const KEPT_TABLES = {
  // Rows that end by themselves, within a day of their end.
  sessions: '12 hours at most',
  sign_ins: 'ten minutes',
  oidc_records: 'the demo sign-in ends them',
  token_previews: 'ten minutes',
  subscription_requests: 'a day after the last mail',
  chat_codes: 'minutes, and once',
  chat_drafts: 'a day',
  chat_accounts: 'until they are linked again, or ended',
  customer_links: 'after their end',
  customer_devices: PART,

  // People and their rights.
  users: UNTIL_DELETED,
  user_roles: PART,
  provider_roles: PART,
  user_preferences: PART,
  calendar_tokens: PART,
  test_mails: PART,
  listed_administrators: 'each address becomes administrator once, whatever is deleted later',
  service_tokens: 'one that ended says who had it; the audit log names it',
  roles: UNTIL_DELETED,
  actions: UNTIL_DELETED,
  role_actions: PART,
  group_mappings: UNTIL_DELETED,
  group_mapping_roles: PART,
  subscribers: UNTIL_DELETED,
  subscriptions: PART,

  // Reference data and what is one row, or one for each name.
  services: REFERENCE,
  data_centers: REFERENCE,
  aliases: REFERENCE,
  severities: REFERENCE,
  locales: REFERENCE,
  priorities: REFERENCE,
  alert_types: REFERENCE,
  templates: UNTIL_DELETED,
  template_changes: 'few, and texts of our own',
  incident_roles: REFERENCE,
  maintenance_flags: REFERENCE,
  company_domains: REFERENCE,
  comm_types: REFERENCE,
  companies: 'the sender lists them',
  cis: 'the sender lists them',
  ci_services: PART,
  ci_data_centers: PART,
  ci_companies: PART,
  service_companies: PART,
  data_center_companies: PART,
  change_marks: 'a name and no more: lists skip those of which no change is left',
  status_reports: 'the newest report of each source replaces the one before',
  banner: 'one row',
  setup: 'one row',
  secrets: 'one row for each name',
  retention_runs: 'one row for each kind',
  channels: 'a deleted one stays for the ledger, without its address and secrets',
  channel_subscriptions: PART,
  channel_lanes: PART,

  // AUDIT_RETENTION_DAYS, which writes archives before it deletes (decision 21).
  audit_log: 'AUDIT_RETENTION_DAYS',
  audit_unsealed: 'AUDIT_RETENTION_DAYS',
  audit_seals: 'AUDIT_RETENTION_DAYS',
  audit_archives: 'one row for each archive',
  erased_people: 'a number and a time that tell nothing; the audit log names the number',

  security_incidents: SECURITY,
  security_comms: SECURITY,
  security_users: UNTIL_DELETED,
  security_emails: SECURITY,
  security_imports: SECURITY,
  security_import_parts: SECURITY,
  staged_emails: SECURITY,
  mailed_emails: SECURITY,
} as const satisfies Record<string, string>
