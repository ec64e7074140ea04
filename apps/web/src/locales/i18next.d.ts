import 'i18next'

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'shell'
    keySeparator: false
    /** Every set of texts: one line here and one file per language. */
    resources: {
      administration: typeof import('./en/administration.json')
      audit: typeof import('./en/audit.json')
      body: typeof import('./en/body.json')
      changes: typeof import('./en/changes.json')
      channels: typeof import('./en/channels.json')
      charts: typeof import('./en/charts.json')
      'company-domains': typeof import('./en/company-domains.json')
      correlation: typeof import('./en/correlation.json')
      customers: typeof import('./en/customers.json')
      declared: typeof import('./en/declared.json')
      deliveries: typeof import('./en/deliveries.json')
      guide: typeof import('./en/guide.json')
      history: typeof import('./en/history.json')
      impact: typeof import('./en/impact.json')
      incident: typeof import('./en/incident.json')
      incidents: typeof import('./en/incidents.json')
      maintenance: typeof import('./en/maintenance.json')
      management: typeof import('./en/management.json')
      matrix: typeof import('./en/matrix.json')
      messages: typeof import('./en/messages.json')
      notifications: typeof import('./en/notifications.json')
      palette: typeof import('./en/palette.json')
      'post-mortem': typeof import('./en/post-mortem.json')
      reference: typeof import('./en/reference.json')
      security: typeof import('./en/security.json')
      'security-emails': typeof import('./en/security-emails.json')
      'security-merge': typeof import('./en/security-merge.json')
      setup: typeof import('./en/setup.json')
      shell: typeof import('./en/shell.json')
      status: typeof import('./en/status.json')
      subscribers: typeof import('./en/subscribers.json')
      subscriptions: typeof import('./en/subscriptions.json')
      templates: typeof import('./en/templates.json')
      terms: typeof import('./en/terms.json')
      timeline: typeof import('./en/timeline.json')
      views: typeof import('./en/views.json')
    }
  }
}
