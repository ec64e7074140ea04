import { screens } from '@aviary/contract/screens'
import type { Screen } from './screen.ts'

/** The screens of security communications, which are restricted. */
export const SECURITY_SCREENS: Screen[] = [
  {
    path: '/security_incidents',
    title: 'Security Incidents',
    access: screens.securityIncidents.access,
    isRestricted: true,
    guide: 'security-communications',
    texts: ['security'],
    load: () =>
      import('./features/security/SecurityIncidentsPage.tsx').then((m) => ({
        Page: m.SecurityIncidentsPage,
      })),
  },
  {
    path: '/comms/$id',
    title: 'Comms',
    parent: '/security_incidents',
    access: screens.comms.access,
    isRestricted: true,
    guide: 'security-communications',
    texts: ['security', 'terms'],
    load: () => import('./features/security/CommsPage.tsx').then((m) => ({ Page: m.CommsPage })),
  },
  {
    path: '/emails/$id',
    title: 'Emails',
    access: screens.emails.access,
    isRestricted: true,
    guide: 'security-communications#send',
    texts: ['security', 'security-emails', 'deliveries'],
    load: () => import('./features/security/emails/EmailsPage.tsx').then((m) => ({ Page: m.EmailsPage })),
  },
  {
    path: '/compose_email/$',
    title: 'Compose Email',
    access: screens.composer.access,
    isRestricted: true,
    guide: 'security-communications#write-one-email',
    texts: ['security', 'security-emails'],
    load: () =>
      import('./features/security/composer/ComposerPage.tsx').then((m) => ({ Page: m.ComposerPage })),
  },
  {
    path: '/manage_security_users',
    title: 'Security Users',
    parent: '/security_incidents',
    access: screens.securityUsers.access,
    isRestricted: true,
    guide: 'security-communications',
    texts: ['security', 'security-merge'],
    load: () =>
      import('./features/security/SecurityUsersPage.tsx').then((m) => ({ Page: m.SecurityUsersPage })),
  },
  {
    path: '/mass_import/{-$secId}/{-$commId}',
    title: 'Mail Merge',
    access: screens.imports.access,
    isRestricted: true,
    guide: 'security-communications#write-to-many-companies',
    texts: ['security', 'security-merge', 'security-emails'],
    load: () =>
      import('./features/security/imports/MassImportPage.tsx').then((m) => ({ Page: m.MassImportPage })),
  },
  {
    path: '/staged_emails/{-$secId}/{-$commId}/$id',
    title: 'Staged Emails',
    access: screens.stagedEmails.access,
    isRestricted: true,
    guide: 'security-communications#write-to-many-companies',
    texts: ['security', 'security-merge', 'security-emails'],
    load: () =>
      import('./features/security/staging/StagedEmailsPage.tsx').then((m) => ({ Page: m.StagedEmailsPage })),
  },
]
