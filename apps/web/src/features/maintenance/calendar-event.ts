import type { MaintenanceEvent } from '@aviary/contract/maintenance/schemas'

/** An event for the calendar; times in milliseconds since 1970. */
export type CalendarEvent = { event: MaintenanceEvent; start: number; end: number; flag: string }

export const toCalendarEvent = (
  event: MaintenanceEvent,
  flagName: (flag: string) => string,
): CalendarEvent => ({
  event,
  start: event.start_epoch * 1000,
  end: event.end_epoch * 1000,
  flag: event.flag ? flagName(event.flag) : '',
})
