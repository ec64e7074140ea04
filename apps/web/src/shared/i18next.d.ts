import 'i18next'
import type administration from '../locales/en/administration.json'
import type audit from '../locales/en/audit.json'
import type changes from '../locales/en/changes.json'
import type charts from '../locales/en/charts.json'
import type companyDomains from '../locales/en/company-domains.json'
import type correlation from '../locales/en/correlation.json'
import type customers from '../locales/en/customers.json'
import type deliveries from '../locales/en/deliveries.json'
import type history from '../locales/en/history.json'
import type impact from '../locales/en/impact.json'
import type incident from '../locales/en/incident.json'
import type incidents from '../locales/en/incidents.json'
import type maintenance from '../locales/en/maintenance.json'
import type management from '../locales/en/management.json'
import type messages from '../locales/en/messages.json'
import type notifications from '../locales/en/notifications.json'
import type palette from '../locales/en/palette.json'
import type security from '../locales/en/security.json'
import type securityEmails from '../locales/en/security-emails.json'
import type securityMerge from '../locales/en/security-merge.json'
import type shell from '../locales/en/shell.json'
import type status from '../locales/en/status.json'
import type subscribers from '../locales/en/subscribers.json'
import type subscriptions from '../locales/en/subscriptions.json'
import type templates from '../locales/en/templates.json'
import type timeline from '../locales/en/timeline.json'

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'shell'
    keySeparator: false
    resources: {
      shell: typeof shell
      administration: typeof administration
      audit: typeof audit
      changes: typeof changes
      charts: typeof charts
      'company-domains': typeof companyDomains
      correlation: typeof correlation
      deliveries: typeof deliveries
      customers: typeof customers
      history: typeof history
      impact: typeof impact
      incident: typeof incident
      incidents: typeof incidents
      maintenance: typeof maintenance
      management: typeof management
      messages: typeof messages
      notifications: typeof notifications
      palette: typeof palette
      security: typeof security
      'security-merge': typeof securityMerge
      'security-emails': typeof securityEmails
      status: typeof status
      subscribers: typeof subscribers
      subscriptions: typeof subscriptions
      templates: typeof templates
      timeline: typeof timeline
    }
  }
}
