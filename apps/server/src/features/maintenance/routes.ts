import {
  createCalendarLink,
  createMaintenanceEvent,
  createMaintenanceWindow,
  deleteCalendarLink,
  deleteMaintenanceEvent,
  deleteMaintenanceWindow,
  getCalendar,
  getCalendarLink,
  getMaintenanceEvent,
  listMaintenanceEvents,
  listMaintenanceFlags,
  listMaintenanceWindows,
  listOverlaps,
  updateMaintenanceEvent,
  updateMaintenanceWindow,
} from '@aviary/contract/maintenance/endpoints'
import type { MaintenanceEvent } from '@aviary/contract/maintenance/schemas'
import type { Topic } from '@aviary/contract/push/endpoints'
import { type Route, serve, serveFromMemory } from '../../http/call.ts'
import { findMaintenanceFlags } from '../reference/public.ts'
import {
  answerCalendar,
  type CalendarSettings,
  endCalendarLink,
  makeCalendarLink,
  readCalendarLink,
} from './calendar.ts'
import { createEvent, deleteEvent, deleteWindow, updateEvent } from './change-event.ts'
import { demandEvent } from './checks.ts'
import { findOverlaps } from './overlaps.ts'
import { presentBare, presentEvent, presentEvents, presentWindows } from './present.ts'
import * as queries from './queries.ts'
import { createWindow, updateWindow } from './windows.ts'

/** Notifications are shown with how far their mails are. */
const EVENT_TOPICS: readonly Topic[] = ['maintenance', 'mails', 'reference']

/** Calendar programs come from few addresses, for many people at once, and some of them look before they read. */
const CALENDARS = { rateLimit: { max: 120, perSeconds: 60 }, answersHead: true }

const PROGRESS_LASTS_MS = 2_000

/** While mails go out nobody tells how far they are: what is shown of that is true for a moment only. */
function untilMailed(events: readonly MaintenanceEvent[], now: Date): { until?: number } {
  const isUnderWay = events.some(({ notifications }) =>
    notifications.some(({ progress }) => progress !== null && progress.queued + progress.deferred > 0),
  )
  return isUnderWay ? { until: now.getTime() + PROGRESS_LASTS_MS } : {}
}

export const maintenanceRoutes = (settings: CalendarSettings): Route[] => [
  serveFromMemory(listMaintenanceEvents, EVENT_TOPICS, async (query, db, now) => {
    const present = query.notifications === 'Y' ? presentEvents : presentBare
    const maintenance_events = await present(db, await queries.findEvents(db))
    return { answer: { maintenance_events }, ...untilMailed(maintenance_events, now) }
  }),

  serve(getMaintenanceEvent, async ({ db, params }) => {
    const event = await demandEvent(db, params.id, queries.findEvent)
    return { maintenance_event: await presentEvent(db, event) }
  }),

  serve(createMaintenanceEvent, createEvent),
  serve(updateMaintenanceEvent, updateEvent),
  serve(deleteMaintenanceEvent, deleteEvent),

  serveFromMemory(listMaintenanceWindows, EVENT_TOPICS, async (_, db, now) => {
    const maintenance_windows = await presentWindows(db, await queries.findEvents(db))
    return { answer: { maintenance_windows }, ...untilMailed(maintenance_windows, now) }
  }),
  serve(createMaintenanceWindow, createWindow),
  serve(updateMaintenanceWindow, updateWindow),
  serve(deleteMaintenanceWindow, deleteWindow),

  serve(listOverlaps, findOverlaps),

  serveFromMemory(listMaintenanceFlags, ['reference'], async (_, db) => ({
    answer: { flags: await findMaintenanceFlags(db) },
  })),

  serve(createCalendarLink, (call) => makeCalendarLink(call, settings)),
  serve(getCalendarLink, readCalendarLink),
  serve(deleteCalendarLink, endCalendarLink),
  serve(getCalendar, (call) => answerCalendar(call, settings), CALENDARS),
]
