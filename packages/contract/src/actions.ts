/**
 * All permissions, which the specification calls actions, in the order of its documents (1 §6, 2 §6, 3 §6).
 */
export const ACTIONS = {
  view_incident_management_page: 'Open incident management',
  view_security_incidents: 'Open security incidents',
  view_dora: 'Open the impact lookup',
  view_subscriber_comm_history: 'Search subscribers and read what was sent to them',
  view_aviary_audit: 'Read the audit log',
  view_admin_page: 'Open administration',
  create_p1_message: 'Post messages on P1 incidents',
  create_p2_message: 'Post messages on P2 incidents',
  edit_p1_message: 'Edit messages on P1 incidents',
  edit_p2_message: 'Edit messages on P2 incidents',
  delete_p1_message: 'Delete messages on P1 incidents',
  delete_p2_message: 'Delete messages on P2 incidents',
  create_is_internal_message: 'Post internal message types',
  edit_is_internal_message: 'Edit internal message types',
  view_service_disruption_banner: 'See the service-disruption banner card',
  edit_service_disruption_banner: 'Show or hide the service-disruption banner',
  view_is_internal_message: 'See internal alert and message types',
  create_maintenance_window: 'Create maintenance events (v1)',
  edit_maintenance_window: 'Edit maintenance events (v1)',
  delete_maintenance_window: 'Delete maintenance events (v1)',
  create_maintenance_event: 'Create maintenance events',
  edit_maintenance_event: 'Edit maintenance events',
  delete_maintenance_event: 'Delete maintenance events',
  edit_notifications: 'Edit notifications',
  delete_notifications: 'Delete notifications',
  edit_template: 'Edit templates',
  create_template: 'Create templates',
  delete_template: 'Delete templates',
  view_comms: 'Open security comms',
  view_emails: 'Open security emails',
  view_compose_email: 'Compose security emails',
  view_manage_security_users: 'Manage security users',
  view_mass_import: 'Manage mail-merge imports',
  view_staging_emails: 'Review staged emails',
  view_admin_users_tile: 'See the user management tile',
  view_admin_roles_tile: 'See the role management tile',
  view_admin_actions_tile: 'See the action management tile',
  view_charts: 'Open charts',
  edit_user: 'Create and edit users',
  delete_user: 'Delete users',
  edit_role: 'Create and edit roles',
  delete_role: 'Delete roles',
  edit_action: 'Create and edit actions',
  delete_action: 'Delete actions',
  // Not in the specification, which has only a permission to see other people's subscriptions, not to change
  // them.
  edit_subscriptions: 'Change what others are subscribed to',
  // Not in the specification, whose authors changed these lists in the database.
  view_reference_data: 'See the reference data',
  edit_reference_data: 'Edit the reference data',
  // Not in the specification, whose incidents all come from a tracker.
  declare_incident: 'Declare incidents of Aviary’s own',
  // Not in the specification, which knows mail only.
  create_channel: 'Create channels of one’s own',
  manage_channels: 'See and edit everybody’s webhooks',
  // Not in the specification, which knows no pages for customers.
  manage_customer_links: 'Give customers links to their own status page',
} as const

export type Action = keyof typeof ACTIONS

export const ACTION_NAMES = Object.keys(ACTIONS) as Action[]

/** What the signed-in person may do, as `POST /get_user_id/` returns it (spec 1 §3, "User"). */
export type Authorization = { is_admin: boolean; allowed_actions: readonly string[] }

/** Administrators pass every check (spec 1 §6). */
export function mayDo(authorization: Authorization, action: string): boolean {
  return authorization.is_admin || authorization.allowed_actions.includes(action)
}
