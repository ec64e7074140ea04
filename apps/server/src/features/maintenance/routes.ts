import * as endpoints from '@aviary/contract/maintenance/endpoints'
import type { MaintenanceEvent } from '@aviary/contract/maintenance/schemas'
import type { Topic } from '@aviary/contract/push/endpoints'
import { type Route, serve, serveFromMemory } from '../../http/call.ts'
import { listMaintenanceFlags } from '../reference/public.ts'
import {
  answerCalendar,
  type CalendarSettings,
  endCalendarLink,
  makeCalendarLink,
  readCalendarLink,
} from './calendar.ts'
import { requireEvent } from './checks.ts'
import { listOverlaps } from './overlaps.ts'
import { presentBare, presentEvent, presentEvents, presentWindows } from './present.ts'
import * as queries from './queries.ts'
import { createWindow, updateWindow } from './windows.ts'
import { createEvent, deleteEvent, deleteWindow, updateEvent } from './write-event.ts'

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
  serveFromMemory(endpoints.listMaintenanceEvents, EVENT_TOPICS, async (query, db, now) => {
    const present = query.notifications === 'Y' ? presentEvents : presentBare
    const maintenance_events = await present(db, await queries.listEvents(db))
    return { answer: { maintenance_events }, ...untilMailed(maintenance_events, now) }
  }),

  serve(endpoints.getMaintenanceEvent, async ({ db, params }) => {
    const event = await requireEvent(db, params.id, queries.getEvent)
    return { maintenance_event: await presentEvent(db, event) }
  }),

  serve(endpoints.createMaintenanceEvent, createEvent),
  serve(endpoints.updateMaintenanceEvent, updateEvent),
  serve(endpoints.deleteMaintenanceEvent, deleteEvent),

  serveFromMemory(endpoints.listMaintenanceWindows, EVENT_TOPICS, async (_, db, now) => {
    const maintenance_windows = await presentWindows(db, await queries.listEvents(db))
    return { answer: { maintenance_windows }, ...untilMailed(maintenance_windows, now) }
  }),
  serve(endpoints.createMaintenanceWindow, createWindow),
  serve(endpoints.updateMaintenanceWindow, updateWindow),
  serve(endpoints.deleteMaintenanceWindow, deleteWindow),

  serve(endpoints.listOverlaps, listOverlaps),

  serveFromMemory(endpoints.listMaintenanceFlags, ['reference'], async (_, db) => ({
    answer: { flags: await listMaintenanceFlags(db) },
  })),

  serve(endpoints.createCalendarLink, (call) => makeCalendarLink(call, settings)),
  serve(endpoints.getCalendarLink, readCalendarLink),
  serve(endpoints.deleteCalendarLink, endCalendarLink),
  serve(endpoints.getCalendar, (call) => answerCalendar(call, settings), CALENDARS),
]
