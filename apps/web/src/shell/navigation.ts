import { type Access, signedIn } from '@aviary/contract/access'
import { DEFAULT_IMPACT_DATA_CENTER } from '@aviary/contract/constants'
import { screens } from '@aviary/contract/screens'
import {
  IconAlertTriangle,
  IconCalendarEvent,
  IconChartBar,
  IconClipboardList,
  IconHistory,
  IconListCheck,
  IconListDetails,
  IconListSearch,
  IconMail,
  IconMailCheck,
  IconMailSearch,
  IconRadar,
  IconSettings,
  IconShieldLock,
  IconTimeline,
  IconUsers,
  IconWebhook,
  IconWorld,
} from '@tabler/icons-react'
import type { ParseKeys } from 'i18next'
import type { ComponentType } from 'react'

export const GROUPS = ['nav.now', 'nav.lookUp', 'nav.communicate', 'nav.govern'] as const
export type NavigationGroup = (typeof GROUPS)[number]
export type NavigationCount = 'incidents' | 'maintenance'

export type NavigationLink = {
  path: string
  /** Text key of the screen's title. */
  text: Extract<ParseKeys, `screen.${string}`>
  icon: ComponentType<{ size?: number; 'aria-hidden'?: boolean }>
  access: Access
  group: NavigationGroup
  /** Kind of the count that is shown beside the link. */
  count?: NavigationCount
  /** Key pressed after `g`. */
  jump: string
  /** Path of a link whose screen also leads to this screen. People who have that link do not get this one. */
  isWithin?: string
}

/** Key that opens the screen's help when pressed after `g`; no link may use this key. */
export const HELP_JUMP = 'g'

export const DORA_PATH = `/dora/${DEFAULT_IMPACT_DATA_CENTER}`

/** Links in the order of their groups; some need a permission (spec 1 §2.3). */
export const LINKS: NavigationLink[] = [
  {
    path: '/',
    text: 'screen.Active Incidents',
    icon: IconAlertTriangle,
    access: signedIn,
    group: 'nav.now',
    jump: 'a',
    count: 'incidents',
  },
  {
    path: '/maintenance_event/',
    text: 'screen.Maintenance Events',
    icon: IconCalendarEvent,
    access: signedIn,
    group: 'nav.now',
    jump: 'm',
    count: 'maintenance',
  },
  {
    path: '/changes',
    text: 'screen.Change History',
    icon: IconTimeline,
    access: signedIn,
    group: 'nav.now',
    jump: 'x',
  },
  {
    path: '/history',
    text: 'screen.Incident History',
    icon: IconHistory,
    access: signedIn,
    group: 'nav.lookUp',
    jump: 'h',
  },
  {
    path: '/follow_ups',
    text: 'screen.Follow-ups',
    icon: IconListCheck,
    access: signedIn,
    group: 'nav.lookUp',
    jump: 't',
  },
  {
    path: '/customers',
    text: 'screen.Customers',
    icon: IconUsers,
    access: signedIn,
    group: 'nav.lookUp',
    jump: 'c',
  },
  {
    path: DORA_PATH,
    text: 'screen.Dora',
    icon: IconRadar,
    access: screens.impact.access,
    group: 'nav.lookUp',
    jump: 'd',
  },
  {
    path: '/comm_history',
    text: 'screen.Subscriber Search',
    icon: IconMailSearch,
    access: screens.subscribers.access,
    group: 'nav.lookUp',
    jump: 'u',
  },
  {
    path: '/charts',
    text: 'screen.Charts',
    icon: IconChartBar,
    access: screens.charts.access,
    group: 'nav.lookUp',
    jump: 'r',
  },
  {
    path: '/incident/review',
    text: 'screen.Incident Management',
    icon: IconClipboardList,
    access: screens.incidentManagement.access,
    group: 'nav.communicate',
    jump: 'i',
  },
  {
    path: '/security_incidents',
    text: 'screen.Security Incidents',
    icon: IconShieldLock,
    access: screens.securityIncidents.access,
    group: 'nav.communicate',
    jump: 'y',
  },
  {
    path: '/subscriptions',
    text: 'screen.Subscriptions',
    icon: IconMail,
    access: signedIn,
    group: 'nav.communicate',
    jump: 's',
  },
  {
    path: '/channels',
    text: 'screen.Channels',
    icon: IconWebhook,
    access: screens.channels.access,
    group: 'nav.communicate',
    jump: 'w',
  },
  {
    path: '/deliveries',
    text: 'screen.Delivery Ledger',
    icon: IconMailCheck,
    access: screens.deliveries.access,
    group: 'nav.communicate',
    jump: 'e',
  },
  {
    path: '/audit',
    text: 'screen.Action Audit',
    icon: IconListSearch,
    access: screens.audit.access,
    group: 'nav.govern',
    jump: 'l',
  },
  {
    path: '/administration',
    text: 'screen.Administration',
    icon: IconSettings,
    access: screens.administration.access,
    group: 'nav.govern',
    jump: 'n',
  },
  {
    path: '/administration/reference',
    text: 'screen.Reference Data',
    icon: IconListDetails,
    access: screens.reference.access,
    group: 'nav.govern',
    jump: 'f',
    isWithin: '/administration',
  },
  {
    path: '/administration/company_domains',
    text: 'screen.Company Domains',
    icon: IconWorld,
    access: screens.companyDomains.access,
    group: 'nav.govern',
    jump: 'o',
    isWithin: '/administration',
  },
]
