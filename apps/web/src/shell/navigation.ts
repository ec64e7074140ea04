import type { Action } from '@aviary/contract/actions'
import {
  IconAlertTriangle,
  IconCalendarEvent,
  IconChartBar,
  IconClipboardList,
  IconHistory,
  IconListSearch,
  IconMail,
  IconMailCheck,
  IconMailSearch,
  IconRadar,
  IconSettings,
  IconShieldLock,
  IconTimeline,
  IconUsers,
} from '@tabler/icons-react'
import type { ComponentType } from 'react'

export type NavigationLink = {
  path: string
  /** The title of the screen it leads to. */
  text: `screen.${string}`
  icon: ComponentType<{ size?: number; 'aria-hidden'?: boolean }>
  action?: Action
  /** Pressed after `g`. */
  jump: string
}

/** Everybody's links, then those that need an action (spec 1 §2.3); charts and the ledger are nowhere else to be found. */
export const LINKS: NavigationLink[] = [
  { path: '/', text: 'screen.Active Incidents', icon: IconAlertTriangle, jump: 'a' },
  { path: '/history', text: 'screen.Incident History', icon: IconHistory, jump: 'h' },
  { path: '/customers', text: 'screen.Customers', icon: IconUsers, jump: 'c' },
  { path: '/changes', text: 'screen.Change History', icon: IconTimeline, jump: 'x' },
  { path: '/maintenance_event/', text: 'screen.Maintenance Events', icon: IconCalendarEvent, jump: 'm' },
  { path: '/subscriptions', text: 'screen.Subscriptions', icon: IconMail, jump: 's' },
  {
    path: '/incident/review',
    text: 'screen.Incident Management',
    icon: IconClipboardList,
    action: 'view_incident_management_page',
    jump: 'i',
  },
  {
    path: '/security_incidents',
    text: 'screen.Security Incidents',
    icon: IconShieldLock,
    action: 'view_security_incidents',
    jump: 'y',
  },
  { path: '/dora/US2', text: 'screen.Dora', icon: IconRadar, action: 'view_dora', jump: 'd' },
  { path: '/charts', text: 'screen.Charts', icon: IconChartBar, action: 'view_charts', jump: 'r' },
  {
    path: '/comm_history',
    text: 'screen.Subscriber Search',
    icon: IconMailSearch,
    action: 'view_subscriber_comm_history',
    jump: 'u',
  },
  {
    path: '/deliveries',
    text: 'screen.Delivery Ledger',
    icon: IconMailCheck,
    action: 'view_subscriber_comm_history',
    jump: 'e',
  },
  {
    path: '/audit',
    text: 'screen.Action Audit',
    icon: IconListSearch,
    action: 'view_aviary_audit',
    jump: 'l',
  },
  {
    path: '/administration',
    text: 'screen.Administration',
    icon: IconSettings,
    action: 'view_admin_page',
    jump: 'n',
  },
]
