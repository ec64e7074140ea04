import { requires } from './access.ts'
import type { Guarded } from './rights.ts'

const opensWith = (...anyOf: Parameters<typeof requires>): Guarded => ({ access: requires(...anyOf) })

/**
 * Permission that each screen needs (the specification's route tables); an unlisted screen is open to
 * everybody signed in.
 */
export const screens = {
  incidentManagement: opensWith('view_incident_management_page'),
  administration: opensWith('view_admin_page'),
  reference: opensWith('view_reference_data', 'edit_reference_data'),
  companyDomains: opensWith('view_reference_data', 'edit_reference_data'),
  impact: opensWith('view_dora'),
  charts: opensWith('view_charts'),
  channels: opensWith('create_channel', 'manage_channels'),
  subscribers: opensWith('view_subscriber_comm_history'),
  deliveries: opensWith('view_subscriber_comm_history'),
  securityIncidents: opensWith('view_security_incidents'),
  comms: opensWith('view_comms'),
  emails: opensWith('view_emails'),
  composer: opensWith('view_compose_email'),
  securityUsers: opensWith('view_manage_security_users'),
  imports: opensWith('view_mass_import'),
  stagedEmails: opensWith('view_staging_emails'),
  audit: opensWith('view_aviary_audit'),
}
