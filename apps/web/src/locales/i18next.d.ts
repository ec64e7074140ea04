import 'i18next'

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'shell'
    keySeparator: false
    /** Every set of texts: one line here and one file per language. */
    resources: {
      administration: typeof import('./en/administration.json')['default']
      audit: typeof import('./en/audit.json')['default']
      body: typeof import('./en/body.json')['default']
      changes: typeof import('./en/changes.json')['default']
      channels: typeof import('./en/channels.json')['default']
      charts: typeof import('./en/charts.json')['default']
      'company-domains': typeof import('./en/company-domains.json')['default']
      correlation: typeof import('./en/correlation.json')['default']
      customers: typeof import('./en/customers.json')['default']
      declared: typeof import('./en/declared.json')['default']
      deliveries: typeof import('./en/deliveries.json')['default']
      guide: typeof import('./en/guide.json')['default']
      history: typeof import('./en/history.json')['default']
      impact: typeof import('./en/impact.json')['default']
      incident: typeof import('./en/incident.json')['default']
      incidents: typeof import('./en/incidents.json')['default']
      maintenance: typeof import('./en/maintenance.json')['default']
      management: typeof import('./en/management.json')['default']
      matrix: typeof import('./en/matrix.json')['default']
      messages: typeof import('./en/messages.json')['default']
      notifications: typeof import('./en/notifications.json')['default']
      palette: typeof import('./en/palette.json')['default']
      reference: typeof import('./en/reference.json')['default']
      security: typeof import('./en/security.json')['default']
      'security-emails': typeof import('./en/security-emails.json')['default']
      'security-merge': typeof import('./en/security-merge.json')['default']
      setup: typeof import('./en/setup.json')['default']
      shell: typeof import('./en/shell.json')['default']
      status: typeof import('./en/status.json')['default']
      subscribers: typeof import('./en/subscribers.json')['default']
      subscriptions: typeof import('./en/subscriptions.json')['default']
      templates: typeof import('./en/templates.json')['default']
      terms: typeof import('./en/terms.json')['default']
      timeline: typeof import('./en/timeline.json')['default']
      views: typeof import('./en/views.json')['default']
    }
  }
}
