import * as endpoints from '@aviary/contract/maintenance/endpoints'
import type { MaintenanceEvent } from '@aviary/contract/maintenance/schemas'
import type { Topic } from '@aviary/contract/push/rules'
import { type Route, serve, serveFromMemory } from '../../http/call.ts'
import { listMaintenanceFlags, listRetiredFlags } from '../reference/public.ts'
import {
  type CalendarSettings,
  createCalendarLink,
  deleteCalendarLink,
  getCalendar,
  getCalendarLink,
} from './calendar.ts'
import { cancelEvent } from './cancel-event.ts'
import { requireEvent } from './checks.ts'
import type { ChannelSettings } from './maintenance-event.ts'
import { listOverlaps } from './overlaps.ts'
import { presentEvent, presentEvents, presentWindows, presentWithoutNotifications } from './present.ts'
import * as queries from './queries.ts'
import { findVisible, selectVisible, withoutInternalFor } from './visible.ts'
import { createWindow, updateWindow } from './windows.ts'
import { createEvent, deleteEvent, deleteWindow, updateEvent } from './write-event.ts'

/**
 * Topics whose changes outdate a cached answer with events. `mails` is among them, because events include the
 * sending progress of their notifications.
 */
const EVENT_TOPICS: readonly Topic[] = ['maintenance', 'mails', 'reference']

/** Calendar services read for many people from few IP addresses, and some send HEAD before GET. */
const CALENDARS = { rateLimit: { max: 120, perSeconds: 60 }, answersHead: true }

const PROGRESS_CACHE_MS = 2_000

/** Caches an answer only briefly while mails are being sent, because a sent mail announces no change. */
function limitToProgress(events: readonly MaintenanceEvent[], now: Date): { until?: number } {
  const isUnderWay = events.some(({ notifications }) =>
    notifications.some(({ progress }) => progress !== null && progress.queued + progress.deferred > 0),
  )
  return isUnderWay ? { until: now.getTime() + PROGRESS_CACHE_MS } : {}
}

export const maintenanceRoutes = (settings: CalendarSettings & ChannelSettings): Route[] => [
  serveFromMemory(endpoints.listMaintenanceEvents, EVENT_TOPICS, async (query, db, { now, sees }) => {
    const present = query.notifications === 'Y' ? presentEvents : presentWithoutNotifications
    const events = selectVisible(await queries.listEvents(db), sees)
    const maintenance_events = (await present(db, events)).map(withoutInternalFor(sees))
    return { answer: { maintenance_events }, ...limitToProgress(maintenance_events, now) }
  }),

  serve(endpoints.getMaintenanceEvent, async ({ db, params, sees }) => {
    const event = await requireEvent(db, params.id, findVisible(sees, queries.getEvent))
    return { maintenance_event: withoutInternalFor(sees)(await presentEvent(db, event)) }
  }),

  serve(endpoints.createMaintenanceEvent, (call) => createEvent(call, settings)),
  serve(endpoints.updateMaintenanceEvent, (call) => updateEvent(call, settings)),
  serve(endpoints.cancelMaintenanceEvent, (call) => cancelEvent(call, settings)),
  serve(endpoints.deleteMaintenanceEvent, (call) => deleteEvent(call, settings)),

  serveFromMemory(endpoints.listMaintenanceWindows, EVENT_TOPICS, async (_, db, { now }) => {
    const maintenance_windows = await presentWindows(db, await queries.listEvents(db))
    return { answer: { maintenance_windows }, ...limitToProgress(maintenance_windows, now) }
  }),
  serve(endpoints.createMaintenanceWindow, (call) => createWindow(call, settings)),
  serve(endpoints.updateMaintenanceWindow, (call) => updateWindow(call, settings)),
  serve(endpoints.deleteMaintenanceWindow, (call) => deleteWindow(call, settings)),

  serve(endpoints.listOverlaps, listOverlaps),

  serveFromMemory(endpoints.listMaintenanceFlags, ['reference'], async (_, db) => ({
    answer: { flags: await listMaintenanceFlags(db), retired: await listRetiredFlags(db) },
  })),

  serve(endpoints.createCalendarLink, (call) => createCalendarLink(call, settings)),
  serve(endpoints.getCalendarLink, getCalendarLink),
  serve(endpoints.deleteCalendarLink, deleteCalendarLink),
  serve(endpoints.getCalendar, (call) => getCalendar(call, settings), CALENDARS),
]
