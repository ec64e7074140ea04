import type { Action } from '@aviary/contract/actions'
import {
  IconAlertTriangle,
  IconCalendarEvent,
  IconClipboardList,
  IconHistory,
  IconListSearch,
  IconMail,
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
  text: `nav.${string}`
  icon: ComponentType<{ size?: number; 'aria-hidden'?: boolean }>
  action?: Action
  /** Pressed after `g`. */
  jump: string
}

/** Everybody's links, then those that need an action (spec 1 §2.3). */
export const LINKS: NavigationLink[] = [
  { path: '/', text: 'nav.active', icon: IconAlertTriangle, jump: 'a' },
  { path: '/history', text: 'nav.history', icon: IconHistory, jump: 'h' },
  { path: '/customers', text: 'nav.customers', icon: IconUsers, jump: 'c' },
  { path: '/changes', text: 'nav.changes', icon: IconTimeline, jump: 'x' },
  { path: '/maintenance_event/', text: 'nav.maintenance', icon: IconCalendarEvent, jump: 'm' },
  { path: '/subscriptions', text: 'nav.subscriptions', icon: IconMail, jump: 's' },
  {
    path: '/incident/review',
    text: 'nav.management',
    icon: IconClipboardList,
    action: 'view_incident_management_page',
    jump: 'i',
  },
  {
    path: '/security_incidents',
    text: 'nav.security',
    icon: IconShieldLock,
    action: 'view_security_incidents',
    jump: 'y',
  },
  { path: '/dora/US2', text: 'nav.dora', icon: IconRadar, action: 'view_dora', jump: 'd' },
  {
    path: '/comm_history',
    text: 'nav.commHistory',
    icon: IconMailSearch,
    action: 'view_subscriber_comm_history',
    jump: 'u',
  },
  { path: '/audit', text: 'nav.audit', icon: IconListSearch, action: 'view_aviary_audit', jump: 'l' },
  {
    path: '/administration',
    text: 'nav.administration',
    icon: IconSettings,
    action: 'view_admin_page',
    jump: 'n',
  },
]
