import { signedIn } from '@aviary/contract/access'
import { screens } from '@aviary/contract/screens'
import type { Screen } from './screen.ts'
import { SECURITY_SCREENS } from './security-screens.tsx'

export const SCREENS: Screen[] = [
  {
    path: '/',
    title: 'Active Incidents',
    access: signedIn,
    guide: 'read-what-is-wrong',
    texts: ['incidents', 'status'],
    load: () =>
      import('./features/incidents/ActiveIncidentsPage.tsx').then((m) => ({ Page: m.ActiveIncidentsPage })),
  },
  {
    path: '/details',
    title: 'Incident Details',
    access: signedIn,
    guide: 'read-what-is-wrong#one-incident',
    texts: ['incident'],
    load: () =>
      import('./features/incidents/FindIncidentPage.tsx').then((m) => ({ Page: m.FindIncidentPage })),
  },
  {
    path: '/details/$id',
    title: 'Incident Details',
    access: signedIn,
    guide: 'read-what-is-wrong#one-incident',
    texts: ['incident', 'incidents', 'timeline', 'correlation', 'changes', 'terms'],
    load: () =>
      import('./features/incidents/IncidentDetailsPage.tsx').then((m) => ({ Page: m.IncidentDetailsPage })),
  },
  {
    path: '/details/$id/post_mortem',
    title: 'Post-mortem',
    access: signedIn,
    guide: 'post-mortems',
    texts: ['post-mortem', 'incident', 'timeline'],
    load: () =>
      import('./features/post-mortems/PostMortemPage.tsx').then((m) => ({ Page: m.PostMortemPage })),
  },
  {
    path: '/history',
    title: 'Incident History',
    access: signedIn,
    guide: 'read-what-is-wrong#what-was-wrong',
    texts: ['history'],
    load: () => import('./features/history/HistoryPage.tsx').then((m) => ({ Page: m.HistoryPage })),
  },
  {
    path: '/follow_ups',
    title: 'Follow-ups',
    access: signedIn,
    guide: 'read-what-is-wrong#follow-ups',
    texts: ['incident'],
    load: () => import('./features/follow-ups/FollowUpsPage.tsx').then((m) => ({ Page: m.FollowUpsPage })),
  },
  {
    path: '/customers',
    title: 'Customers',
    access: signedIn,
    guide: 'read-what-is-wrong#one-customer',
    texts: ['customers'],
    load: () => import('./features/customers/CustomersPage.tsx').then((m) => ({ Page: m.CustomersPage })),
  },
  {
    path: '/incident/review',
    title: 'Incident Management',
    access: screens.incidentManagement.access,
    guide: 'post-a-message',
    texts: ['management'],
    load: () =>
      import('./features/messages/IncidentManagementPage.tsx').then((m) => ({
        Page: m.IncidentManagementPage,
      })),
  },
  {
    path: '/edit/$id',
    title: 'Incident Messages',
    parent: '/incident/review',
    access: screens.incidentManagement.access,
    guide: 'post-a-message',
    texts: ['messages', 'deliveries', 'channels', 'timeline', 'body'],
    load: () =>
      import('./features/messages/IncidentMessagesPage.tsx').then((m) => ({ Page: m.IncidentMessagesPage })),
  },
  {
    path: '/changes',
    title: 'Change History',
    access: signedIn,
    guide: 'find-what-changed',
    texts: ['changes', 'correlation', 'terms'],
    load: () => import('./features/changes/ChangesPage.tsx').then((m) => ({ Page: m.ChangesPage })),
  },
  {
    path: '/subscriptions',
    title: 'Subscriptions',
    access: signedIn,
    guide: 'subscriptions',
    texts: ['subscriptions'],
    load: () =>
      import('./features/subscriptions/SubscriptionsPage.tsx').then((m) => ({ Page: m.SubscriptionsPage })),
  },
  {
    path: '/channels',
    title: 'Channels',
    access: screens.channels.access,
    guide: 'channels',
    texts: ['channels', 'subscriptions'],
    load: () => import('./features/channels/ChannelsPage.tsx').then((m) => ({ Page: m.ChannelsPage })),
  },
  {
    path: '/channels/$id',
    title: 'Channel Deliveries',
    parent: '/channels',
    access: screens.channels.access,
    guide: 'channels#what-was-posted-and-what-became-of-it',
    texts: ['channels', 'subscriptions', 'deliveries'],
    load: () => import('./features/channels/ChannelPage.tsx').then((m) => ({ Page: m.ChannelPage })),
  },
  {
    path: '/maintenance_event',
    title: 'Maintenance Events',
    access: signedIn,
    guide: 'maintenance',
    texts: ['maintenance', 'body'],
    load: () =>
      import('./features/maintenance/MaintenanceEventsPage.tsx').then((m) => ({
        Page: m.MaintenanceEventsPage,
      })),
  },
  {
    path: '/maintenance_event/review/$id',
    title: 'Maintenance Event',
    parent: '/maintenance_event',
    access: signedIn,
    guide: 'maintenance#tell-people',
    texts: ['maintenance', 'notifications', 'deliveries', 'channels', 'body'],
    load: () =>
      import('./features/maintenance/MaintenanceEventPage.tsx').then((m) => ({
        Page: m.MaintenanceEventPage,
      })),
  },
  {
    path: '/template_management/$type',
    title: 'Templates',
    access: signedIn,
    guide: 'templates',
    texts: ['templates', 'notifications', 'body'],
    load: () => import('./features/templates/TemplatesPage.tsx').then((m) => ({ Page: m.TemplatesPage })),
  },
  {
    path: '/administration',
    title: 'Administration',
    access: screens.administration.access,
    guide: 'administration',
    texts: ['administration', 'reference'],
    load: () =>
      import('./features/administration/AdministrationPage.tsx').then((m) => ({
        Page: m.AdministrationPage,
      })),
  },
  {
    path: '/administration/reference/{-$kind}',
    title: 'Reference Data',
    parent: '/administration',
    access: screens.reference.access,
    guide: 'administration#services-data-centers-and-other-lists',
    texts: ['reference', 'administration'],
    load: () => import('./features/reference/ReferencePage.tsx').then((m) => ({ Page: m.ReferencePage })),
  },
  {
    path: '/administration/company_domains',
    title: 'Company Domains',
    parent: '/administration',
    access: screens.companyDomains.access,
    guide: 'who-heard-of-it#did-this-company-hear-about-it',
    texts: ['company-domains', 'administration', 'reference'],
    load: () =>
      import('./features/reference/CompanyDomainsPage.tsx').then((m) => ({ Page: m.CompanyDomainsPage })),
  },
  {
    path: '/sessions',
    title: 'Sessions',
    access: signedIn,
    guide: 'administration#sessions',
    texts: ['administration'],
    load: () => import('./features/administration/SessionsPage.tsx').then((m) => ({ Page: m.SessionsPage })),
  },
  {
    path: '/tokens',
    title: 'Tokens',
    access: signedIn,
    guide: 'administration#your-tokens',
    texts: ['administration'],
    load: () => import('./features/administration/TokensPage.tsx').then((m) => ({ Page: m.TokensPage })),
  },
  {
    path: '/dora/{-$dataCenter}',
    title: 'Dora',
    access: screens.impact.access,
    guide: 'dora',
    texts: ['impact', 'terms'],
    load: () => import('./features/impact/DoraPage.tsx').then((m) => ({ Page: m.DoraPage })),
  },
  {
    path: '/charts',
    title: 'Charts',
    access: screens.charts.access,
    guide: 'charts',
    texts: ['charts'],
    load: () => import('./features/charts/ChartsPage.tsx').then((m) => ({ Page: m.ChartsPage })),
  },
  {
    path: '/comm_history',
    title: 'Subscriber Search',
    access: screens.subscribers.access,
    guide: 'who-heard-of-it#what-did-this-person-get-and-why',
    texts: ['subscribers'],
    load: () =>
      import('./features/subscribers/SubscriberSearchPage.tsx').then((m) => ({
        Page: m.SubscriberSearchPage,
      })),
  },
  {
    path: '/comm_history/u/$email',
    title: 'Subscriber Details',
    parent: '/comm_history',
    access: screens.subscribers.access,
    guide: 'who-heard-of-it#what-did-this-person-get-and-why',
    texts: ['subscribers', 'subscriptions', 'notifications'],
    load: () =>
      import('./features/subscribers/SubscriberDetailsPage.tsx').then((m) => ({
        Page: m.SubscriberDetailsPage,
      })),
  },
  {
    path: '/deliveries',
    title: 'Delivery Ledger',
    access: screens.deliveries.access,
    guide: 'who-heard-of-it',
    texts: ['deliveries', 'channels', 'customers', 'notifications'],
    load: () => import('./features/deliveries/DeliveriesPage.tsx').then((m) => ({ Page: m.DeliveriesPage })),
  },
  ...SECURITY_SCREENS,
  {
    path: '/audit',
    title: 'Action Audit',
    access: screens.audit.access,
    guide: 'audit-log',
    texts: ['audit'],
    load: () => import('./features/audit/AuditPage.tsx').then((m) => ({ Page: m.AuditPage })),
  },
  {
    path: '/guide/{-$page}',
    title: 'Guide',
    access: signedIn,
    guide: 'README',
    texts: ['guide'],
    load: () => import('./features/guide/GuideScreen.tsx').then((m) => ({ Page: m.GuideScreen })),
  },
]

/** Redirects to screens: /opis, which the specification uses after a submit, and /home. */
export const ALIASES: Record<string, string> = { '/opis': '/', '/home': '/' }
