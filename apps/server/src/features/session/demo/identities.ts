/** The people who can sign in to a demo. `role` is the system name of a seeded role. */
export const DEMO_IDENTITIES = [
  { email: 'ada.admin@acme.example', role: 'administrator', name: 'Ada', may: 'Administrator: everything' },
  {
    email: 'ines.incident@acme.example',
    role: 'incident_manager',
    name: 'Ines',
    may: 'Incident manager: incidents, messages, banner, templates',
  },
  {
    email: 'oleg.operator@acme.example',
    role: 'operator',
    name: 'Oleg',
    may: 'Operator: maintenance, notifications, impact lookup',
  },
  {
    email: 'sam.support@acme.example',
    role: 'support',
    name: 'Sam',
    may: 'Support: reads, looks customers up',
  },
  {
    email: 'sue.subscriber@acme.example',
    role: 'subscriber',
    name: 'Sue',
    may: 'Subscriber: reads, chooses which mails to get',
  },
] as const
